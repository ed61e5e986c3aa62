// SPDX-License-Identifier: GPL-3.0-or-later
// Routes and screens. A route stands behind the #, so that any static host will do; at /t/TABLE a
// fragment that does not begin with / is the token of a seat.
import { askProgram, openLocal, openOnline, prepare, program, request } from "./carrier.js";
import { ask, button, find, make, set, setText, symbol, warn } from "./dom.js";
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
  warn("");
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
      make("div", { class: "text" }, make("h2", {}, game.title), make("p", {}, `${capital(game.pitch)}.`))))),
    make("li", { class: "stack" }, [["#/learn", words.learn, words.learnPitch], ["#/puzzle/daily", words.daily, words.dailyPitch]].map(([href, title, pitch]) =>
      make("a", { class: "card", href }, make("div", { class: "text" }, make("h2", {}, title), make("p", {}, pitch)))))),
    kept.length || seats.length ? [make("h2", {}, words.yourGames), make("ul", { class: "list" }, [...seats.map(seatRow), ...kept.map(keptRow)])] : "",
    make("div", { class: "row below" }, online ? [make("a", { class: "button", href: "#/lobby" }, words.lobby), make("a", { class: "button", href: "/about" }, words.about)] : "",
      make("label", { class: "button file" }, words.openFile, make("input", { type: "file", accept: ".jsonl,.json,.txt", onchange: async (event) => (await study()).openFile(forStudy, event) }))));
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

// A seat is shown as it was left, until the server says how it is now.
function seatRow(seat) {
  const what = `${seat.title}: ${seat.names.join(" – ")}`, badge = make("span");
  const show = (over, turn) => { badge.className = `badge${turn ? " turn" : ""}`; setText(badge, over ? words.over : turn ? words.yourTurn : words.waiting); };
  show(seat.over, seat.turn);
  request(`/api/seats/${seat.seat}`, { token: seat.token }).then(({ said }) => { if (said.state) show(said.end, said.turn?.mover === Number(seat.seat.at(-1))); }, () => {});
  return make("li", {}, make("span", { class: "grow" }, make("a", { href: `/t/${seat.table}#${seat.token}` }, seat.title), make("small", {}, seat.names.join(" – "))),
    badge, forgetButton(what, () => store.forgetSeat(seat.seat)));
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
    preset: game.presets[given] ? given : given ? "own" : "fair", rules: {}, hints: false, public: false, open: false };
  if (!given && (!game.presets.fair || game.presets.fair.rules === game.presets.book.rules)) wish.preset = "book";
  const parse = (rules) => Object.fromEntries(rules.split(",").map((one) => one.split("=")));
  Object.assign(wish.rules, parse(game.presets[wish.preset]?.rules ?? game.presets.book.rules), given && given.includes("=") ? parse(given) : {});
  const outlook = make("p", { class: "outlook", "aria-live": "polite" }), form = make("form", { class: "narrow", novalidate: true });
  const spell = () => wish.preset === "own" ? game.options.map((one) => `${one.key}=${wish.rules[one.key] ?? one.usual}`).join(",") : wish.preset;

  // The address is a link to these rules.
  async function promise() {
    history.replaceState(null, "", `#/new/${slug}?rules=${spell()}`);
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
      make("fieldset", {}, make("legend", {}, words.players),
        field(words.against, pick([["computer", words.computer], ["two", words.twoHere], ...(online ? [["link", words.byLink]] : []), ["watch", words.twoComputers]], wish.against,
          (event) => { wish.against = event.target.value; paint("#against"); }), "", "against"),
        computer || watch ? field(words.level, pick(levels.map((level) => [level, words.levels[level] ?? level]), wish.level, (event) => { wish.level = event.target.value; }), "", "level") : "",
        watch ? "" : field(two ? words.nameOf(1) : words.yourName, make("input", { type: "text", maxlength: 32, autocomplete: "nickname", value: wish.name, placeholder: game.names[0], onchange: (event) => { wish.name = event.target.value; } }), "", "name"),
        two || link ? field(words.nameOf(2), make("input", { type: "text", maxlength: 32, value: wish.other, placeholder: game.names[1], onchange: (event) => { wish.other = event.target.value; } }), "", "other") : "",
        field(game.roles ? words.beginsRole(game.roles[0]) : words.begins, pick([["1", two || watch ? words.nameOf(1).replace(/^.* of /, "") : words.you], ["2", two || watch ? words.nameOf(2).replace(/^.* of /, "") : computer ? words.computer : words.other], ["toss", words.toss]], wish.first,
          (event) => { wish.first = event.target.value; }), "", "first"),
        field(words.rounds, make("input", { type: "number", min: 1, max: 99, value: wish.rounds, onchange: (event) => { wish.rounds = Number(event.target.value) || 1; } }), "", "rounds"),
        field(words.clock, pick(Object.entries(words.clocks).filter(([key]) => link || !key.includes("d/")), wish.clock, (event) => { wish.clock = event.target.value; }), "", "clock"),
        link ? [tick(words.hints, words.hintsHelp, wish.hints, (event) => { wish.hints = event.target.checked; }),
          tick(words.publicTable, words.publicHelp, wish.public, (event) => { wish.public = event.target.checked; }),
          tick(words.openSeat, words.openHelp, wish.open, (event) => { wish.open = event.target.checked; })]
          : watch ? "" : tick(words.coach, words.coachHelp, wish.coach, (event) => { wish.coach = event.target.checked; })),
      rulesPart(),
      make("div", { class: "row" }, make("button", { type: "submit", class: "first" }, words.start)),
    ]);
    promise();
    if (needsFull(game, { coach: wish.coach, rules: spell(), players: computer || watch ? [wish.level] : [] })) program("full").catch(() => {}); // begins to load
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

// Coaches need the module with exact linear programs, and so do computers where something is hidden and
// the rules are no preset: for those the light one has strategies.
const needsFull = (game, { coach, players, rules }) => coach || (game.secrets && !game.presets[rules] && players.some((one) => one !== "human" && one !== "random"));

// A table in this browser. It is listed once somebody has moved.
// With `loose` nothing is kept: it did not begin at the beginning.
async function play(first, game, id, loose) {
  main.replaceChildren(make("p", {}, words.loading));
  const full = first.full ?? Boolean(loose || needsFull(game, first));
  const about = { title: game.title, game: game.game, names: first.names ?? game.names, begun: false, over: false, coach: first.coach, full };
  let table = id, begun = Boolean(id), release = () => {};
  screen(game.title);
  const view = new TableView(main, {
    settings,
    hello: (hello) => { if (table || loose) return; table = hello.table; if (!id) { history.replaceState(null, "", `#/table/${table}`); lock(); } },
    event: (event) => {
      if (event.kind === "move" && event.by && !begun && !loose) { begun = true; store.noteTable(table, { begun: true, names: view.view.hello.names }).catch(() => {}); }
    },
    settled: ({ turn, state }) => {
      if (loose) return;
      if (turn.type !== "end" && view.wasOver) { view.wasOver = false; store.noteTable(table, { over: false }).catch(() => {}); }
      if (turn.type === "end" && !view.wasOver) {
        view.wasOver = true;
        store.noteTable(table, { over: state.over ?? true, begun: true }).catch(() => {});
        navigator.storage?.persist?.().catch(() => {});
      }
    },
    rules: () => showRules(view),
    ...(loose ? {} : {
      replay: () => { location.hash = `#/replay/${table}`; },
      review: () => { location.hash = `#/review/${table}`; },
      save: () => view.carrier.say({ type: "save", as: "all" }),
    }),
    other: (message) => { if (message.type === "saved") saveFile(message.record, table); },
  });
  const leave = view.leave.bind(view);
  view.leave = () => { leave(); release(); if (!begun && table) store.forgetTable(table).catch(() => {}); };
  const lock = () => !navigator.locks || new Promise((known) => {
    navigator.locks.request(`table ${table}`, { ifAvailable: true }, (held) => {
      known(Boolean(held));
      return held && new Promise((resolve) => { release = resolve; });
    }).catch(() => known(true));
  });
  open = view;
  view.quick = first.players?.every((one) => one !== "human") ? false : undefined;
  const watches = id && !await lock();
  if (watches) release = watchTab(view, id);
  view.carrier = await openLocal(watches ? { ...first, still: true } : first, (message) => view.tell(message), loose || watches ? null : about, full ? "full" : "light");
}

// A game that is open in another tab: it is shown as it goes on, and gone on with here when that is closed.
function watchTab(view, id) {
  const channel = new BroadcastChannel(`table ${id}`), waits = new AbortController();
  view.readOnly = true;
  view.options.waitText = () => words.second;
  channel.onmessage = async () => {
    const kept = await store.loadTable(id).catch(() => null);
    if (kept) view.carrier?.say({ type: "resume", header: kept.header, events: kept.events, still: true });
  };
  navigator.locks.request(`table ${id}`, { signal: waits.signal }, () => {}).then(() => { if (open === view) resume(id); }, () => {});
  return () => { channel.close(); waits.abort(); };
}

async function resume(id) {
  const kept = await store.loadTable(id).catch(() => null);
  if (!kept) { screen(words.app, heading(words.nowhere.gone.title), make("a", { href: "#/" }, words.games)); return; }
  play({ type: "resume", header: kept.header, events: kept.events, coach: kept.coach, full: kept.full }, await gameOf(kept.game), id);
}

function saveFile(record, id) {
  const url = URL.createObjectURL(new Blob([record], { type: "application/jsonl" }));
  make("a", { href: url, download: `causeway-${id}.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// At a server.

// A seat's link, at the name by which this page was opened: what the browser keeps belongs to that.
const here = (link) => link.slice(link.indexOf("/t/"));

async function create(agreed) {
  const { status, said } = await request("/api/tables", { body: agreed }).catch(() => ({ status: 0, said: {} }));
  if (status !== 201) { warn(said.error ?? words.failed); return; }
  const [mine, other] = said.links;
  sessionStorage.setItem(`invite ${said.table}.1`, other?.link ?? `${said.watch}#/sit/${said.table}`);
  location.href = here(mine.link);
}

// A link that leads nowhere, and what can be done about it.
function nowhere(what, table) {
  const { title, text } = words.nowhere[what];
  screen(title, make("div", { class: "narrow" }, heading(title), make("p", {}, text), make("div", { class: "row" },
    what === "older" ? button(words.reload, () => location.reload(), { class: "first" }) : "",
    what === "taken" && table ? make("a", { class: "button first", href: `/t/${table}` }, words.watch) : "",
    what === "taken" ? make("a", { class: "button", href: "/#/lobby" }, words.lobby) : "",
    make("a", { class: "button", href: "/" }, words.games))));
}

// The first who comes takes an open seat.
async function sit(table) {
  const { status, said } = await request(`/api/tables/${table}/seat`, { body: {} }).catch(() => ({ status: 0, said: {} }));
  if (said.link) location.replace(here(said.link));
  else if (status === 404) nowhere("gone");
  else if (status === 409) nowhere("taken", table);
  else screen(words.app, heading(said.error ?? words.failed), make("a", { href: "/" }, words.games));
}

async function atTable(table, token) {
  let seat = 0;
  while (token && !seat) {
    const { status, said, wait } = await request("/api/seats", { token, body: { table } }).catch(() => ({ status: 0, said: {} }));
    if (status === 401 || status === 403) { nowhere("renewed"); return; }
    if (status === 404) { nowhere("gone"); return; }
    seat = Number(String(said.seat ?? "").split(".").at(-1)) || 0;
    if (seat) break;
    warn(words.lost);
    await new Promise((resolve) => { setTimeout(resolve, 1000 * (wait || 1)); });
    if (location.hash.slice(1) !== token) return;
  }
  screen(words.app);
  const invite = sessionStorage.getItem(`invite ${table}.${seat}`);
  const view = new TableView(main, {
    settings, online: true, watches: !seat, seatKey: seat ? `${table}.${seat}` : "",
    hello: (hello) => { if (hello.protocol !== 1) nowhere("older"); },
    settled: async ({ hello, turn, state }) => {
      if (invite && state.n > 0) share.hidden = true;
      if (seat && settings.remember) store.keepSeat({ seat: `${table}.${seat}`, table, token, title: hello.title, names: hello.names, turn: turn.mover === seat, over: turn.type === "end" }).catch(() => {});
    },
    rules: () => showRules(view),
    review: () => { location.hash = `#/review/${table}`; },
    replay: () => { location.hash = `#/replay/${table}`; },
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
    else if (words.nowhere[status]) nowhere(status, table);
    view.lost = status === "lost";
  });
}

const theme = () => set(document.documentElement, "data-theme", settings.theme || null);

// What comes after the first screen has a module of its own.
const study = () => import("./study.js");
const showRules = async (view) => (await study()).showRules(view);
const forStudy = { main, settings, online, heading, field, pick, tick, theme, games, gameOf, screen: (...all) => screen(...all), play: (...all) => play(...all),
  open: (view) => { open = view; } };

// Where a route leads.
const routes = [
  [/^\/?$/, home],
  [/^\/new\/([\w-]+)$/, setup],
  [/^\/rules\/([\w-]+)$/, async (game, query) => (await study()).rules(forStudy, game, query)],
  [/^\/table\/(\w+)$/, resume],
  [/^\/settings$/, async () => (await study()).settings(forStudy)],
  [/^\/replay\/(\w+)$/, async (id) => (await study()).past(forStudy, id, false)],
  [/^\/review\/(\w+)$/, async (id) => (await study()).past(forStudy, id, true)],
  [/^\/learn$/, async () => (await study()).learn(forStudy)],
  [/^\/learn\/([\w-]+)\/(\d+)$/, async (game, number) => (await study()).lesson(forStudy, game, number)],
  [/^\/puzzle(?:\/([\w-]+))?$/, async (game, query) => (await study()).puzzle(forStudy, game, query)],
  [/^\/lobby$/, async () => (await study()).lobby(forStudy)],
  [/^\/sit\/(\w+)$/, sit],
];

async function route() {
  const at = /\/t\/(\w+)$/.exec(location.pathname), fragment = location.hash.slice(1);
  if (online && at && !fragment.startsWith("/")) { await atTable(at[1], fragment); return; }
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
  prepare();
  await Promise.all(Object.keys(settings).map(async (key) => { settings[key] = await store.getSetting(key, settings[key]); }));
  theme();
  find("nav").replaceChildren(make("a", { href: "#/" }, words.games), make("a", { href: "#/settings" }, words.settings), make("a", { href: "#help", onclick: (event) => { event.preventDefault(); showKeys(); } }, words.help));
  addEventListener("hashchange", route);
  await route();
  // What plays without a network is loaded after what is looked at.
  if (navigator.serviceWorker && isSecureContext) {
    const registered = await navigator.serviceWorker.register(new URL("sw.js", online ? new URL("/", location.href) : document.baseURI).href.split("#")[0]).catch(() => null);
    registered?.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", (event) => {
      if (event.target.state === "installed" && navigator.serviceWorker.controller && !open) { event.target.postMessage("take over"); }
      else if (event.target.state === "installed" && navigator.serviceWorker.controller) warn(words.newVersion);
    }));
  }
}
begin();
