// SPDX-License-Identifier: GPL-3.0-or-later
// What this browser keeps: games, event by event, before anybody is told of them; seats that were
// opened by a link; settings. Used by the page and by the worker.

const NAME = "causeway", VERSION = 1;
let opening;

export function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const made = request.result;
      made.createObjectStore("tables", { keyPath: "id" });
      made.createObjectStore("events", { keyPath: ["id", "n"] });
      made.createObjectStore("settings", { keyPath: "key" });
      made.createObjectStore("seats", { keyPath: "seat" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => { opening = null; reject(request.error); };
  });
  return opening;
}

// One transaction; `use` returns the request whose result is wanted. Done when it is durable.
async function run(names, mode, use) {
  const base = await open();
  return new Promise((resolve, reject) => {
    const transaction = base.transaction(names, mode, mode === "readwrite" ? { durability: "strict" } : undefined);
    const request = use((name) => transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

const eventsOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

// Tables of this browser.
export const keepEvent = (id, n, line) =>
  run(["events"], "readwrite", (at) => at("events").put({ id, n, line }));
export const keepLog = (id, header, events, about) => run(["tables", "events"], "readwrite", (at) => {
  at("tables").put({ id, header, when: Date.now(), ...about });
  events.forEach((line, i) => at("events").put({ id, n: i + 1, line }));
});
export const noteTable = (id, about) => run(["tables"], "readwrite", (at) => {
  const request = at("tables").get(id);
  request.onsuccess = () => request.result && at("tables").put({ ...request.result, ...about, when: Date.now() });
});
export const listTables = () => run(["tables"], "readonly", (at) => at("tables").getAll())
  .then((all) => all.sort((a, b) => b.when - a.when));
export async function loadTable(id) {
  const table = await run(["tables"], "readonly", (at) => at("tables").get(id));
  const events = await run(["events"], "readonly", (at) => at("events").getAll(eventsOf(id)));
  return table && { ...table, events: events.map((event) => event.line) };
}
export const forgetTable = (id) => run(["tables", "events"], "readwrite", (at) => {
  at("tables").delete(id);
  at("events").delete(eventsOf(id));
});

// Seats at servers' tables: {seat, table, token, title, names, turn, over, when}.
export const keepSeat = (seat) => run(["seats"], "readwrite", (at) => at("seats").put({ when: Date.now(), ...seat }));
export const listSeats = () => run(["seats"], "readonly", (at) => at("seats").getAll())
  .then((all) => all.sort((a, b) => b.when - a.when));
export const forgetSeat = (seat) => run(["seats"], "readwrite", (at) => at("seats").delete(seat));

export const getSetting = (key, usual) => run(["settings"], "readonly", (at) => at("settings").get(key))
  .then((found) => found ? found.value : usual, () => usual);
export const setSetting = (key, value) => run(["settings"], "readwrite", (at) => at("settings").put({ key, value }));

export const forgetAll = () => run(["tables", "events", "settings", "seats"], "readwrite", (at) => {
  for (const name of ["tables", "events", "settings", "seats"]) at(name).clear();
});
