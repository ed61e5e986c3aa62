// SPDX-License-Identifier: GPL-3.0-or-later
// What comes after the first screen: rules, the lobby, the settings; lessons, puzzles, and games that
// were played (files, replay, review, playing on), which ask the larger module.
import { askProgram, openLocal, program, request } from "./carrier.js";
import { ask, button, make, say, setText, warn } from "./dom.js";
import * as store from "./store.js";
import { TableView } from "./table.js";
import { words } from "./words.js";

const capital = (text) => text && text[0].toUpperCase() + text.slice(1);
const DAY = 86400000;
const today = () => Math.floor(Date.now() / DAY);

// app: {main, screen(title, ...), heading(text), games(), gameOf(slug), open(view),
//       play(first, game), settings, online, theme(), and what makes fields}

// Paragraphs and, where they begin with a dash or a number, lists.
function paragraphs(texts) {
  const parts = [];
  for (const text of texts) {
    const [, mark, rest] = /^(-|\d+\.) (.*)$/s.exec(text) ?? [], tag = !mark ? "p" : mark === "-" ? "ul" : "ol";
    if (mark && parts.at(-1)?.localName === tag) parts.at(-1).append(make("li", {}, rest));
    else parts.push(make(tag, {}, mark ? make("li", {}, rest) : text));
  }
  return parts;
}

const ruleText = (answer) => make("div", {}, paragraphs(answer.said?.book ?? [answer.words]),
  answer.said?.outlook ? make("p", { class: "outlook" }, `${capital(answer.said.outlook)}.`) : "");

export async function showRules({ view: { hello } }) {
  const answer = await askProgram({ type: "rules", game: hello.game, rules: hello.rules });
  await ask(words.rules, ruleText(answer), [["", words.close]]);
}

export async function rules(app, slug, query) {
  const game = await app.gameOf(slug), answer = await askProgram({ type: "rules", game: slug, rules: query.get("rules") ?? "book" });
  app.screen(game.title, make("div", { class: "narrow" }, app.heading(game.title), ruleText(answer), make("a", { class: "button first", href: `#/new/${slug}` }, words.start)));
}

export async function lobby(app) {
  const list = make("ul", { class: "list" }), row = (table, title) => make("li", {}, make("span", { class: "grow" }, make("a", { href: `/t/${table.table}` }, title), make("small", {}, table.names.join(" – "))),
    table.open?.length ? make("a", { class: "button first", href: `#/sit/${table.table}` }, words.sitDown) : "", make("a", { class: "button", href: `/t/${table.table}` }, words.watch));
  let shown = null;
  // Only what has changed is shown anew: the focus may be in the list.
  async function fill() {
    if (shown !== null && !list.isConnected) return;
    const { said: { tables = [] } } = await request("/api/tables").catch(() => ({ said: {} })), { games } = await app.games(), now = JSON.stringify(tables);
    if (now !== shown) list.replaceChildren(...tables.length ? tables.map((table) => row(table, games.find((one) => one.game === table.game)?.title ?? table.game)) : [make("li", {}, words.noTables)]);
    shown = now;
    setTimeout(fill, 10000);
  }
  app.screen(words.lobby, app.heading(words.lobby), list);
  fill();
}

export function settings({ settings: all, ...app }) {
  const change = (key) => (event) => {
    all[key] = event.target.type === "checkbox" ? event.target.checked : event.target.value;
    store.setSetting(key, all[key]).catch(() => {});
    app.theme();
  };
  app.screen(words.settings, make("div", { class: "narrow" }, app.heading(words.settings), make("fieldset", {}, make("legend", { class: "unseen" }, words.settings),
    app.tick(words.confirmMoves, words.confirmHelp, all.confirm, change("confirm")), app.tick(words.sound, words.soundHelp, all.sound, change("sound")),
    app.online ? app.tick(words.remember, words.rememberHelp, all.remember, change("remember")) : "",
    app.field(words.theme, app.pick(Object.entries(words.themes), all.theme, change("theme")), "", "theme")),
  make("p", {}, words.kept),
  button(words.forgetAll, async () => {
    if (await ask(words.forgetSure, make("p", {}, words.forgetText), [["", words.no], ["yes", words.forget]]) === "yes") { await store.forgetAll(); location.hash = "#/"; }
  })));
}

export async function learn(app) {
  const { games } = await app.games(), { games: lists } = await askProgram({ type: "lessons" }, "full");
  const done = await store.getSetting("lessons", {});
  app.screen(words.learn, app.heading(words.learn), make("div", { class: "shelf" }, lists.filter((list) => list.lessons.length).map((list) => make("section", {},
    make("h2", {}, games.find((one) => one.game === list.game)?.title ?? list.game),
    make("ol", { class: "list" }, list.lessons.map((title, i) => make("li", {}, make("a", { class: "grow", href: `#/learn/${list.game}/${i + 1}` }, title),
      done[list.game]?.includes(i + 1) ? make("span", { class: "badge" }, `✓ ${words.lessonDone}`) : "")))))));
}

// An exercise on the screen: the question, the words about the last answer, and the board.
async function exercise(app, title, first, { posed, tried, solved, tools }) {
  app.screen(title);
  let about = null, view;
  const question = make("section", { class: "question", "aria-live": "off" }, make("h1", {}), make("p"));
  const verdict = make("p", { class: "verdict", hidden: true });
  const judge = (kind, text) => {
    verdict.className = `verdict ${kind}`;
    verdict.hidden = !text;
    verdict.replaceChildren(kind === "right" ? make("b", {}, `✓ ${words.right} `) : kind === "wrong" ? make("b", {}, `✗ ${words.wrong} `) : "", text.replace(/^(Right|No): /, ""));
    say(verdict.textContent);
  };
  view = new TableView(app.main, {
    settings: app.settings, exercise: (message) => {
      about = message;
      view.readOnly = message.over;
      setText(question.firstChild, message.kind === "lesson" ? words.lessonOf(message.number, message.of, message.title) : title);
      setText(question.lastChild, message.ask.trim() || (message.kind === "lesson" ? words.lessonOver : ""));
      posed?.(message);
      if (message.over) solved?.(message);
    },
    judged: (message) => {
      if (message.verdict === "wrong") tried?.();
      judge(message.verdict, message.words);
    },
    wrong: (message) => judge("illegal", message.words),
    waitText: () => about?.over ? words.solved : "",
    rules: () => showRules(view),
    tools: (add) => {
      if (about && !about.over) add("answer", about.kind === "lesson" ? words.tellMe : words.why, () => { tried?.(); view.carrier.say({ type: "answer" }); });
      tools(add, about);
    },
  });
  const head = make("div", { class: "exercise" }, question, verdict);
  view.parts.splice(view.parts.indexOf(view.headline), 1);
  view.parts.unshift(head);
  view.element.replaceChildren(...view.parts);
  app.open(view);
  view.note(words.loading);
  view.carrier = await openLocal({ type: "exercise", ...first }, (message) => view.tell(message), null, "full");
  return view;
}

export async function lesson(app, slug, number) {
  const game = await app.gameOf(slug), n = Number(number);
  if (!game) { location.hash = "#/learn"; return; }
  await exercise(app, game.title, { lesson: [slug, n] }, {
    solved: async () => {
      const done = await store.getSetting("lessons", {});
      await store.setSetting("lessons", { ...done, [slug]: [...new Set([...done[slug] ?? [], n])] }).catch(() => {});
    },
    tools: (add, about) => {
      if (about?.over && n < about.of) add("next", words.nextLesson, () => { location.hash = `#/learn/${slug}/${n + 1}`; }, { class: "first" });
      if (about?.over && n === about.of) add("play", words.playIt(game.title), () => { location.hash = `#/new/${slug}`; }, { class: "first" });
      add("leave", words.allLessons, () => { location.hash = "#/learn"; });
    },
  });
}

// How many days in a row today's puzzle was found at the first try, alone.
async function addStreak(first) {
  const old = await store.getSetting("daily", { day: 0, streak: 0 }), day = today();
  if (old.day === day) return old.streak;
  const streak = !first ? 0 : old.day + 1 === day ? old.streak + 1 : 1;
  await store.setSetting("daily", { day, streak }).catch(() => {});
  return streak;
}

// Puzzles that were posed in this browser are not posed again, but to who follows a link to one.
const POSED = 2000, TRIES = 20;
let drawn = null;
function draw() {
  drawn = { seed: crypto.getRandomValues(new Uint32Array(1))[0] || 1, tries: (drawn?.tries ?? 0) + 1 };
  return drawn.seed;
}
async function isNew(key, seed) {
  const posed = await store.getSetting("posed", []), known = posed.includes(key);
  if (known && drawn?.seed === seed && drawn.tries < TRIES) return false;
  drawn = null;
  if (!known) await store.setSetting("posed", [...posed, key].slice(-POSED)).catch(() => {});
  return true;
}

// The levels of puzzles that one of these games has.
const levelsOf = (games) => Array.from({ length: Math.max(...games.map((game) => game.puzzle_levels)) }, (_, i) => i + 1);

// The puzzle of the day is the same for everybody; any other has its seed in its address.
export async function puzzle(app, slug, query) {
  const daily = slug === "daily", game = slug && !daily ? await app.gameOf(slug) : null, grade = Number(query.get("grade") ?? 0);
  const { games } = await app.games();
  let seed = daily ? today() : Number(query.get("seed"));
  const address = (what, level, which) => `#/puzzle/${what || "any"}?grade=${level}&seed=${which}`;
  if (!seed) {
    seed = draw();
    history.replaceState(null, "", address(slug, grade, seed));
  }
  const another = (what, level) => { location.hash = address(what, level, draw()); };
  const pick = (label, choices, value, change) => make("label", {}, make("span", { class: "unseen" }, label),
    make("select", { onchange: (event) => change(event.target.value) }, choices.map(([key, text]) => make("option", { value: key, selected: String(key) === String(value) }, text))));
  let counted = false, first = true, shown = false;
  const view = await exercise(app, daily ? words.daily : words.puzzle, { puzzle: { game: game?.game, grade, seed } }, {
    posed: async ({ key }) => {
      if (shown) return;
      shown = true;
      if (!await isNew(key, seed)) location.replace(address(game?.game, grade, draw()));
    },
    tried: () => { first = false; },
    solved: async () => {
      if (!daily || counted) return;
      counted = true;
      const streak = await addStreak(first);
      view.note(streak ? words.streak(streak) : words.streakLost, true);
    },
    tools: (add, about) => {
      add("another", words.another, () => another(game?.game, grade), about?.over ? { class: "first" } : {});
      if (!daily) add("daily", words.daily, () => { location.hash = "#/puzzle/daily"; });
    },
  });
  view.parts[0].append(make("div", { class: "row" },
    pick(words.games, [["", words.anyGame], ...games.map((one) => [one.game, one.title])], game?.game ?? "", (what) => another(what, grade)),
    pick(words.grade, [[0, words.anyGrade], ...levelsOf(game ? [game] : games).map((level) => [level, words.gradeOf(level)])], grade, (level) => another(game?.game, level))));
}

export async function openFile(app, event) {
  const file = event.target.files[0], begun = file ? await askProgram({ type: "load", record: await file.text() }, "full") : null;
  event.target.value = "";
  if (!begun) return;
  if (begun.type !== "begun") { warn(begun.words); return; }
  const game = await app.gameOf(begun.game);
  if (!await store.loadTable(begun.table).catch(() => null))
    await store.keepLog(begun.table, begun.header, begun.events, { title: game.title, game: begun.game, names: begun.names, begun: true, over: begun.over });
  location.hash = begun.over ? `#/replay/${begun.table}` : `#/table/${begun.table}`;
}

// A game that is over: of this browser, or of the server.
export async function past(app, id, reviews) {
  let kept = await store.loadTable(id).catch(() => null);
  if (!kept && app.online) {
    const answer = await fetch(`/api/tables/${id}/record`, { credentials: "omit", cache: "no-store" });
    const begun = answer.ok ? await askProgram({ type: "load", record: await answer.text() }, "full") : {};
    if (begun.type === "begun") kept = begun;
    else { app.screen(words.app, app.heading(begun.words ?? words.nowhere.gone.title), make("a", { href: "#/" }, words.games)); return; }
  }
  if (!kept) { location.hash = "#/"; return; }
  await lookBack(app, kept, reviews, () => { if (history.length > 1) history.back(); else location.hash = "#/"; });
}

// Event by event, as each of its people could see it then; and what the solver says of it. `kept` is
// {game, header, events}.
async function lookBack(app, kept, reviews, close) {
  const game = await app.gameOf(kept.game), last = kept.events.length, header = JSON.parse(kept.header);
  let at = last, review = null, view;
  app.screen(game.title);
  const chart = make("section", { class: "review", hidden: true, "aria-label": words.review });
  const go = (to) => { at = Math.max(1, Math.min(last, to)); view.carrier.say({ type: "stage", n: at }); };
  const pointAt = (n) => review?.moves.findLast((point) => point.n <= n);
  const nextPoint = (way) => review?.moves[way > 0 ? "find" : "findLast"]((point) => (point.n - at) * way > 0)?.n;

  async function playOn() {
    const people = header.players.map((one) => one === "human"), mover = view.view.turn.mover || 1;
    const own = people[0] === people[1] ? mover : people[0] ? 1 : 2, other = header.players[2 - own];
    const players = [1, 2].map((seat) => seat === own ? "human" : words.levels[other] ? other : "medium");
    const begun = await askProgram({ type: "from", header: kept.header, events: kept.events, n: at, players }, "full");
    if (begun.type === "begun") app.play({ type: "resume", header: begun.header, events: begun.events, players }, game, "", true);
    else view.complain(begun.words);
  }

  async function reviewIt() {
    if (review) return;
    view.note(words.reviewing);
    const answer = await askProgram({ type: "review", header: kept.header, events: kept.events }, "full");
    if (answer.type !== "review") { view.complain(answer.words ?? words.failed); return; }
    review = answer;
    view.note("");
    view.says.hidden = true;
    chart.hidden = false;
    show();
    say(review.words);
  }

  function show() {
    if (!review) return;
    const now = pointAt(at), held = chart.contains(document.activeElement);
    chart.replaceChildren(make("h2", {}, words.review), drawChart(review, header.names ?? view.view.hello.names, at, go),
      make("p", { class: "turning" }, review.words, review.gaps ? ` ${review.reason}` : ""),
      make("p", { class: "point" }, now ? now.words.trim() : ""),
      make("ol", { class: "points" }, review.moves.map((point) => make("li", {}, button("", () => go(point.n), {
        class: `plain seat-${point.by}${point === now ? " now" : ""}`, "aria-current": point === now ? "step" : null }))).map((line, i) => {
        const point = review.moves[i];
        line.firstChild.append(make("span", {}, capital(point.move)), point.mark ? make("b", { class: "bad" }, ` ${point.mark}`) : "");
        return line;
      })));
    const points = chart.lastChild, current = points.querySelector(".now");
    if (current) points.scrollLeft = current.getBoundingClientRect().left - points.getBoundingClientRect().left - (points.clientWidth - current.offsetWidth) / 2;
    if (held) (current ?? points.querySelector("button")).focus({ preventScroll: true });
  }

  view = new TableView(app.main, {
    settings: app.settings,
    waitText: () => words.step(at, last),
    tools: (add) => {
      add("start", words.toStart, () => go(1), { disabled: at <= 1 });
      add("back", words.back, () => go(nextPoint(-1) ?? at - 1), { disabled: at <= 1 });
      add("forward", words.forward, () => go(nextPoint(1) ?? at + 1), { class: "first", disabled: at >= last });
      add("end", words.toEnd, () => go(last), { disabled: at >= last });
      if (view.view.turn.type !== "end") add("on", words.playOn, playOn);
      if (!review) add("review", words.review, reviewIt);
      add("leave", words.close, close);
    },
    settled: ({ state }) => {
      view.view.log = state.said.map((one) => ({ n: one.n, by: one.by ?? 0, text: one.told }));
      view.movesKey = null;
      view.showMoves();
      show();
      say(`${words.step(at, last)} ${state.said.at(-1)?.told ?? ""}`);
    },
  });
  view.parts.splice(view.parts.indexOf(view.moves), 0, chart);
  view.element.replaceChildren(...view.parts);
  view.readOnly = true;
  app.open(view);
  view.carrier = await openLocal({ type: "resume", header: kept.header, events: kept.events, still: true }, (message) => view.tell(message));
  if (reviews) reviewIt();
  else program("full").catch(() => {});
}

const fraction = (text) => { const [over, under = 1] = text.split("/"); return over / under; };

// Both players' chances before each decision. What is a circle can be pressed; the list below says
// the same to those who do not see it.
function drawChart(review, names, at, go) {
  const points = review.moves.map(({ n, chances }) => ({ n, chances: chances.map((one) => one && fraction(one)) }));
  points.push({ n: Infinity, chances: [1, 2].map((seat) => Number(review.winner === seat)) });
  const wide = Math.max(1, points.length - 1);
  const x = (i) => 2 + 96 * i / wide, y = (share) => 38 - 36 * share;
  const chart = make("svg", { class: "chart", viewBox: "0 0 100 40", preserveAspectRatio: "none", "aria-hidden": "true" });
  chart.append(make("path", { class: "axis", d: "M2 2H98M2 20H98M2 38H98" }));
  for (const seat of [1, 2]) {
    const known = points.map((point, i) => point.chances[seat - 1] === null ? null : [x(i), y(point.chances[seat - 1])]);
    chart.append(make("path", { class: `seat-${seat}`, d: known.map((one, i) => one ? `${i && known[i - 1] ? "L" : "M"}${one.join(" ")}` : "").join("") }));
  }
  const dots = make("div", { class: "dots", "aria-hidden": "true" });
  points.forEach((point, i) => [1, 2].forEach((seat) => {
    if (point.chances[seat - 1] === null) return;
    const dot = make("span", { class: `dot seat-${seat}${point.n === at ? " now" : ""}`, style: { left: `${x(i)}%`, top: `${y(point.chances[seat - 1]) / 0.4}%` },
      onclick: () => go(point.n === Infinity ? 1e9 : point.n) });
    dots.append(dot);
  }));
  const scale = [1, 0.5, 0].map((share) => make("span", { class: "scale", style: { top: `${y(share) / 0.4}%` }, "aria-hidden": "true" }, words.chance(100 * share)));
  const key = make("p", { class: "legend" }, [1, 2].map((seat) => make("span", { class: `seat-${seat}` }, `${seat === 1 ? "●" : "◆"} ${names[seat - 1]}`)));
  return make("div", { class: "plot" }, make("div", { class: "field-of" }, scale, chart, dots), key);
}
