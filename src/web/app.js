// SPDX-License-Identifier: GPL-3.0-or-later
// Routes and screens. A route stands behind the #, so that any static host will do; at /t/TABLE a
// fragment that does not begin with / is the token of a seat.
import { askProgram, openLocal, openOnline, program, request } from "./carrier.js";
import { ask, button, find, make, say, set, setText, symbol, warn } from "./dom.js";
import * as store from "./store.js";
import { showKeys, TableView } from "./table.js";
import { words } from "./words.js";

const main = find("main");
const settings = { confirm: false, sound: true, theme: "", remember: true };
const online = Boolean(document.querySelector('meta[name="causeway-server"]'));
let open = null, catalogue = null;

const games = () => catalogue ??= askProgram({ type: "games" }).then((answer) => answer.said);
const gameOf = async (slug) => (await games()).games.find((one) => one.game === slug);
const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

function screen(title, ...children) {
  open?.leave();
  open = null;
  main.replaceChildren(...children.flat(9).filter(Boolean));
  document.title = title === words.app ? words.app : `${title} – ${words.app}`;
  setText(find("where"), online ? "" : words.offline);
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

const heading = (text) => make("h1", {}, text);

// A small picture of what a game is about, from what its catalogue says alone.
function picture(game) {
  const has = (word) => `${game.pitch} ${game.options.map((one) => one.key).join(" ")}`.includes(word);
  const marks = ["", "token-1", "", has("obstacle") || has("block") ? "obstacle" : has("mine") || has("trap") ? "mine" : "", "", game.chance ? "safe" : "", "bank"];
  marks[0] = game.roles ? "" : "token-2";
  return make("div", { class: "water", "aria-hidden": "true" }, marks.map((mark) => make("span", { class: `pebble${mark === "bank" ? " bank" : ""} ${
    { "token-1": "seat-1", "token-2": "seat-2", mine: "bad", obstacle: "seat-0", safe: "good" }[mark] ?? ""}` },
  mark && mark !== "bank" ? symbol(mark) : "")));
}

async function home() {
  const { games: list } = await games();
  const kept = (await store.listTables().catch(() => [])).filter((one) => one.begun), seats = online ? await store.listSeats().catch(() => []) : [];
  screen(words.app, heading(words.home),
    make("ul", { class: "cards" }, list.map((game) => make("li", {}, make("a", { class: "card", href: `#/new/${game.game}` }, picture(game),
      make("div", { class: "text" }, make("h2", {}, game.title), make("p", {}, `${capital(game.pitch)}.`)))))),
    kept.length || seats.length ? [make("h2", {}, words.yourGames), make("ul", { class: "list" }, [...seats.map(seatRow), ...kept.map(keptRow)])] : "",
    online ? make("div", { class: "row below" }, make("a", { class: "button", href: "#/lobby" }, words.lobby), make("a", { class: "button", href: "/about" }, words.about)) : "");
}

function forgetButton(what, forget) {
  return button(words.forget, async (event) => {
    if (await ask(words.forgetSure, make("p", {}, words.forgetText), [["", words.no], ["yes", words.forget]]) !== "yes") return;
    await forget();
    event.target.closest("li").remove();
    main.focus();
  }, { class: "plain", "aria-label": `${words.forget}: ${what}` });
}

function keptRow(kept) {
  const what = `${kept.title}: ${kept.names.join(" – ")}`, when = new Date(kept.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return make("li", {}, make("span", { class: "grow" }, make("a", { href: `#/table/${kept.id}` }, kept.title), make("small", {}, `${kept.names.join(" – ")} · ${when}`)),
    make("span", { class: `badge${kept.over ? "" : " turn"}` }, kept.over ? words.over : words.goOn), forgetButton(what, () => store.forgetTable(kept.id)));
}

function seatRow(seat) {
  const what = `${seat.title}: ${seat.names.join(" – ")}`;
  return make("li", {}, make("span", { class: "grow" }, make("a", { href: `/t/${seat.table}#${seat.token}` }, seat.title), make("small", {}, seat.names.join(" – "))),
    make("span", { class: `badge${seat.turn ? " turn" : ""}` }, seat.over ? words.over : seat.turn ? words.yourTurn : words.waiting),
    forgetButton(what, () => store.forgetSeat(seat.seat)));
}

// A new game.

const field = (label, control, help, id) => {
  control.id = id;
  return make("div", { class: "field" }, make("label", { for: id }, label), control, help ? make("small", {}, help) : "");
};
const pick = (choices, value, onchange) => make("select", { onchange }, choices.map(([key, text]) => make("option", { value: key, selected: String(key) === String(value) }, text)));
const tick = (label, help, checked, onchange) => make("label", { class: "tick" }, make("input", { type: "checkbox", checked, onchange }), make("span", {}, label, help ? make("small", {}, help) : ""));

async function setup(slug, query) {
  const game = await gameOf(slug), { levels } = await games();
  if (!game) { location.hash = "#/"; return; }
  const last = await store.getSetting("last", {}), given = query.get("rules");
  const wish = { against: query.get("against") ?? last.against ?? "computer", level: last.level ?? "medium", name: last.name ?? "", other: "", first: "1", rounds: 1, clock: "", coach: false,
    preset: given ? "own" : "fair", rules: {}, joint: false, hints: true, public: false, open: false };
  if (!game.presets.fair || game.presets.fair.rules === game.presets.book.rules) wish.preset = given ? "own" : "book";
  const parse = (rules) => Object.fromEntries(rules.split(",").map((one) => one.split("=")));
  Object.assign(wish.rules, parse(game.presets[wish.preset]?.rules ?? game.presets.book.rules), given && given.includes("=") ? parse(given) : {});
  const outlook = make("p", { class: "outlook", "aria-live": "polite" }), form = make("form", { class: "narrow", novalidate: true });
  const spell = () => wish.preset === "own" ? game.options.map((one) => `${one.key}=${wish.rules[one.key] ?? one.usual}`).join(",") : wish.preset;

  async function promise() {
    const answer = wish.preset !== "own" ? { said: game.presets[wish.preset] } : await askProgram({ type: "rules", game: slug, rules: spell() });
    outlook.hidden = !(answer.said?.outlook || answer.words);
    setText(outlook, answer.said?.outlook ? `${capital(answer.said.outlook)}.` : answer.words ?? "");
  }

  function rulesPart() {
    const presets = [["book", words.presets.book], ...(game.presets.fair && game.presets.fair.rules !== game.presets.book.rules ? [["fair", words.presets.fair]] : []), ["own", words.presets.own]];
    return make("fieldset", {}, make("legend", {}, words.rules),
      make("div", { class: "row", role: "radiogroup", "aria-label": words.rules }, presets.map(([key, text]) => make("label", { class: "tick" },
        make("input", { type: "radio", name: "preset", value: key, checked: wish.preset === key, onchange: () => { wish.preset = key; if (game.presets[key]) wish.rules = parse(game.presets[key].rules); paint(`[value="${key}"]`); } }), text))),
      outlook,
      wish.preset === "own" ? game.options.map((option) => field(option.key, option.words
        ? pick(option.words.map((word) => [word, word]), wish.rules[option.key], (event) => { wish.rules[option.key] = event.target.value; promise(); })
        : make("input", { type: "number", min: option.least, max: option.most, value: wish.rules[option.key] ?? option.usual, onchange: (event) => { wish.rules[option.key] = event.target.value; promise(); } }),
      option.help, `option-${option.key}`)) : "",
      make("a", { href: `#/rules/${slug}?rules=${encodeURIComponent(spell())}` }, words.readRules));
  }

  function paint(focus) {
    const computer = wish.against === "computer", link = wish.against === "link", two = wish.against === "two", watch = wish.against === "watch";
    form.replaceChildren(...[
      make("fieldset", {}, make("legend", {}, words.against),
        field(words.against, pick([["computer", words.computer], ["two", words.twoHere], ...(online ? [["link", words.byLink]] : []), ["watch", words.twoComputers]], wish.against,
          (event) => { wish.against = event.target.value; paint("#against"); }), "", "against"),
        computer || watch ? field(words.level, pick(levels.map((level) => [level, words.levels[level] ?? level]), wish.level, (event) => { wish.level = event.target.value; }), "", "level") : "",
        watch ? "" : field(two ? words.nameOf(1) : words.yourName, make("input", { type: "text", maxlength: 32, autocomplete: "nickname", value: wish.name, placeholder: game.names[0], onchange: (event) => { wish.name = event.target.value; } }), "", "name"),
        two || link ? field(words.nameOf(2), make("input", { type: "text", maxlength: 32, value: wish.other, placeholder: game.names[1], onchange: (event) => { wish.other = event.target.value; } }), "", "other") : "",
        field(game.roles ? words.beginsRole(game.roles[0]) : words.begins, pick([["1", two || watch ? words.nameOf(1).replace(/^.* of /, "") : words.you], ["2", two || watch ? words.nameOf(2).replace(/^.* of /, "") : computer ? words.computer : words.other], ["toss", words.toss]], wish.first,
          (event) => { wish.first = event.target.value; }), "", "first"),
        field(words.rounds, make("input", { type: "number", min: 1, max: 99, value: wish.rounds, onchange: (event) => { wish.rounds = Number(event.target.value) || 1; } }), "", "rounds"),
        field(words.clock, pick(Object.entries(words.clocks).filter(([key]) => link || !key.includes("d/")), wish.clock, (event) => { wish.clock = event.target.value; }), "", "clock"),
        link ? [tick(words.hints, words.hintsHelp, wish.hints = false, (event) => { wish.hints = event.target.checked; }),
          tick(words.publicTable, words.publicHelp, wish.public, (event) => { wish.public = event.target.checked; }),
          tick(words.openSeat, words.openHelp, wish.open, (event) => { wish.open = event.target.checked; })]
          : watch ? "" : tick(words.coach, words.coachHelp, wish.coach, (event) => { wish.coach = event.target.checked; })),
      rulesPart(),
      make("div", { class: "row" }, make("button", { type: "submit", class: "first" }, words.start)),
    ]);
    promise();
    if (focus) form.querySelector(focus)?.focus();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    store.setSetting("last", { against: wish.against, level: wish.level, name: wish.name }).catch(() => {});
    const agreed = { game: slug, rules: spell(), names: [wish.name || game.names[0], wish.against === "computer" ? otherName(game, wish) : wish.other || game.names[1]],
      first: wish.first === "toss" ? "toss" : Number(wish.first), rounds: wish.rounds, clock: wish.clock };
    if (wish.against === "link") { create({ ...agreed, hints: wish.hints, public: wish.public, open: wish.open }); return; }
    const players = wish.against === "computer" ? ["human", wish.level] : wish.against === "two" ? ["human", "human"] : [wish.level, wish.level];
    play({ type: "table", ...agreed, names: wish.against === "watch" ? undefined : agreed.names, players, coach: wish.coach, hints: true, shared: wish.against === "two", keeps: true, created: Date.now() }, game);
  });
  paint();
  screen(game.title, heading(game.title), make("p", {}, `${capital(game.pitch)}.`), form);
}

const otherName = (game, wish) => game.names[1] === wish.name ? game.names[0] : game.names[1];

// A table in this browser. It is listed once somebody has moved.
async function play(first, game, id) {
  main.replaceChildren(make("p", {}, words.loading));
  const about = { title: game.title, game: game.game, names: first.names ?? game.names, begun: false, over: false, coach: first.coach };
  let table = id, begun = Boolean(id), release = () => {};
  screen(game.title);
  const view = new TableView(main, {
    settings,
    hello: (hello) => { if (table) return; table = hello.table; if (!id) { history.replaceState(null, "", `#/table/${table}`); lock(); } },
    event: (event) => {
      if (event.kind === "move" && event.by && !begun) { begun = true; store.noteTable(table, { begun: true, names: view.view.hello.names }).catch(() => {}); }
    },
    settled: ({ turn, state }) => {
      if (turn.type !== "end" && view.wasOver) { view.wasOver = false; store.noteTable(table, { over: false }).catch(() => {}); }
      if (turn.type === "end" && !view.wasOver) {
        view.wasOver = true;
        store.noteTable(table, { over: state.over ?? true, begun: true }).catch(() => {});
        navigator.storage?.persist?.().catch(() => {});
      }
    },
    rules: async () => showRules(game.game, view.view.hello.rules),
    replay: () => { location.hash = `#/replay/${table}`; },
    save: () => view.carrier.say({ type: "save", as: "all" }),
    other: (message) => { if (message.type === "saved") saveFile(message.record, table); },
  });
  const leave = view.leave.bind(view);
  view.leave = () => { leave(); release(); if (!begun && table) store.forgetTable(table).catch(() => {}); };
  async function lock() {
    if (!navigator.locks) return;
    await navigator.locks.request(`table ${table}`, { ifAvailable: true }, (held) => {
      if (!held) { view.readOnly = true; view.note(words.second); return undefined; }
      return new Promise((resolve) => { release = resolve; });
    });
  }
  open = view;
  view.quick = first.players?.every((one) => one !== "human") ? false : undefined;
  view.carrier = await openLocal(first, (message) => view.tell(message), about);
  if (id) lock();
}

async function resume(id) {
  const kept = await store.loadTable(id).catch(() => null);
  if (!kept) { screen(words.app, heading(words.gone), make("a", { href: "#/" }, words.games)); return; }
  play({ type: "resume", header: kept.header, events: kept.events, coach: kept.coach }, await gameOf(kept.game), id);
}

function saveFile(record, id) {
  const url = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
  make("a", { href: url, download: `causeway-${id}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

async function showRules(slug, rules) {
  const answer = await askProgram({ type: "rules", game: slug, rules });
  await ask(words.rules, ruleText(answer), [["", words.close]]);
}

const ruleText = (answer) => make("div", {}, (answer.said?.book ?? [answer.words]).map((text) => make("p", {}, text)),
  answer.said?.outlook ? make("p", { class: "outlook" }, `${capital(answer.said.outlook)}.`) : "");

async function rules(slug, query) {
  const game = await gameOf(slug), answer = await askProgram({ type: "rules", game: slug, rules: query.get("rules") ?? "book" });
  screen(game.title, make("div", { class: "narrow" }, heading(game.title), ruleText(answer), make("a", { class: "button first", href: `#/new/${slug}` }, words.start)));
}

// At a server.

async function create(agreed) {
  const { status, said } = await request("/api/tables", { body: agreed }).catch(() => ({ status: 0, said: {} }));
  if (status !== 201) { warn(said.error ?? words.failed); return; }
  const mine = said.links.find((one) => one.seat === 1), other = said.links.find((one) => one.seat === 2);
  if (other) sessionStorage.setItem(`invite ${said.table}`, other.link);
  location.href = mine.link;
}

async function atTable(table, token) {
  let seat = 0;
  if (token) {
    const { status, said } = await request("/api/seats", { token, body: { table } }).catch(() => ({ status: 0, said: {} }));
    if (status === 401 || status === 403) { screen(words.app, heading(words.taken), make("a", { href: "/" }, words.games)); return; }
    if (status === 404) { screen(words.app, heading(words.gone), make("a", { href: "/" }, words.games)); return; }
    seat = Number(String(said.seat ?? "").split(".").at(-1)) || 0;
  }
  screen(words.app);
  const invite = sessionStorage.getItem(`invite ${table}`);
  const view = new TableView(main, {
    settings, online: true, watches: !seat, seatKey: seat ? `${table}.${seat}` : "",
    hello: (hello) => { if (hello.protocol !== 1) warn(words.older); },
    settled: async ({ hello, turn, state }) => {
      if (invite && state.n > 0) share.hidden = true;
      if (seat && settings.remember) store.keepSeat({ seat: `${table}.${seat}`, table, token, title: hello.title, names: hello.names, turn: turn.mover === seat, over: turn.type === "end" }).catch(() => {});
    },
    rules: () => showRules(view.view.hello.game, view.view.hello.rules),
    review: () => showReview(table),
  });
  const share = make("section", { class: "offering", hidden: !invite }, make("p", {}, words.linkFor),
    make("div", { class: "link" }, make("input", { readonly: true, value: invite ?? "", "aria-label": words.share, onfocus: (event) => event.target.select() }),
      navigator.clipboard ? button(words.copy, async () => { await navigator.clipboard.writeText(invite); warn(words.copied); }, { class: "first" }) : "",
      navigator.share ? button(words.share, () => navigator.share({ url: invite }).catch(() => {})) : ""));
  view.element.prepend(share);
  view.parts.unshift(share);
  view.readOnly = !seat;
  open = view;
  view.carrier = await openOnline({ table, seat, token }, (message) => view.tell(message), (status) => {
    if (status === "lost") view.note(words.lost);
    else if (status === "open" && view.lost) view.note(words.restored);
    else if (status === "gone" || status === "taken") screen(words.app, heading(words[status]), make("a", { href: "/" }, words.games));
    view.lost = status === "lost";
  });
}

async function showReview(table) {
  const answer = await fetch(`/api/tables/${table}/review`, { credentials: "omit" }), text = await answer.text();
  await ask(words.review, make("pre", { class: "hash" }, answer.ok ? text : words.failed), [["", words.close]]);
}

async function lobby() {
  const list = make("ul", { class: "list" });
  async function fill() {
    if (!list.isConnected && list.children.length) return;
    const { said } = await request("/api/tables").catch(() => ({ said: {} })), names = Object.fromEntries((await games()).games.map((one) => [one.game, one.title]));
    list.replaceChildren(...(said.tables?.length ? said.tables.map((table) => make("li", {}, make("span", { class: "grow" }, make("a", { href: `/t/${table.table}` }, names[table.game] ?? table.game), make("small", {}, table.names.join(" – "))),
      table.open?.length ? button(words.sitDown, async () => {
        const { status, said: taken } = await request(`/api/tables/${table.table}/seat`, { body: {} });
        if (status === 200 || status === 201) location.href = taken.link; else warn(taken.error ?? words.taken);
      }, { class: "first" }) : "", make("a", { class: "button", href: `/t/${table.table}` }, words.watch))) : [make("li", {}, words.noTables)]));
    setTimeout(fill, 10000);
  }
  screen(words.lobby, heading(words.lobby), list);
  fill();
}

async function settingsPage() {
  const change = (key) => (event) => {
    settings[key] = event.target.type === "checkbox" ? event.target.checked : event.target.value;
    store.setSetting(key, settings[key]).catch(() => {});
    theme();
  };
  screen(words.settings, make("div", { class: "narrow" }, heading(words.settings), make("fieldset", {}, make("legend", { class: "unseen" }, words.settings),
    tick(words.confirmMoves, words.confirmHelp, settings.confirm, change("confirm")), tick(words.sound, words.soundHelp, settings.sound, change("sound")),
    online ? tick(words.remember, words.rememberHelp, settings.remember, change("remember")) : "",
    field(words.theme, pick(Object.entries(words.themes), settings.theme, change("theme")), "", "theme")),
  make("p", {}, words.kept),
  button(words.forgetAll, async () => {
    if (await ask(words.forgetSure, make("p", {}, words.forgetText), [["", words.no], ["yes", words.forget]]) === "yes") { await store.forgetAll(); location.hash = "#/"; }
  })));
}

const theme = () => set(document.documentElement, "data-theme", settings.theme || null);

// A game that was played, event by event, as each of its people could see it then. The program is
// given the log as far as it is shown, and does nothing by itself.
async function replay(id) {
  const kept = await store.loadTable(id).catch(() => null), game = kept && await gameOf(kept.game);
  if (!game) { location.hash = "#/"; return; }
  let at = kept.events.length, carrier = null;
  screen(game.title);
  const go = (to) => {
    at = Math.max(1, Math.min(kept.events.length, to));
    view.log = [];
    carrier?.say({ type: "resume", header: kept.header, events: kept.events.slice(0, at), still: true });
  };
  const view = new TableView(main, {
    settings,
    waitText: () => words.step(at, kept.events.length),
    tools: (add) => {
      add("start", words.toStart, () => go(1));
      add("back", words.back, () => go(at - 1));
      add("forward", words.forward, () => go(at + 1), { class: "first" });
      add("end", words.toEnd, () => go(kept.events.length));
      add("leave", words.close, () => { location.hash = "#/"; });
    },
    settled: ({ state }) => {
      view.log = state.said.map((one) => ({ n: one.n, by: one.by ?? 0, text: one.told }));
      view.showMoves();
      say(`${words.step(at, kept.events.length)} ${state.said.at(-1)?.told ?? ""}`);
    },
  });
  view.readOnly = true;
  open = view;
  carrier = view.carrier = await openLocal({ type: "resume", header: kept.header, events: kept.events, still: true }, (message) => view.tell(message));
}

// Where a route leads.
const routes = [
  [/^\/?$/, home],
  [/^\/new\/([\w-]+)$/, setup],
  [/^\/rules\/([\w-]+)$/, rules],
  [/^\/table\/(\w+)$/, resume],
  [/^\/settings$/, settingsPage],
  [/^\/replay\/(\w+)$/, replay],
  [/^\/lobby$/, lobby],
];

async function route() {
  const at = /\/t\/(\w+)$/.exec(location.pathname), fragment = location.hash.slice(1);
  if (online && at && !fragment.startsWith("/")) { atTable(at[1], fragment); return; }
  const [path, query] = fragment.split("?");
  if (open && path === `/table/${open.view.hello?.table}`) return;
  for (const [pattern, show] of routes) {
    const found = pattern.exec(path);
    if (!found) continue;
    try { await show(...found.slice(1), new URLSearchParams(query)); } catch (error) {
      console.error(error);
      screen(words.app, heading(words.failed), make("p", {}, String(error?.message ?? error)), make("a", { href: "#/" }, words.games));
    }
    return;
  }
  location.hash = "#/";
}

async function begin() {
  program().catch(() => {});
  for (const key of Object.keys(settings)) settings[key] = await store.getSetting(key, settings[key]);
  theme();
  find("nav").replaceChildren(make("a", { href: "#/" }, words.games), make("a", { href: "#/settings" }, words.settings), make("a", { href: "#help", onclick: (event) => { event.preventDefault(); showKeys(); } }, words.help));
  addEventListener("hashchange", route);
  route();
  if (navigator.serviceWorker && isSecureContext) {
    const registered = await navigator.serviceWorker.register(new URL("sw.js", online ? new URL("/", location.href) : document.baseURI).href.split("#")[0]).catch(() => null);
    registered?.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", (event) => {
      if (event.target.state === "installed" && navigator.serviceWorker.controller && !open) { event.target.postMessage("take over"); }
      else if (event.target.state === "installed" && navigator.serviceWorker.controller) warn(words.newVersion);
    }));
  }
}
begin();
