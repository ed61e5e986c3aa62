// SPDX-License-Identifier: GPL-3.0-or-later
// The line of stones: one row of a grid, whatever lines CSS breaks it into. Cells are made once
// and then changed in place: an element that has the focus is never moved.
import { make, set, setText, symbol } from "./dom.js";
import { words } from "./words.js";

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// What lies on a cell, of the lists in `board`: [symbol, class, owner, name].
function marksOf(board, cell, names) {
  const found = [];
  board.obstacles?.forEach((cells, owner) => cells.includes(cell) && found.push(["obstacle", `obstacle seat-${owner}`, owner, names.obstacles]));
  board.mines?.forEach((cells, owner) => cells.includes(cell) && found.push(["mine", `mine seat-${owner}`, owner === 3 ? 0 : owner, names.mines]));
  if (board.blown?.includes(cell)) found.push(["blown", "bad", 0, words.blown]);
  if (board.disarmed?.includes(cell)) found.push(["disarmed", "good", 0, words.disarmed]);
  else if (board.safe?.includes(cell)) found.push(["safe", "small good", 0, words.safe]);
  return found;
}

// Of a chance in thousandths; only what is certain is 0 or 100.
const percent = (share) => share % 1000 ? Math.min(99, Math.max(1, Math.round(share / 10))) : share / 10;

const among = (lists, cell) => lists ? lists.map((cells) => cells.includes(cell)) : [];

export class Board {
  // act(cell) on a press; look(cell) when the focus moves.
  constructor({ act, look }) {
    this.stones = new Map();
    this.act = act;
    this.look = look;
    this.row = make("div", { role: "row", class: "stones" });
    this.element = make("div", { class: "pond water" },
      make("div", { role: "grid", "aria-label": words.app, class: "grid", id: "board" }, this.row));
    this.grid = this.element.firstChild;
    this.row.addEventListener("click", (event) => {
      const stone = event.target.closest(".stone");
      if (stone) { this.focus(Number(stone.dataset.cell), document.activeElement?.closest?.(".stones")); this.act(Number(stone.dataset.cell), event); }
    });
    this.row.addEventListener("focusin", (event) => {
      const stone = event.target.closest(".stone");
      if (stone) this.look(Number(stone.dataset.cell));
    });
    this.sizer = new ResizeObserver(() => this.fit());
    this.sizer.observe(this.element);
  }

  lay(first, last) {
    if (this.first === first && this.last === last && this.stones.size) return;
    this.first = first;
    this.last = last;
    this.stones.clear();
    const made = [];
    for (let cell = first; cell <= last; cell++) {
      const stone = make("div", { role: "gridcell", class: "stone", tabindex: "-1", "data-cell": cell, "aria-colindex": cell - first + 1 },
        make("span", { class: "body" }), make("span", { class: "number", "aria-hidden": "true" }, String(cell)));
      this.stones.set(cell, { element: stone, key: "" });
      made.push(stone);
    }
    this.row.replaceChildren(...made);
    set(this.grid, "aria-colcount", last - first + 1);
    this.current = null;
    this.fit();
  }

  // As large as the window lets the stones be; in more lines where that makes them much larger.
  fit() {
    const count = this.stones.size, width = this.grid.clientWidth;
    if (!count || width <= 0) return;
    const wide = innerWidth >= 1500, slim = width < 520, least = slim ? 50 : wide ? 92 : 66, most = wide ? 300 : slim ? 112 : 150;
    const review = this.element.parentElement?.querySelector(".review:not([hidden])") ? innerHeight * 0.4 : 0;
    const height = Math.max(least * 1.3, innerHeight - review - (wide ? 560 : innerWidth < 520 ? 400 : 330));
    const of = (rows) => Math.min(most, width / Math.ceil(count / rows), rows > 1 ? height / (rows * 1.26) : most);
    let rows = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / least))));
    while (rows < 4 && of(rows + 1) > of(rows) * (wide ? 1.15 : slim ? 1.3 : 1.5)) rows++;
    const columns = Math.ceil(count / rows);
    this.columns = columns;
    this.row.style.setProperty("--columns", columns);
    this.row.style.setProperty("--stone", `${Math.floor(Math.max(of(rows), Math.min(least, width / columns)))}px`);
  }

  // about: {hello, state, offer, choice, seat, hints, label}: all that is shown.
  show(about) {
    const { hello, state } = about, board = state.board;
    this.lay(board.first, board.last);
    set(this.grid, "aria-label", hello.title);
    this.row.className = `stones seat-${about.seat || 1}`;
    const flights = this.tokens(board);
    for (const [cell, stone] of this.stones) this.paint(cell, stone, about);
    this.rove(about.focus ?? this.current ?? board.first);
    for (const flight of flights) this.fly(flight);
  }

  // Where tokens stood before, for those that are somewhere else now.
  tokens(board) {
    const flights = [];
    board.tokens?.forEach((cells, i) => {
      const seat = i + 1, to = cells[0], from = this.stood?.[i];
      if (from !== undefined && to !== undefined && from !== to && this.stones.has(from))
        flights.push({ seat, to, rect: this.stones.get(from).element.getBoundingClientRect() });
    });
    this.stood = board.tokens?.map((cells) => cells[0]);
    return flights;
  }

  fly({ seat, to, rect }) {
    const stone = this.stones.get(to)?.element, token = stone?.querySelector(`.token.seat-${seat}`);
    if (!token || still() || !token.animate) return;
    const now = stone.getBoundingClientRect(), dx = rect.left - now.left, dy = rect.top - now.top, high = now.height * 0.42;
    token.animate([
      { transform: `translate(${dx}px, ${dy}px)` },
      { transform: `translate(${dx / 2}px, ${dy / 2 - high}px)`, offset: 0.5 },
      { transform: "none" },
    ], { duration: 380, easing: "ease-in-out" });
  }

  paint(cell, stone, about) {
    const { hello, state, offer, choice, hints } = about, board = state.board;
    const names = hello.marks, marks = marksOf(board, cell, names);
    const here = among(board.tokens, cell), at = offer ? numberOf(offer, cell) : null;
    const picked = offer?.pick > 1 && at !== null && choice.marked.includes(at), hint = hints?.get(cell);
    const start = board.start.includes(cell), goal = board.goal.includes(cell);
    const flag = goal && !start, pill = offer?.pick && at !== null && at !== cell ? `+${at}` : "";
    const key = JSON.stringify([marks, here, at !== null, picked, hint, start, goal, pill, about.blown]);
    if (key !== stone.key) {
      stone.key = key;
      const parts = [];
      here.forEach((stands, i) => stands && parts.push(make("span", { class: `token seat-${i + 1}` }, symbol(`token-${i + 1}`),
        make("span", { "aria-hidden": "true" }, state.tokens[i] ?? ""))));
      for (const [name, kind] of marks) parts.push(make("span", { class: `mark ${kind}` }, symbol(name)));
      if (flag) parts.push(make("span", { class: "mark flag" }, symbol("goal")));
      if (pill) parts.push(make("span", { class: "pill", "aria-hidden": "true" }, pill));
      if (hint) parts.push(make("span", { class: `chip${hint.best ? " best" : ""}`, "aria-hidden": "true" },
        make("i", { style: { "--share": `${hint.share / 10}%` } }), make("span", {}, words.chance(percent(hint.share)))));
      stone.element.replaceChildren(...[...stone.element.children].slice(0, 2), ...parts);
      const both = here.filter(Boolean).length > 1, lone = here.some(Boolean);
      stone.element.className = ["stone", (start || goal) && "bank", at !== null && "offer", picked && "picked", both && "both",
        lone && marks.some(([, kind]) => !kind.startsWith("small")) && "crowded", board.blown?.includes(cell) && "blown"].filter(Boolean).join(" ");
    }
    set(stone.element, "aria-selected", offer?.pick > 1 && at !== null ? String(picked) : null);
    set(stone.element, "aria-label", this.labelOf(cell, about, marks, here, { start, goal, at, picked, hint }));
  }

  labelOf(cell, { hello, state, offer, viewer }, marks, here, { start, goal, at, picked, hint }) {
    const name = (seat) => seat === viewer ? words.youAre : hello.names[seat - 1];
    const parts = [String(cell)];
    here.forEach((stands, i) => stands && parts.push(name(i + 1)));
    const belongs = (mark, owner) => owner && owner === viewer ? words.yours(mark) : words.mark(mark, owner === 1 || owner === 2 ? name(owner) : "");
    for (const [, , owner, mark] of marks) parts.push(belongs(mark, owner));
    const aims = [1, 2].filter((seat) => state.board.goals[seat - 1].includes(cell));
    if (goal) parts.push(aims.length === 1 ? belongs(words.goalOf, aims[0]) : words.goalOf);
    else if (start) parts.push(words.startOf);
    if (picked) parts.push(words.marked);
    if (at !== null) parts.push(words.can(offer.pick === 1 ? `${offer.verb} ${at}` : offer.verb));
    if (hint) parts.push(words.chanceLabel(percent(hint.share), hint.best));
    return parts.join(", ");
  }

  rove(cell) {
    if (!this.stones.has(cell)) cell = this.first;
    if (this.current !== null && this.current !== cell) this.stones.get(this.current)?.element.setAttribute("tabindex", "-1");
    this.current = cell;
    this.stones.get(cell)?.element.setAttribute("tabindex", "0");
  }

  // Moves the roving stop, and the focus too if `really`.
  focus(cell, really = true) {
    this.rove(cell);
    if (really) this.stones.get(this.current)?.element.focus({ preventScroll: false });
  }

  hasFocus() { return this.row.contains(document.activeElement); }
  leave() { this.sizer.disconnect(); }
}

function numberOf(offer, cell) {
  const at = offer.cells.indexOf(cell);
  if (at < 0) return null;
  return offer.pick ? offer.numbers[at] : 0;
}
