// SPDX-License-Identifier: GPL-3.0-or-later
// What is being chosen: as on the terminal's full screen, from the offers alone. A choice is a
// value; every function returns {choice, move?, note?}.

export const begin = (offers) => select(offers, 0);

export function select(offers, index) {
  if (!offers.length) return { offer: 0, number: null, marked: [], typed: "" };
  const offer = offers[index];
  return { offer: index, number: offer.pick ? offer.numbers[0] : null, marked: [], typed: "" };
}

// The cell that a number acts on; without numbers, the only one.
export function cellOf(offer, number) {
  if (!offer.pick) return offer.cells[0] ?? null;
  return offer.cells[offer.numbers.indexOf(number)] ?? null;
}

export function numberAt(offer, cell) {
  if (!offer.pick) return offer.cells[0] === cell ? 0 : null;
  const at = offer.cells.indexOf(cell);
  return at < 0 ? null : offer.numbers[at];
}

export const focusOf = (offers, choice) => offers.length ? cellOf(offers[choice.offer], choice.number) : null;

const spell = (offer, numbers) => [offer.verb, ...numbers].join(" ");

function toggle(offer, choice, number) {
  const marked = choice.marked.includes(number) ? choice.marked.filter((one) => one !== number)
    : choice.marked.length < offer.pick ? [...choice.marked, number].sort((a, b) => a - b) : null;
  return marked ? { choice: { ...choice, number, marked, typed: "" } } : { choice: { ...choice, number, typed: "" }, full: true };
}

// Plays what is chosen. Where several are to be marked and some are missing, marks the one in focus.
export function settle(offers, choice) {
  const offer = offers[choice.offer];
  if (offer.pick === 0) return { choice, move: spell(offer, []) };
  if (offer.pick === 1) return choice.number === null ? { choice } : { choice, move: spell(offer, [choice.number]) };
  if (choice.marked.length < offer.pick) return toggle(offer, choice, choice.number);
  return { choice, move: spell(offer, choice.marked) };
}

// A press on a stone of the chosen action acts on it; on any other it shows what could be done
// there, and does nothing yet.
export function press(offers, choice, cell) {
  for (let i = 0; i < offers.length; i++) {
    const index = (choice.offer + i) % offers.length, offer = offers[index], number = numberAt(offer, cell);
    if (number === null) continue;
    if (i > 0) return { choice: { ...select(offers, index), number: offer.pick ? number : null } };
    const there = { ...choice, number: offer.pick ? number : null, typed: "" };
    return offer.pick > 1 ? toggle(offer, there, number) : settle(offers, there);
  }
  return { choice, nothing: true };
}

export function mark(offers, choice) {
  const offer = offers[choice.offer];
  return offer.pick > 1 ? toggle(offer, choice, choice.number) : { choice };
}

// To the next cell on offer in this direction along the line, at least so far away.
export function step(offers, choice, way, distance = 1) {
  const offer = offers[choice.offer], from = cellOf(offer, choice.number);
  if (!offer.pick || from === null) return { choice };
  let best = null;
  offer.numbers.forEach((number, i) => {
    const far = (offer.cells[i] - from) * way;
    if (offer.cells[i] !== null && far >= distance && (best === null || far < best.far)) best = { far, number };
  });
  return { choice: best ? { ...choice, number: best.number, typed: "" } : choice };
}

export function end(offers, choice, way) {
  const offer = offers[choice.offer];
  if (!offer.pick) return { choice };
  const ordered = offer.numbers.map((number, i) => [offer.cells[i], number]).sort((a, b) => (a[0] - b[0]) * way);
  return { choice: { ...choice, number: ordered.at(-1)[1], typed: "" } };
}

// Digits select the number on offer that they spell; one that continues none begins anew.
export function type(offers, choice, digit) {
  const offer = offers[choice.offer];
  const begins = (typed) => offer.pick && offer.numbers.some((number) => String(number).startsWith(typed));
  let typed = choice.typed + digit;
  if (!begins(typed)) typed = digit;
  if (!begins(typed)) return { choice: { ...choice, typed: "" }, wrong: spell(offer, [Number(typed)]) };
  const number = Number(typed);
  return { choice: { ...choice, typed, number: offer.numbers.includes(number) ? number : choice.number } };
}
