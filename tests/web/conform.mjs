// SPDX-License-Identifier: GPL-3.0-or-later
// The module says what the pipe says: the same acts to `causeway play --ui json` and to the program
// as WebAssembly, line for line. What is drawn anew at every table (ids, nonces, and what is hashed
// with them) and times are left out of the comparison; seeds make the rest the same.
// The full module is compared at all tables, the light one where it has all that it needs.
// conform.mjs CAUSEWAY FOLDER
import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { start } from "../../src/web/core.js";
import { done, note, ok, seeded } from "./help.mjs";

const [causeway, folder, most] = [process.argv[2], process.argv[3], process.env.CAUSEWAY_SOAK ? 150 : 20];
const compile = (name) => WebAssembly.compile(fs.readFileSync(path.join(folder, name)));
const light = await compile("causeway.wasm"), full = await compile("causeway-full.wasm");
const blur = (line) => line.replace(/"(table|header|commitment|nonce)":"[0-9a-z]+"/g, '"$1":""').replace(/,"spent":\d+/g, "").replace(/"clocks":\[\d+,\d+\]/g, '"clocks":[]');

// A pipe as an endless list of lines: next(n) waits for so many more.
function pipe(words) {
  const child = spawn(causeway, words, { stdio: ["pipe", "pipe", "pipe"] });
  let rest = "", wake = () => {}, over = false;
  const lines = [];
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text) => { const parts = (rest + text).split("\n"); rest = parts.pop(); lines.push(...parts); wake(); });
  child.stdout.on("end", () => { over = true; wake(); });
  return {
    say: (line) => child.stdin.write(`${line}\n`),
    async next(count) {
      const late = Date.now() + 60000;
      while (lines.length < count && !over) await new Promise((resolve) => { wake = resolve; setTimeout(resolve, 1000); if (Date.now() > late) over = true; });
      return lines.splice(0, count);
    },
    close: () => { child.stdin.end(); child.kill(); },
  };
}

async function compare(module, game, rules, players, seed) {
  const random = seeded(seed + 1);
  const native = pipe(["play", game, "--ui", "json", "--no-save", "--rules", rules, "--p1", players[0], "--p2", players[1], "--seed", String(seed)]);
  const core = await start(module, { random: (bytes) => crypto.randomFillSync(bytes) });
  const turn = {};
  let told = 0, asked = 0;
  const settle = (lines) => { for (;;) { const [wait, more] = core.poll(); lines.push(...more); if (wait !== 0) return lines; } };
  let lines = settle(core.send(JSON.stringify({ type: "table", game, rules, players, seed, hints: true, shared: false })));
  for (let step = 0; step < 120; step++) {
    const other = await native.next(lines.length);
    told += lines.length;
    for (const [i, line] of lines.entries())
      if (blur(line) !== blur(other[i] ?? "")) { native.close(); return [false, `after ${told} lines:\n${blur(line)}\n${blur(other[i] ?? "(nothing)")}`]; }
    for (const line of lines) { const message = JSON.parse(line); if (message.type === "turn" || message.type === "end") turn[message.seat] = message; }
    const mine = Object.values(turn).find((one) => one.offers?.length);
    used[module === light ? "light" : "full"] = Math.max(used[module === light ? "light" : "full"], core.memory());
    if (!mine) { native.close(); return [Object.values(turn).every((one) => one.type === "end"), `${told} lines`]; }
    const offer = mine.offers[Math.floor(random() * mine.offers.length)];
    const numbers = [...offer.numbers].sort(() => random() - 0.5).slice(0, offer.pick).sort((a, b) => a - b);
    const move = [offer.verb, ...numbers].join(" "), undo = mine.undo === "may" && asked < 2 && random() < 0.2;
    asked += undo;
    const act = JSON.stringify(random() < 0.2 ? { type: "may", seat: mine.seat, n: mine.n, move } : undo ? { type: "undo", seat: mine.seat, n: mine.n } : { type: "move", seat: mine.seat, n: mine.n, move });
    native.say(act);
    lines = settle(core.send(act));
  }
  native.close();
  return [false, "It does not end."];
}

const used = { light: 0, full: 0 };
const pairs = [["human", "easy"], ["medium", "human"], ["human", "human"], ["human", "random"], ["perfect", "human"]];
const games = ["minefield", "pathfinder", "trap-runner", "blockade", "number-mines"], secret = ["trap-runner", "number-mines"];
// Without exact linear programs a computer plays otherwise where something is hidden; with them it
// is told from what the full module says.
const exact = await (async () => {
  const core = await start(full, { random: (bytes) => crypto.randomFillSync(bytes) });
  core.send(JSON.stringify({ type: "table", game: "trap-runner", rules: "length=4,traps=1,passable=yes", players: ["human", "human"], hints: true }));
  while (core.poll()[0] === 0);
  const lines = core.send('{"type":"hint","seat":1}');
  for (let [wait, more] = core.poll(); ; [wait, more] = core.poll()) { lines.push(...more); if (wait !== 0) break; }
  return lines.some((line) => /"type":"hint"/.test(line) && !/not solved here/.test(line));
})();
note(exact ? "with exact linear programs" : "without exact linear programs");
const cases = [];
for (let seed = 1; seed <= 3; seed++)
  for (const pair of pairs)
    for (const game of games)
      for (const rules of ["book", "fair"]) {
        // Nor is the large fair Blockade solved within the time and memory that a page gives.
        if (game === "blockade" && rules === "fair" && pair.some((one) => one === "perfect" || one === "medium")) continue;
        const solves = secret.includes(game) && pair.some((one) => one !== "human" && one !== "random");
        if (!solves) cases.push([light, "light", game, rules, pair, seed]);
        if (exact) cases.push([full, "full", game, rules, pair, seed]);
      }
// A seeded choice, so that every game and pairing comes up.
const draw = seeded(most), chosen = most >= cases.length ? cases : Array.from({ length: most }, () => cases.splice(Math.floor(draw() * cases.length), 1)[0]);
let all = 0;
for (const [module, which, game, rules, pair, seed] of chosen) {
  const [same, why] = await compare(module, game, rules, pair, seed);
  ok(same, `${which}: ${game}, ${rules}, ${pair.join(" against ")}, seed ${seed}: ${same ? why : "differs"}`, why);
  all++;
}
note(`${all} games; memory: light ${used.light >> 20} MiB, full ${used.full >> 20} MiB`);
ok(used.light <= 64 << 20 && used.full <= 64 << 20, "at most 64 MiB are used while presets are played", JSON.stringify(used));
done();
