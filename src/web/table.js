// SPDX-License-Identifier: GPL-3.0-or-later
// A table on the screen: what it says is shown, what is chosen is said. It knows messages and
// nothing of any game.
import { ask, button, find, make, say, set, setText, symbol, warn } from "./dom.js";
import { Board } from "./board.js";
import * as choosing from "./choice.js";
import * as proof from "./proof.js";
import * as store from "./store.js";
import { words } from "./words.js";

const PACE = 350, SLOW = 1000;
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const lines = (text) => (text ?? "").split("\n").map((line) => line.trim()).filter(Boolean);
const sentence = (text) => lines(text).join(" ");
const touches = () => matchMedia("(pointer: coarse)").matches;

export class TableView {
  // options: {settings, again(): another of the same, leave(), rules(), review(), replay(),
  //           exercise, online}
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.views = new Map();
    this.queue = [];
    this.hints = null;
    this.choice = choosing.begin([]);
    this.alone = 0;
    this.uncovered = "";
    this.heard = 0; // up to which event
    this.board = new Board({ act: (cell, event) => this.press(cell, event), look: (cell) => { this.explored = cell; } });
    this.build();
  }

  build() {
    this.cards = [1, 2].map((seat) => {
      const card = { name: make("b"), note: make("small"), clock: make("span", { class: "clock", hidden: true }), token: make("span", { class: "unseen" }) };
      card.element = make("li", { class: `player seat-${seat}` }, symbol(`token-${seat}`),
        make("span", { class: "who" }, card.name, card.note), card.clock);
      return card;
    });
    this.banner = make("section", { class: "banner", hidden: true });
    this.offering = make("section", { class: "offering", hidden: true });
    this.actions = make("fieldset", { class: "actions", hidden: true }, make("legend", { class: "unseen" }, words.actions));
    this.asks = make("p", { class: "ask" });
    this.primary = button("", () => this.settle(), { class: "first", hidden: true });
    this.tools = make("div", { class: "tools" });
    this.says = make("p", { class: "says", hidden: true });
    this.movesList = make("ol");
    this.moves = make("section", { class: "moves", "aria-label": words.moves, tabindex: "0" }, make("h2", {}, words.moves), this.movesList);
    this.cover = make("section", { class: "cover" });
    const players = make("ul", { class: "players" }, this.cards.map((card) => card.element));
    this.parts = [players, this.banner, this.offering, this.board.element,
      make("div", { class: "panel" }, this.actions, this.asks, this.primary, this.tools), this.says, this.moves];
    this.headline = make("h1", { class: "unseen" }, words.app);
    this.parts.unshift(this.headline);
    this.element = make("div", { class: "table", id: "table" }, this.parts);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.root.replaceChildren(this.element);
    this.ticker = setInterval(() => this.tick(), 250);
  }

  leave() {
    clearInterval(this.ticker);
    this.board.leave();
    this.carrier?.close();
    document.title = words.app;
  }

  // What the table says. Messages are shown one after the other: an event, then what it leaves.
  tell(message) {
    this.queue.push(message);
    if (!this.working) this.work();
  }

  async work() {
    this.working = true;
    while (this.queue.length) {
      try { await this.take(this.queue.shift()); } catch (error) { console.error(error); }
    }
    this.working = false;
  }

  viewOf(seat) {
    if (!this.views.has(seat)) this.views.set(seat, { log: [], told: [] });
    return this.views.get(seat);
  }

  // Whose eyes the screen is for: the only person's; of two at one screen, everybody's.
  get shown() { return this.alone || this.main || 0; }
  get view() { return this.views.get(this.shown) ?? {}; }

  async take(message) {
    const view = this.viewOf(message.seat ?? this.main ?? 0);
    switch (message.type) {
    case "hello":
      view.hello = message;
      view.resumed = true;
      if (this.main === undefined || message.seat === 0) this.main = message.seat;
      this.options.hello?.(message);
      break;
    case "event":
      await this.event(message, view);
      break;
    case "state":
      view.state = message;
      view.at = performance.now();
      break;
    case "turn": case "end":
      view.turn = { offers: [], ...message };
      if (view.resumed && !this.options.exercise) this.recall(view);
      if (message.seat === this.shown || message.seat === undefined) this.settled(view);
      break;
    case "stage": // how it stood: asked for by whoever looks back
      if ((message.seat ?? this.shown) !== this.shown) break;
      view.state = message.state;
      view.turn = { offers: [], ...message.turn };
      this.happened = null;
      this.settled(view);
      break;
    case "done": this.sent = null; break;
    case "refused":
      this.sent = null;
      if (message.words) this.complain(message.words);
      this.show();
      break;
    case "may": break;
    case "hint": if (this.alone || this.main !== 0 || !this.view.turn.hint_alone) this.hint(message); break; // else it has been hidden again
    case "warning": this.warning(message); break;
    case "judged":
      this.sent = null;
      this.options.judged?.(message);
      this.show();
      break;
    case "exercise":
      this.note("", true);
      this.options.exercise?.(message);
      this.show();
      break;
    case "unkept": this.unkept(message); break;
    case "away": if (message.by !== this.shown) this.note(message.back ? words.returned(this.nameOf(message.by)) : words.away(this.nameOf(message.by))); break;
    case "wrong": case "broken": this.sent = null; this.complain(message.words || words.failed); this.options.broken?.(message); break;
    default: this.options.other?.(message);
    }
  }

  // What one is told is kept for that one's eyes: of two at one screen each may hear something else.
  async event(message, view) {
    const { n, by = 0, told, kind, move } = message;
    if (told) view.told.push({ n, told });
    if (told && kind !== "commit" && kind !== "open") view.log.push({ n, by, text: told, move });
    if (message.seat !== this.shown && message.seat !== undefined) return;
    const computer = view.hello?.computers?.[message.by - 1];
    if (computer && this.painted && !this.quick) await pause(Math.max(0, this.painted + PACE - performance.now()));
    this.happened = message;
    if (message.kind === "undo" || message.kind === "move") this.undone = message.kind === "undo";
    this.options.event?.(message);
  }

  // The stage is whole: an event has been told with what it leaves.
  settled(view) {
    const { turn, state } = view;
    if (view.turnN !== turn.n || turn.type !== view.turnType) {
      this.choice = choosing.begin(turn.offers);
      this.hints = null;
      this.confirming = null;
      this.complain("");
      view.turnN = turn.n;
      view.turnType = turn.type;
    }
    this.sent = null;
    this.painted = performance.now();
    if (this.alone && (turn.mover !== this.alone || (turn.n !== this.aloneAt && !state.hides))) this.alone = this.peeking = 0;
    this.show();
    this.announce();
    if (this.options.online) this.contribute();
    this.options.settled?.(this.view);
  }

  // A table that was there before: the last of what happened at it.
  recall(view) {
    const { said } = view.state;
    view.resumed = false;
    if (!said.length) return;
    view.log = [...view.log.filter((one) => one.n < said[0].n), ...said.map((one) => ({ n: one.n, by: one.by ?? 0, text: one.told })).filter((one) => one.text)];
    this.movesKey = null;
  }

  announce() {
    const { hello, state, turn, told } = this.view;
    if (!state || !turn || this.element.contains(this.cover)) return;
    const parts = told.filter(({ n }) => n > this.heard).map((one) => one.told);
    this.heard = Math.max(this.heard, ...told.map(({ n }) => n));
    this.view.told = [];
    if (this.mayMove()) parts.push(`${words.yourTurn}. ${state.words.turn}`);
    else if (turn.type === "end") parts.push(this.verdict().filter(Boolean).join(". "));
    const text = parts.filter(Boolean).join(" ").trim();
    if (text) say(this.spoken = text);
    const mine = this.mayMove() && hello.computers.some((one, i) => one || this.options.online);
    document.title = `${mine ? `${words.yourTurnTitle} – ` : ""}${this.title()} – ${words.app}`;
    if (mine && this.options.settings.sound && this.lastRung !== turn.n && this.options.online) { this.lastRung = turn.n; knock(); }
  }

  title() { return this.view.hello?.title ?? ""; }
  nameOf(seat) { return this.view.hello?.names[seat - 1] ?? ""; }
  get mover() { return this.view.turn?.mover ?? 0; }
  mayMove() { return Boolean(this.view.turn?.offers?.length) && !this.readOnly; }
  get offer() { return this.mayMove() ? this.view.turn.offers[this.choice.offer] : null; }
  // Whose act it is: at a shared screen, the player on turn.
  get actor() { return this.shown || this.mover || this.last || 1; }

  act(message) {
    const { turn, state } = this.view;
    this.last = this.mover || this.last;
    this.carrier.say({ ...message, seat: this.actor, n: message.type === "accept" || message.type === "decline" ? undefined : turn?.n ?? state.n + 1 });
  }

  // Painting.

  show() {
    const { hello, state, turn } = this.view;
    if (!hello || !state || !turn) return;
    if (this.covers()) return;
    const held = document.activeElement, within = this.element.contains(held);
    this.showPlayers();
    this.showBanner();
    this.showOffering();
    const offer = this.offer;
    this.board.show({ hello, state, offer, choice: this.choice, seat: this.mover, viewer: this.shown, hints: this.hints,
      focus: offer ? choosing.focusOf(turn.offers, this.choice) : undefined });
    this.showPanel();
    this.showMoves();
    setText(this.headline, this.title());
    setText(find("where"), [this.title(), this.round()].filter(Boolean).join(" · "));
    if (within && !this.element.contains(document.activeElement)) this.board.focus(this.board.current);
  }

  round() {
    const { hello, state } = this.view;
    return hello.rounds > 1 ? words.round(state.round, hello.rounds) : "";
  }

  // The board leaves the document: who should not see it cannot find it there either.
  covers() {
    const { turn, state } = this.view;
    const cover = this.views.get(0)?.turn?.cover ?? "open", key = `${cover}${turn.mover}${turn.n}`;
    const needed = this.main === 0 && this.view.hello.shared && turn.type === "turn" && (this.peeking ? !this.alone : cover !== "open" && this.uncovered !== key);
    if (!needed) {
      if (!this.element.contains(this.board.element)) {
        this.element.replaceChildren(...this.parts);
        this.focusBoard = true;
      }
      if (this.focusBoard) { this.focusBoard = false; queueMicrotask(() => this.board.focus(this.board.current ?? state.board.first)); }
      return false;
    }
    const name = this.nameOf(turn.mover);
    this.cover.replaceChildren(make("span", { class: `seat-${turn.mover}` }, symbol(`token-${turn.mover}`)),
      make("h1", {}, words.cover(name)), make("p", {}, this.peeking ? words.peekText : words.coverText),
      button(words.coverGo(name), () => {
        this.uncovered = key;
        this.alone = this.peeking || cover === "alone" ? turn.mover : 0;
        this.aloneAt = turn.n;
        this.choice = choosing.begin(this.view.turn.offers);
        this.show();
        this.announce();
        if (this.wish) { const wish = this.wish; this.wish = null; this.act(wish); }
      }, { class: "first" }));
    if (!this.element.contains(this.cover)) {
      this.element.replaceChildren(this.cover);
      setText(find("live"), this.spoken = "");
      this.cover.querySelector("button").focus();
    }
    return true;
  }

  showPlayers() {
    const { hello, state, turn } = this.view;
    this.cards.forEach((card, i) => {
      const seat = i + 1, first = (state.first || hello.first || 1) === seat, role = hello.roles?.[first ? 0 : 1];
      const you = this.main === seat || (this.options.exercise && seat === this.shown);
      card.name.replaceChildren(hello.names[i], ...(you && hello.computers.some(Boolean) || you && this.options.online ? [make("i", {}, ` ${words.youAre}`)] : []));
      const level = hello.computers[i] ? words.levels[hello.players[i]] ?? hello.players[i] : "", same = hello.names[i].startsWith(level);
      const supply = state.supply[i] ? `${state.supply[i].what}: ${state.supply[i].left}` : "";
      const tally = hello.rounds > 1 ? `${state.wins[i].reduce((a, b) => a + b)} ★` : "";
      const notes = [role, same ? "" : level.toLowerCase(), supply, tally].filter(Boolean);
      if (notes.join() !== card.notes) card.note.replaceChildren(...notes.map((text) => make("span", {}, text)));
      card.notes = notes.join();
      card.element.classList.toggle("turn", turn.type === "turn" ? turn.mover === seat : state.winner === seat);
      set(card.element, "aria-current", turn.mover === seat ? "true" : null);
    });
    this.tick();
  }

  tick() {
    const { hello, state, turn, at } = this.view;
    if (!hello?.clock || !state?.clocks || (!hello.clock.base && !hello.clock.move)) return;
    const gone = turn?.type === "turn" ? performance.now() - at : 0, runs = state.runs;
    this.cards.forEach((card, i) => {
      const left = Math.max(0, state.clocks[i] - (runs === i + 1 ? gone : 0)), seconds = Math.ceil(left / 1000);
      card.clock.hidden = false;
      setText(card.clock, seconds >= 3600 ? `${Math.floor(seconds / 3600)} h ${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
      card.clock.classList.toggle("low", seconds <= 10);
      if (runs === i + 1 && (seconds === 30 || seconds === 10) && this.saidClock !== `${i}${seconds}${turn.n}`) {
        this.saidClock = `${i}${seconds}${turn.n}`;
        say(words.clockLeft(hello.names[i], seconds));
      }
    });
  }

  // Who won, and why, in one sentence.
  verdict() {
    const { hello, state, turn } = this.view, winner = turn.winner ?? state.winner;
    const mine = this.main !== 0 && this.main !== undefined && !this.options.watches;
    const title = !winner ? "" : mine ? winner === this.main ? words.youWon : words.youLost : words.wins(hello.names[winner - 1]);
    return [title, state.words.result];
  }

  showBanner() {
    const { state, turn } = this.view, over = turn.type === "end" && !this.options.exercise, winner = turn.winner || state.winner;
    this.banner.hidden = !over || !winner;
    if (this.banner.hidden) return;
    const [title, why] = this.verdict();
    this.banner.className = `banner seat-${winner}`;
    this.banner.replaceChildren(symbol(`token-${winner}`), make("div", {}, make("h2", {}, title), make("p", {}, why)));
  }

  showOffering() {
    const { turn } = this.view, asked = turn.asked;
    this.offering.hidden = !asked?.n;
    if (this.offering.hidden) return;
    const mine = asked.by === this.shown;
    this.offering.replaceChildren(make("p", {}, mine ? words.asked : asked.what === "undo" ? words.asksUndo(this.nameOf(asked.by)) : words.asksRematch(this.nameOf(asked.by), asked.swapped)),
      ...(mine || this.readOnly ? [] : [button(words.accept, () => this.act({ type: "accept" }), { class: "first" }), button(words.decline, () => this.act({ type: "decline" }))]));
  }

  showPanel() {
    const { turn, state } = this.view, offers = turn.offers, offer = this.offer;
    const several = this.mayMove() && offers.length > 1;
    this.actions.hidden = !several;
    const key = several ? JSON.stringify(offers.map((one) => one.label)) : "";
    if (several && key !== this.actionsKey) {
      this.actions.replaceChildren(this.actions.firstChild, ...offers.map((one, i) => make("label", {},
        make("input", { type: "radio", name: "action", value: String(i), onchange: () => { this.choice = choosing.select(offers, i); this.show(); } }), one.label)));
    }
    this.actionsKey = key;
    if (several) [...this.actions.querySelectorAll("input")].forEach((input, i) => { input.checked = i === this.choice.offer; });
    const many = offer && offer.pick > 1, alone = offer && offer.pick === 0 && offer.cells[0] === null;
    set(this.asks, "class", `ask${offer ? "" : " wait"}`);
    setText(this.asks, this.confirming ? words.confirmAsk(this.confirming)
      : offer ? many ? `${offer.ask} ${words.chosen(this.choice.marked.length, offer.pick)}.` : offer.ask
        : this.waitText());
    this.primary.hidden = !(many || alone || this.confirming);
    setText(this.primary, this.confirming ? words.confirm : many ? words.settle : alone ? offer.label : "");
    this.primary.dataset.kind = this.confirming ? "confirm" : many ? "settle" : "alone";
    this.primary.disabled = Boolean(many && this.choice.marked.length < offer.pick);
    this.showTools();
  }

  waitText() {
    const { hello, turn, state } = this.view;
    if (this.options.waitText?.(this.view)) return this.options.waitText(this.view);
    if (turn.type === "end" || !turn.mover) return this.options.online && !state.n ? words.notAllHere : "";
    const name = this.nameOf(turn.mover);
    return hello.computers[turn.mover - 1] ? words.thinking(name) : words.waits(name);
  }

  showTools() {
    const { hello, turn, state } = this.view, tools = [];
    const add = (key, text, act, members) => tools.push([key, text, act, members]);
    const over = turn.type === "end";
    if (this.options.tools) this.options.tools(add, this.view);
    else if (!this.readOnly) {
      if (over && turn.ready && turn.ready !== "not") {
        const more = !state.over && hello.rounds > 1;
        // A rematch is an offer; the next round begins when both are ready.
        const waits = !more || !this.main || turn.waits?.[this.main - 1] !== false;
        if (waits || !this.options.online) add("again", more ? words.next : words.again, () => this.ready(false), { class: "first" });
        else add("wait", words.readyWaits, () => {}, { disabled: true });
        if (!more) add("swap", words.swap, () => this.ready(true));
      }
      if (turn.hint) add("hint", words.hint, () => this.askHint());
      if (turn.peeks) add("secrets", this.alone && this.peeking ? words.hide : words.secrets, () => this.peek());
      if (turn.undo && turn.undo !== "not") add("undo", words.undo, () => this.act({ type: "undo" }));
      if (this.undone && this.mayMove() && !this.options.online) add("redo", words.redo, () => this.act({ type: "redo" }));
      if (!over && turn.mover && state.n > 0 && !this.options.watches) add("resign", words.resign, () => this.resign());
    }
    if (over && this.options.review) add("review", words.review, this.options.review);
    if (over && this.options.replay) add("replay", words.replay, this.options.replay);
    if ((state.commitments?.length || turn.commitments?.length) && !this.options.exercise) add("proof", words.proof, () => this.proof());
    if (over && this.options.save) add("save", words.save, this.options.save);
    if (this.options.rules) add("rules", words.rules, this.options.rules);
    const key = JSON.stringify(tools.map(([name, text, , members]) => [name, text, members]));
    this.toolActs = new Map(tools.map(([name, , act]) => [name, act]));
    if (key === this.toolsKey) return;
    this.toolsKey = key;
    this.tools.replaceChildren(...tools.map(([name, text, , members]) => button(text, () => this.toolActs.get(name)?.(), { "data-tool": name, ...members })));
  }

  showMoves() {
    const { log } = this.view, key = log.length ? `${this.shown}:${log.at(-1).n}/${log.length}` : "";
    if (key === this.movesKey) return;
    this.movesKey = key;
    this.moves.hidden = !log.length;
    this.movesList.replaceChildren(...log.slice().reverse().map((one) => make("li", {},
      make("span", { class: `seat-${one.by || 0}` }, one.by === 1 || one.by === 2 ? symbol(`token-${one.by}`) : ""), make("span", {}, one.text))));
  }

  // Choosing.

  apply(result) {
    if (result.full) this.note(words.chosen(this.offer.pick, this.offer.pick));
    this.choice = result.choice;
    if (result.move) { this.play(result.move); return; }
    this.confirming = null;
    this.show();
    const cell = choosing.focusOf(this.view.turn.offers, this.choice);
    if (cell !== null && this.board.hasFocus()) this.board.focus(cell);
  }

  press(cell, event) {
    if (!this.mayMove()) return;
    const result = choosing.press(this.view.turn.offers, this.choice, cell);
    if (result.nothing) return;
    const final = this.view.turn.offers[result.choice.offer]?.final;
    if (result.move && result.move !== this.confirming && (this.options.settings.confirm || (final && (event?.pointerType === "touch" || touches())))) {
      this.choice = result.choice;
      this.confirming = result.move;
      this.show();
      return;
    }
    this.apply(result);
  }

  settle() {
    if (this.confirming) this.play(this.confirming);
    else if (this.mayMove()) this.apply(choosing.settle(this.view.turn.offers, this.choice));
  }

  play(move, sure) {
    if (this.sent && !sure) return; // one has not been answered yet
    this.sent = move;
    this.confirming = null;
    this.act({ type: "move", move, sure: sure || undefined });
    if (this.element.contains(document.activeElement) && !this.board.hasFocus()) this.board.focus(this.board.current);
    this.show();
  }

  key(event) {
    if (event.target.closest("input[type=text], dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const onBoard = this.board.hasFocus(), offers = this.view.turn?.offers ?? [], can = this.mayMove(), key = event.key;
    const done = () => { event.preventDefault(); event.stopPropagation(); };
    if (onBoard && event.shiftKey && (key === "ArrowLeft" || key === "ArrowRight")) {
      this.board.focus(Math.min(this.board.last, Math.max(this.board.first, this.board.current + (key === "ArrowLeft" ? -1 : 1))));
      done();
      return;
    }
    if (onBoard && !can && key.startsWith("Arrow")) {
      this.board.focus(Math.min(this.board.last, Math.max(this.board.first, this.board.current + (key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1))));
      done();
      return;
    }
    if (onBoard && can) {
      const moves = {
        ArrowLeft: () => choosing.step(offers, this.choice, -1), ArrowRight: () => choosing.step(offers, this.choice, 1),
        Home: () => choosing.end(offers, this.choice, -1), End: () => choosing.end(offers, this.choice, 1),
        ArrowUp: () => offers.length > 1 ? { choice: choosing.select(offers, (this.choice.offer + offers.length - 1) % offers.length) } : choosing.step(offers, this.choice, -1, this.board.columns),
        ArrowDown: () => offers.length > 1 ? { choice: choosing.select(offers, (this.choice.offer + 1) % offers.length) } : choosing.step(offers, this.choice, 1, this.board.columns),
        " ": () => choosing.mark(offers, this.choice),
      };
      if (key === "Enter") {
        done();
        const here = choosing.focusOf(offers, this.choice);
        if (here !== null && this.board.current !== here && choosing.numberAt(this.offer, this.board.current) === null) this.press(this.board.current);
        else if (this.options.settings.confirm && !this.confirming && this.offer.pick <= 1) { this.confirming = choosing.settle(offers, this.choice).move; this.show(); }
        else this.settle();
        return;
      }
      if (moves[key]) { done(); this.apply(moves[key]()); return; }
      if (/^[0-9]$/.test(key)) {
        done();
        const result = choosing.type(offers, this.choice, key);
        if (result.wrong) this.act({ type: "move", move: result.wrong });
        this.apply({ choice: result.choice });
        return;
      }
    }
    const letters = { h: "hint", u: "undo", s: "secrets", r: "rules", c: "proof", a: "again", v: "review", o: "replay" };
    if (letters[key] && this.toolActs?.has(letters[key])) { done(); this.toolActs.get(letters[key])(); }
    else if (key === "l") { done(); say(this.spoken); }
    else if (key === "b") { done(); say(this.view.state?.words.board ?? ""); }
    else if (key === "?") { done(); showKeys(); }
  }

  // What else can be done.

  ready(swap) {
    if (this.main === 0 && this.view.hello.shared)
      for (const seat of [1, 2]) this.carrier.say({ type: "ready", seat, swap: swap || undefined });
    else this.carrier.say({ type: "ready", seat: this.main || 1, swap: swap || undefined });
  }

  askHint() {
    if (this.view.turn.hint_alone && this.main === 0 && !this.alone) { this.wish = { type: "hint" }; this.peek(); return; }
    this.note(words.loading);
    this.act({ type: "hint" });
  }

  peek() {
    this.peeking = !this.peeking;
    if (!this.peeking) {
      this.alone = 0;
      this.hints = null;
      this.complain("");
      setText(find("live"), this.spoken = "");
    }
    this.show();
  }

  async resign() {
    if (await ask(words.resignSure, "", [["no", words.no], ["yes", words.yes]]) === "yes") this.act({ type: "resign" });
  }

  hint(message) {
    this.note(message.words, true);
    const offers = this.view.turn.offers;
    this.hints = new Map();
    this.hintVerb = offers[this.choice.offer]?.verb;
    const best = message.rows?.find((row) => row.best), verb = best?.move.split(" ")[0], index = offers.findIndex((one) => one.verb === verb);
    if (index >= 0 && index !== this.choice.offer) this.choice = choosing.select(offers, index);
    for (const row of message.rows ?? []) {
      const cells = row.cells;
      if (cells.length !== 1 || !row.kind) continue; // of some moves no chance is known
      const old = this.hints.get(cells[0]);
      if (!old || row.share > old.share || row.best) this.hints.set(cells[0], { share: row.share, best: row.best });
    }
    this.show();
    say(sentence(message.words));
  }

  async warning(message) {
    const move = this.sent;
    const answer = await ask(words.warning, make("p", {}, sentence(message.words)), [["", words.takeBack], ["play", words.playAnyway]]);
    this.sent = null;
    if (answer === "play" && move) this.play(move, true);
  }

  async unkept(message) {
    const answer = await ask(words.unkept, make("p", {}, message.words, " ", words.unkeptText), [["retry", words.tryAgain], ["unsaved", words.unsaved]]);
    this.carrier.say({ type: answer || "retry", seat: this.actor });
  }

  async proof() {
    const { hello, state, turn } = this.view;
    const checked = await proof.check(hello, turn.commitments ?? state.commitments);
    await ask(words.proof, make("div", {}, make("p", {}, turn.type === "end" ? words.proofText : words.proofClosed), checked.map((one) => make("div", {},
      make("p", {}, make("b", {}, `${one.by === 1 || one.by === 2 ? this.nameOf(one.by) : words.app}: ${one.move}`), " ",
        one.fits === null ? "" : make("span", { class: one.fits ? "good" : "bad" }, one.fits ? `✓ ${words.proofGood}` : `✗ ${words.proofBad}`)),
      make("p", { class: "hash" }, one.commitment), one.nonce ? make("p", { class: "hash" }, one.nonce) : ""))), [["", words.close]]);
  }

  note(text, stays) {
    setText(this.says, (text ?? "").trim());
    this.says.className = "says";
    this.says.hidden = !this.says.textContent;
    if (!stays) say(sentence(text));
  }

  complain(text) {
    setText(this.says, text);
    this.says.className = "says bad";
    this.says.hidden = !text;
    warn(text);
  }

  // Joint draws at a server: the page commits to a word and opens it when all have committed.
  async contribute() {
    const { hello, turn, state } = this.view, wants = turn.draw;
    if (!wants || !this.options.seatKey || this.contributing === `${turn.n}${wants.wants}`) return;
    this.contributing = `${turn.n}${wants.wants}`;
    const key = `draw:${this.options.seatKey}:${wants.draw}:${state.round}`;
    if (wants.wants === "commit") {
      const own = { ...proof.contribution(), draw: wants.draw };
      await store.setSetting(key, own).catch(() => { this.draws ??= {}; this.draws[key] = own; });
      const sealed = await proof.commitment(hello.header, turn.n, this.main, own.word, own.nonce);
      this.carrier.say({ type: "commit", seat: this.main, n: turn.n, draw: wants.draw, commitment: sealed });
    } else {
      const own = await store.getSetting(key, this.draws?.[key]);
      if (own) this.carrier.say({ type: "open", seat: this.main, n: turn.n, draw: wants.draw, word: own.word, nonce: own.nonce });
    }
  }
}

export const showKeys = () => ask(words.help, make("dl", { class: "keys" }, words.keys.map(([key, text]) => [make("dt", {}, key), make("dd", {}, text)])), [["", words.close]]);

// One soft knock.
function knock() {
  const context = new AudioContext(), tone = context.createOscillator(), gain = context.createGain();
  tone.frequency.value = 330;
  gain.gain.setValueAtTime(0.12, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.18);
  tone.connect(gain).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.2);
  tone.onended = () => context.close();
}
