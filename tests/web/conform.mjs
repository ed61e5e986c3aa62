// SPDX-License-Identifier: GPL-3.0-or-later
// All carriers say the same, byte for byte. A game is played at a table of the full module; then the
// same acts are said to `causeway play --ui json`, to libcauseway, to the light module (but for
// computers where players hide things: it plays those by plans that it brings along) and to `causeway
// serve`, where ids, times and clocks are the server's own. Random numbers and clocks are the same
// for all: fixed.c. conform.mjs CAUSEWAY FOLDER FIXED LIBRARY
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { readEvents } from "../../src/web/carrier.js";
import { start } from "../../src/web/core.js";
import { done, note, ok, seeded, serveProgram } from "./help.mjs";

const [causeway, folder, fixed, library] = process.argv.slice(2).map((one) => path.resolve(one));
const most = process.env.CAUSEWAY_SOAK ? 150 : 20;
const compile = (name) => WebAssembly.compile(fs.readFileSync(path.join(folder, name)));
const modules = { light: await compile("causeway.wasm"), full: await compile("causeway-full.wasm") };
const used = { light: 0, full: 0 };
const STARTED = 1000000, DATE = 1700000000000;

// As fixed.c draws them. `call` says which of the draws of a size one is.
function draws(seed, which = (size, call) => call) {
  const calls = new Map();
  return (bytes) => {
    const size = bytes.length, call = calls.get(size) ?? 0;
    calls.set(size, call + 1);
    for (let i = 0; i < size; i++) {
      let mixed = Math.imul(seed, 0x27d4eb2f) ^ Math.imul(size, 0x9e3779b1) ^ Math.imul(which(size, call), 0x85ebca6b) ^ Math.imul(i, 0xc2b2ae35);
      mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
      bytes[i] = mixed ^ (mixed >>> 16);
    }
  };
}

// Carriers: {first: lines, say(act, wanted) -> lines, close()}. `wanted` is what the others have said.

async function atModule(which, about, random = draws(about.fixed)) {
  let now = STARTED;
  const core = await start(modules[which], { random, now: () => now, date: () => DATE });
  const settle = (lines) => {
    for (;;) {
      const [wait, more] = core.poll();
      lines.push(...more);
      used[which] = Math.max(used[which], core.memory());
      if (wait < 0) return lines;
      now += wait;
    }
  };
  const { fixed: _, ...agreed } = about;
  return { first: settle(core.send(JSON.stringify({ type: "table", ...agreed }))), say: async (act) => settle(core.send(act)), close: () => {} };
}

// A program's lines: next(enough) waits until there are enough of them.
function lines(command, words, seed) {
  const child = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, LD_PRELOAD: fixed, CAUSEWAY_FIXED: String(seed), CAUSEWAY_LP: path.join(path.dirname(causeway), "causeway-lp") } });
  let rest = "", wake = () => {}, over = false;
  const all = [];
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text) => { const parts = (rest + text).split("\n"); rest = parts.pop(); all.push(...parts); wake(); });
  child.stdout.on("end", () => { over = true; wake(); });
  return {
    async next(enough) {
      while (!enough(all) && !over) await new Promise((resolve) => { wake = resolve; });
      return all.splice(0);
    },
    write: (line) => child.stdin.write(`${line}\n`), close: () => { child.stdin.end(); child.kill(); },
  };
}

async function atPipe(about, wanted) {
  const { game, rules, players, seed } = about;
  const program = lines(causeway, ["play", game, "--ui", "json", "--no-save", "--rules", rules, "--p1", players[0], "--p2", players[1],
    ...(seed === undefined ? [] : ["--seed", String(seed)])], about.fixed);
  const next = (count) => program.next((all) => all.length >= count);
  return { first: await next(wanted.length), say: (act, some) => { program.write(act); return next(some.length); }, close: program.close };
}

async function atLibrary(about) {
  const program = lines(library, [], about.fixed);
  const next = async () => (await program.next((all) => all.at(-1) === "")).slice(0, -1);
  const { fixed: _, ...agreed } = about;
  program.write(JSON.stringify(agreed));
  return { first: await next(), say: (act) => { program.write(act); return next(); }, close: program.close };
}

// What two have said, line by line: "" or where they part.
function differ(said, others) {
  const count = Math.max(said.length, others.length);
  for (let i = 0; i < count; i++)
    if (said[i] !== others[i]) return `line ${i + 1} of ${count}:\n${said[i] ?? "(nothing)"}\n${others[i] ?? "(nothing)"}`;
  return "";
}

// Plays at a carrier, at random, and keeps what was said: [{act, lines}], the first without an act.
async function play(carrier, about, people) {
  const random = seeded(about.fixed + 1), steps = [{ lines: carrier.first }], turn = {};
  let undone = 0;
  for (let i = 0; i < 150; i++) {
    for (const line of steps.at(-1).lines) { const message = JSON.parse(line); if (message.type === "turn" || message.type === "end") turn[message.seat] = message; }
    const mine = Object.values(turn).find((one) => one.offers?.length);
    if (!mine) return [steps, Object.values(turn).every((one) => one.type === "end")];
    const offer = mine.offers[Math.floor(random() * mine.offers.length)], { seat, n } = mine;
    const numbers = [...offer.numbers].sort(() => random() - 0.5).slice(0, offer.pick).sort((a, b) => a - b);
    const move = [offer.verb, ...numbers].join(" "), undo = people && mine.undo === "may" && undone < 2 && random() < 0.2;
    undone += undo;
    const act = JSON.stringify(random() < 0.2 ? { type: "may", seat, n, move } : undo ? { type: "undo", seat, n } : { type: "move", seat, n, move });
    steps.push({ act, lines: await carrier.say(act) });
  }
  return [steps, false];
}

// Says the same to another carrier: "" or where it says something else.
async function repeat(carrier, steps) {
  let wrong = differ(steps[0].lines, carrier.first);
  for (const step of steps.slice(1)) {
    if (wrong) break;
    wrong = differ(step.lines, await carrier.say(step.act, step.lines));
  }
  carrier.close();
  return wrong;
}

// A server of its own, so that it draws what the module draws: but for the tokens, which come before
// all nonces, and the computers' keys, each of which is the first that its process draws.
const serve = (about) => serveProgram(causeway, { LD_PRELOAD: fixed, CAUSEWAY_FIXED: String(about.fixed), CAUSEWAY_FIXED_DATE: "1" });

// What is a server's own: its table's id, times, and that players ask each other to take back and to
// play again, which is part of its header, and so of what is hashed with that.
const own = (line) => line.replace(/"(table|header|commitment)":"\w+"/g, '"$1":""').replace(/,"spent":\d+/g, "").replace(/"clocks":\[\d+,\d+\]/g, '"clocks":[]')
  .replace(/"(undo|ready)":"\w+"/g, '"$1":""');
const isReply = (line) => /^\{"type":"(done|may|refused)"/.test(line);

async function atServer(about, steps) {
  const server = await serve(about), { fixed: _, created: __, shared: ___, ...agreed } = about, streams = {};
  const post = async (where, token, body) => {
    const answer = await fetch(server.address + where, { method: "POST", body, headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) } });
    return answer.text();
  };
  const made = JSON.parse(await post("/api/tables", null, JSON.stringify(agreed)));
  for (const { seat, link } of made.links ?? []) {
    const token = link.split("#")[1], stream = { token, said: [], wake: () => {}, stop: new AbortController() };
    const answer = await fetch(`${server.address}/api/seats/${made.table}.${seat}/events`, { headers: { Authorization: `Bearer ${token}`, Accept: "text/event-stream" }, signal: stream.stop.signal });
    readEvents(answer.body, ({ event, data }) => { if (data && !event) { stream.said.push(data); stream.wake(); } }, () => {}).catch(() => {});
    streams[seat] = stream;
  }
  let wrong = made.table ? "" : JSON.stringify(made);
  for (const step of steps) {
    const act = step.act && JSON.parse(step.act);
    const answer = act ? await post(`/api/seats/${made.table}.${act.seat}/${act.type === "move" ? "moves" : act.type}`, streams[act.seat].token, step.act) : "";
    if (act?.type === "may") wrong ||= differ(step.lines.filter(isReply), [answer]);
    for (const [seat, stream] of Object.entries(streams)) {
      const told = step.lines.filter((line) => !isReply(line) && JSON.parse(line).seat === Number(seat)).map(own);
      const late = Date.now() + 60000;
      while (!wrong && stream.said.length < told.length && Date.now() < late)
        await new Promise((resolve) => { stream.wake = resolve; setTimeout(resolve, 1000); });
      wrong ||= differ(told, stream.said.splice(0, told.length).map(own));
    }
    if (wrong) break;
  }
  for (const stream of Object.values(streams)) { wrong ||= differ([], stream.said); stream.stop.abort(); }
  await server.stop();
  return wrong;
}

// With exact linear programs? It can be told from what the full module says.
const exact = await (async () => {
  const table = await atModule("full", { game: "trap-runner", rules: "length=4,traps=1,passable=yes", players: ["human", "human"], hints: true, fixed: 0 });
  return (await table.say('{"type":"hint","seat":1}')).some((line) => /"type":"hint"/.test(line) && !/not solved here/.test(line));
})();
note(exact ? "with exact linear programs" : "without exact linear programs");

// What the light module brings along is proved there before it is used: with a certificate that claims
// too much, its computer says that it does not play perfectly.
const bytes = fs.readFileSync(path.join(folder, "causeway.wasm"));
{
  const where = bytes.indexOf('"first":1,"class":"secrets","claim":"value","bounds":["1/2","1/2"]'), spoilt = Buffer.from(bytes);
  if (where >= 0) spoilt.write(`2/3","2/3`, bytes.indexOf("1/2", where));
  modules.spoilt = await WebAssembly.compile(spoilt);
  const admits = async (which) => (await atModule(which, { game: "trap-runner", rules: "fair", players: ["perfect", "human"], fixed: 0 })).first.some((line) => /not solved here/.test(line));
  ok(where >= 0 && !await admits("light") && await admits("spoilt"), "the light module plays perfectly by what it has proved, and by nothing else");
}
for (const game of ["trap-runner", "number-mines"])
  for (const rules of ["book", "fair"])
    for (const first of [1, 2]) {
      const { first: told } = await atModule("light", { game, rules, players: ["perfect", "perfect"], first, fixed: first });
      ok(!told.some((line) => /not solved here|perfect, about|perfect, at least/.test(line)) && /"type":"end"/.test(told.at(-1)),
        `light: ${game}, ${rules}, ${first} begins: both play perfectly`, told.join("\n"));
    }

const pairs = [["human", "easy"], ["medium", "human"], ["human", "human"], ["human", "random"], ["perfect", "human"]];
const games = ["minefield", "pathfinder", "trap-runner", "blockade", "number-mines"], secret = ["trap-runner", "number-mines"];
const cases = [];
for (let seed = 1; seed <= 3; seed++)
  for (const players of pairs)
    for (const game of games)
      for (const rules of ["book", "fair"]) cases.push({ game, rules, players, seed, fixed: cases.length + 1 });
// A seeded choice, so that every game and pairing comes up. A third of them has no seed.
const draw = seeded(most), chosen = most >= cases.length ? cases : Array.from({ length: most }, () => cases.splice(Math.floor(draw() * cases.length), 1)[0]);

const counts = { pipe: 0, library: 0, light: 0, server: 0, lines: 0 };
for (const [i, { seed, ...about }] of chosen.entries()) {
  const { game, rules, players } = about, what = `${game}, ${rules}, ${players.join(" against ")}, ${about.fixed}`;
  const solves = secret.includes(game) && players.some((one) => one !== "human" && one !== "random");
  const table = { ...about, hints: true, shared: false, created: DATE, ...(about.fixed % 3 ? { seed } : {}) };
  const [steps, ended] = await play(await atModule(solves && !exact ? "light" : "full", table), table, true);
  const found = { "": ended ? "" : "It does not end." }, compare = async (name, say) => { counts[name]++; found[name] = await say(); };
  counts.lines += steps.reduce((all, step) => all + step.lines.length, 0);
  if (!solves || exact) {
    await compare("pipe", async () => repeat(await atPipe(table, steps[0].lines), steps));
    await compare("library", async () => repeat(await atLibrary(table), steps));
  }
  if (!solves) await compare("light", async () => repeat(await atModule("light", table), steps));
  if ((!solves || exact) && (most > 20 || i % 4 === 0)) {
    const agreed = { ...about, joint: false, hints: false, shared: false, created: DATE };
    const tokens = players.filter((one) => one === "human").length;
    const served = await atModule("full", agreed, draws(about.fixed, (size, call) => size === 8 ? Math.max(0, call - 2) : size === 32 ? call + tokens : call));
    await compare("server", async () => atServer(agreed, (await play(served, agreed, false))[0]));
  }
  const wrong = Object.entries(found).filter(([, one]) => one);
  ok(!wrong.length, `${what}: ${Object.keys(found).filter(Boolean).join(", ")}`, wrong.map(([name, one]) => `${name}: ${one}`).join("\n"));
}
note(`${JSON.stringify(counts)}; memory: light ${used.light >> 20} MiB, full ${used.full >> 20} MiB`);
ok(used.light <= 64 << 20 && used.full <= 64 << 20, "at most 64 MiB are used while presets are played", JSON.stringify(used));
done();
