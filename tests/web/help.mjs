// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the page have in common: a browser with a profile of its own, a static server
// as stupid as any, TAP, and somebody who plays.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

const require = createRequire(path.join(process.env.CAUSEWAY_NPM ?? "/", "package.json"));
export const axeSource = () => fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

let count = 0, failed = 0;
export function ok(good, what, more = "") {
  console.log(`${good ? "ok" : "not ok"} ${++count} - ${what}`);
  if (!good) {
    failed++;
    for (const line of String(more).split("\n").slice(0, 40)) console.log(`# ${line}`);
  }
  return good;
}
export const note = (text) => console.log(`# ${String(text).replace(/\n/g, "\n# ")}`);
export function done() { console.log(`1..${count}`); process.exit(failed ? 1 : 0); }

const types = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml", webmanifest: "application/manifest+json" };

// A line that all answers share, workers' too: `slow.latency` ms a request, `slow.rate` bytes a second.
async function sendSlowly(slow, response, bytes) {
  await pause(slow.latency);
  slow.busy = (slow.busy ?? 0) + 1;
  for (let at = 0, then = performance.now(); at < bytes.length;) {
    await pause(10);
    const now = performance.now(), piece = Math.ceil(slow.rate * (now - then) / 1000 / slow.busy);
    response.write(bytes.subarray(at, at + piece));
    at += piece;
    then = now;
  }
  slow.busy--;
  response.end();
}

// Serves a folder under a path; `state.down` lets every request fail, `state.slow` makes it slow.
export async function serveFolder(folder, under = "/") {
  const state = { down: false, slow: null, asked: [] };
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    state.asked.push(url.pathname);
    if (state.down) { request.socket.destroy(); return; }
    let file = path.join(folder, decodeURIComponent(url.pathname.slice(under.length)) || "index.html");
    if (!url.pathname.startsWith(under) || !file.startsWith(folder) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) { response.writeHead(404).end(); return; }
    const headers = { "Content-Type": types[file.split(".").at(-1)] ?? "text/plain", "Cache-Control": url.pathname.startsWith(`${under}web/`) ? "public, max-age=31536000, immutable" : "no-cache" };
    if (/\bbr\b/.test(request.headers["accept-encoding"] ?? "") && fs.existsSync(`${file}.br`)) { file += ".br"; headers["Content-Encoding"] = "br"; }
    response.writeHead(200, headers);
    if (state.slow) sendSlowly(state.slow, response, fs.readFileSync(file));
    else response.end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return { address: `http://localhost:${server.address().port}${under}`, state, close: () => { server.closeAllConnections(); server.close(); } };
}

// `causeway serve` with a folder of its own, at a port that it chooses.
export async function serveProgram(causeway, variables = {}) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "causeway-served-"));
  fs.writeFileSync(path.join(data, "config"), "listen = 127.0.0.1:0\nrequests_minute = 60000\nrequests_burst = 60000\n");
  const child = spawn(causeway, ["serve", "--config", path.join(data, "config")],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, CAUSEWAY_DATA: data, HOME: data, ...variables } });
  const end = () => child.kill("SIGKILL");
  process.on("exit", end);
  child.on("exit", () => process.off("exit", end));
  let text = "";
  const address = await new Promise((resolve) => {
    child.stdout.on("data", (bytes) => { text += bytes; const found = /Open (http:\S+)\//.exec(text); if (found) resolve(found[1]); });
    child.on("exit", () => resolve(""));
  });
  return { address, stop: () => new Promise((resolve) => { child.on("exit", resolve); child.kill("SIGKILL"); }).then(() => fs.rmSync(data, { recursive: true, force: true })) };
}

const flags = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
  "--host-resolver-rules=MAP plain.test localhost", // a name that is no secure context
  ...(process.getuid() === 0 ? ["--no-sandbox"] : [])];
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const usual = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" };

// Where all pages of all contexts have sent requests.
export const origins = new Set();

// What a page complains of, of all pages of the context.
function listen(context) {
  const complaints = [];
  context.on("request", (request) => { if (!request.url().startsWith("blob:")) origins.add(new URL(request.url()).origin); });
  const watch = (page) => {
    page.on("console", (message) => { if (message.type() === "error" && !/net::ERR|Failed to load resource/.test(message.text())) complaints.push(message.text()); });
    page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  };
  context.setDefaultTimeout(60000);
  context.on("page", watch);
  context.pages().forEach(watch);
  return complaints;
}

// A browser with a profile of its own.
export async function browse(options = {}) {
  const { chromium } = require("playwright-core");
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "causeway-browser-"));
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: flags, ...usual, ...options });
  const complaints = listen(context);
  return { context, complaints, page: context.pages()[0] ?? await context.newPage(),
    close: async () => { await context.close(); fs.rmSync(profile, { recursive: true, force: true }); } };
}

// Several people who share nothing, in one process: that starts once.
export async function browseApart(...options) {
  const { chromium } = require("playwright-core");
  const browser = await chromium.launch({ executablePath, headless: true, args: flags });
  const people = [];
  const more = async (one) => {
    const context = await browser.newContext({ ...usual, ...one }), complaints = listen(context);
    return { context, complaints, page: await context.newPage() };
  };
  for (const one of options) people.push(await more(one));
  return { people, more, close: () => browser.close() };
}

// Violations that axe finds on the page, as text.
export async function axe(page) {
  await page.evaluate(axeSource());
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" ")}`).join("\n");
}

// What the page is waiting for now.
export const stateOf = (page) => page.evaluate(() => {
  const table = document.querySelector("#table");
  if (!table) return "none";
  if (document.querySelector("dialog[open]")) return "dialog";
  if (table.querySelector(".cover")) return "cover";
  const banner = table.querySelector(".banner");
  if (banner && !banner.hidden) return "over";
  return table.querySelector(".stone.offer") || (table.querySelector(".panel .first:not([hidden])")) ? "turn" : "wait";
});

// Waits until it is one of these. By asking again: the page's policy lets nobody evaluate text.
export async function until(page, wanted) {
  for (let i = 0; i < 2400; i++) {
    const now = await stateOf(page);
    if (wanted.includes(now)) return now;
    await pause(25);
  }
  throw new Error(`The page is not at ${wanted} but at ${await stateOf(page)}.`);
}
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// Waits until it is so, a minute at most.
export async function comes(what) {
  for (let i = 0; i < 2400; i++) {
    if (await what()) return true;
    await pause(25);
  }
  return false;
}

// Somebody who plays a turn by mouse, touch or keyboard, drawing from `random()`.
const drawn = (random, list) => list[Math.floor(random() * list.length)];
export const seeded = (seed) => () => { seed = seed * 1103515245 + 12345 & 0x7fffffff; return seed / 0x80000000; };
const offered = (page, what = ".stone.offer") => page.evaluate((selector) => [...document.querySelectorAll(selector)].map((one) => Number(one.dataset.cell)), what);
const shows = (page, what) => page.evaluate((selector) => { const one = document.querySelector(selector); return Boolean(one) && !one.hidden && !one.disabled; }, what);

async function pressStone(page, cell, input) {
  const stone = page.locator(`.stone[data-cell="${cell}"]`);
  if (input === "touch") await stone.tap();
  else await stone.click();
}

// What is to be pressed besides the stones, if anything is.
async function confirm(page, input, kinds) {
  const primary = page.locator(".panel > button.first");
  const wanted = await page.evaluate((list) => { const one = document.querySelector(".panel > button.first"); return one && !one.hidden && !one.disabled && list.includes(one.dataset.kind); }, kinds);
  if (wanted) await (input === "touch" ? primary.tap() : primary.click());
}

async function keysTurn(page, random) {
  const inBoard = () => page.evaluate(() => document.activeElement?.classList.contains("stone"));
  for (let i = 0; i < 40 && !await inBoard(); i++) await page.keyboard.press("Tab");
  if (!await inBoard()) throw new Error("The board cannot be reached by Tab.");
  for (let i = Math.floor(random() * 3); i > 0; i--) await page.keyboard.press("ArrowDown");
  const many = await page.evaluate(() => document.querySelector(".stone[aria-selected]") !== null);
  for (const cell of many ? await offered(page, ".stone.picked") : []) { await page.keyboard.press("Home"); await seek(page, cell); await page.keyboard.press("Space"); }
  for (let i = 0; i < (many ? 24 : 1); i++) {
    if (many && await shows(page, ".panel > button.first")) break;
    await page.keyboard.press("Home");
    for (let j = Math.floor(random() * (many ? 10 : 3)); j > 0; j--) await page.keyboard.press("ArrowRight");
    if (many && !await page.evaluate(() => document.activeElement.classList.contains("picked"))) await page.keyboard.press("Space");
  }
  await page.keyboard.press("Enter");
}

async function seek(page, cell) {
  for (let i = 0; i < 70; i++) {
    if (await page.evaluate((wanted) => Number(document.activeElement.dataset.cell) === wanted, cell)) return;
    await page.keyboard.press("ArrowRight");
  }
}

async function pointTurn(page, random, input) {
  const choices = page.locator(".actions label");
  const kinds = await choices.count();
  if (kinds > 1 && await shows(page, ".actions")) {
    const one = choices.nth(Math.floor(random() * kinds));
    // They go when the last move is shown late: then it is another's turn, and no harm is done.
    await (input === "touch" ? one.tap({ timeout: 2000 }) : one.click({ timeout: 2000 })).catch(() => {});
  }
  const many = await page.evaluate(() => document.querySelector(".stone[aria-selected]") !== null);
  if (!many) {
    const cells = await offered(page);
    if (cells.length) await pressStone(page, drawn(random, cells), input);
    await confirm(page, input, cells.length ? ["confirm"] : ["alone", "confirm"]);
    return;
  }
  for (const cell of await offered(page, ".stone.picked")) await pressStone(page, cell, input);
  for (let i = 0; i < 40 && !await shows(page, ".panel > button.first"); i++) {
    const free = await offered(page, ".stone.offer:not(.picked)");
    if (!free.length) return; // the last move was shown late, as above
    await pressStone(page, drawn(random, free), input);
  }
  await confirm(page, input, ["settle", "confirm"]);
}

const fingerprint = (page) => page.evaluate(() => [document.querySelector(".ask")?.textContent, document.querySelectorAll(".moves li").length,
  document.querySelector(".says")?.textContent, document.querySelector(".verdict")?.textContent, document.querySelector(".cover h1")?.textContent, document.querySelector(".banner")?.hidden, document.querySelector("dialog") !== null].join("|"));

// Plays until the round is over; returns how many turns that took.
export async function playRound(page, random, input, each = async () => {}, most = 150) {
  for (let turns = 0; turns < most; turns++) {
    // Of two people who play each other, the one who was on turn just now may not be any more.
    const now = await until(page, ["turn", "cover", "over", "dialog", ...(most === 1 ? ["wait"] : [])]);
    await each(now, turns);
    if (now === "over" || now === "wait") return turns;
    // A refusal may be said twice in the same words.
    await page.evaluate(() => { const says = document.querySelector(".says"); if (says) says.textContent = ""; });
    const before = await fingerprint(page);
    if (now === "cover") {
      if (input === "keys") await page.keyboard.press("Enter");
      else await page.locator(".cover button").click();
    } else if (now === "dialog") await page.locator("dialog button").last().click();
    else if (input === "keys") await keysTurn(page, random);
    else await pointTurn(page, random, input);
    for (let i = 0; i < (most === 1 ? 1000 : 100) && await fingerprint(page) === before; i++) await pause(20);
  }
  if (most < 150) return most;
  throw new Error("The game does not end.");
}
