// SPDX-License-Identifier: GPL-3.0-or-later
// The page against a server, in Chromium: two browsers play each other, with everything that each
// received searched for the other's secrets; a killed server; headers. online.mjs CAUSEWAY
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { axe, browse, done, ok, playRound, seeded, until } from "./help.mjs";

const causeway = path.resolve(process.argv[2]), data = fs.mkdtempSync(path.join(os.tmpdir(), "causeway-served-"));
const config = path.join(data, "config");

async function serve(listen) {
  fs.writeFileSync(config, `listen = ${listen}\nrequests_minute = 60000\nrequests_burst = 60000\n`);
  const child = spawn(causeway, ["serve", "--config", config], { env: { ...process.env, CAUSEWAY_DATA: data, HOME: data }, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const address = await new Promise((resolve, reject) => {
    child.stdout.on("data", (bytes) => { text += bytes; const found = /(http:\/\/\S+?)\/?\s/.exec(text); if (found) resolve(found[1]); });
    child.stderr.on("data", (bytes) => { text += bytes; });
    child.on("exit", () => reject(new Error(text)));
  });
  return { address, child, end: (signal) => new Promise((resolve) => { child.on("exit", resolve); child.kill(signal); }) };
}

let server = await serve("127.0.0.1:0");
const port = new URL(server.address).port;
const get = async (where, headers = {}) => fetch(`${server.address}${where}`, { headers });

// What the server says of its files.
const page = await get("/"), html = await page.text();
const hash = /\/web\/([0-9a-f]+)\//.exec(html)?.[1];
ok(hash && page.headers.get("cache-control") === "no-cache" && /manifest-src 'self'/.test(page.headers.get("content-security-policy")), "the page has its headers", JSON.stringify([...page.headers]));
const worker = await get(`/web/${hash}/worker.js`, { "Accept-Encoding": "br" });
ok(/immutable/.test(worker.headers.get("cache-control")) && /default-src 'none'/.test(worker.headers.get("content-security-policy")) && worker.headers.get("content-encoding") === "br",
  "a file with a hash never changes, comes with brotli, and the worker has the policy, too", JSON.stringify([...worker.headers]));
const again = await get(`/web/${hash}/worker.js`, { "If-None-Match": worker.headers.get("etag") });
ok(again.status === 304 && await again.text() === "", "who has it is told so");
const plain = await get(`/web/${hash}/app.js`, { "Accept-Encoding": "br;q=0, identity" });
ok(!plain.headers.get("content-encoding"), "who takes no brotli gets none");
ok((await get("/server.html")).status === 404 && (await get(`/web/${hash}/../../etc/passwd`)).status === 404, "there is nothing else");

const one = await browse(), two = await browse();
const received = [[], []];
[one, two].forEach((browser, i) => browser.context.on("page", (opened) => watch(opened, i)) && watch(browser.page, i));
// Streams are read as they come, from inside: their answers never end.
function watch(opened, i) {
  opened.addInitScript(() => {
    const parse = JSON.parse;
    globalThis.received = [];
    JSON.parse = (text, ...rest) => { if (String(text).startsWith('{"type":')) globalThis.received.push(text); return parse(text, ...rest); };
  });
}

async function table(game, more = {}) {
  const answer = await fetch(`${server.address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game, rules: "fair", names: ["Ann", "Ben"], ...more }) });
  const said = await answer.json();
  return said.links.map((link) => link.link);
}

async function open(browser, link) {
  await browser.page.goto("about:blank");
  await browser.page.goto(link);
  await browser.page.waitForSelector("#table");
}

// Plays both sides, each in its own browser, whoever is on turn.
async function playBoth(random, each = async () => {}) {
  for (let turns = 0; turns < 200; turns++) {
    let acted = false;
    for (const browser of [one, two]) {
      const now = await until(browser.page, ["turn", "wait", "over", "dialog"]);
      if (now === "over") { await until((browser === one ? two : one).page, ["over"]); return turns; }
      if (now !== "turn") continue;
      await each(browser, turns);
      await playRoundOnce(browser.page, random);
      acted = true;
    }
    if (!acted) await one.page.waitForTimeout(50);
  }
  throw new Error("The game does not end.");
}

// One turn: whoever waits for the other is not waited for.
const playRoundOnce = (on, random) => playRound(on, random, "mouse", undefined, 1);

for (const game of ["minefield", "pathfinder", "trap-runner", "blockade", "number-mines"]) {
  const links = await table(game);
  await open(one, links[0]);
  await open(two, links[1]);
  try {
    const turns = await playBoth(seeded(7));
    ok(true, `${game}: two browsers, ${turns} turns`);
    const found = await axe(one.page);
    ok(found === "", `${game}: axe finds nothing`, found);
  } catch (error) { ok(false, `${game}: two browsers`, `${error.stack}\n${await one.page.evaluate(() => document.body.innerText)}\n${await two.page.evaluate(() => document.body.innerText)}`); }
  for (const [i, browser] of [one, two].entries()) received[i].push([game, await browser.page.evaluate(() => globalThis.received)]);
}

// What a seat was told before the end never has the numbers of what the other has hidden.
for (const [i, all] of received.entries())
  for (const [game, messages] of all) {
    const bad = [];
    for (const text of messages) {
      let message;
      try { message = JSON.parse(text); } catch { continue; }
      if (message.type === "event" && message.commitment && message.by !== i + 1 && /\d/.test(message.move ?? "")) bad.push(text);
      if (message.type === "state" && message.why === "goes-on" && message.board.mines[message.seat === 1 ? 2 : 1].length) bad.push(text);
      if (message.seat !== undefined && message.seat !== i + 1 && message.type !== "seat") bad.push(text);
    }
    ok(bad.length === 0, `${game}: seat ${i + 1} is told nothing that it may not know`, bad.join("\n").slice(0, 600));
  }

// The server is killed in the middle: the move arrives once.
const links = await table("pathfinder");
await open(one, links[0]);
await open(two, links[1]);
await until(one.page, ["turn"]);
await server.end("SIGKILL");
await one.page.locator(".stone.offer").first().click();
await one.page.waitForTimeout(700);
server = await serve(`127.0.0.1:${port}`);
await until(two.page, ["turn"]);
const moves = await two.page.evaluate(() => [...document.querySelectorAll(".moves li")].filter((line) => /Ann moves|Ann leaps/.test(line.textContent)).length);
ok(moves === 1, "a move that was made while the server was down arrives once", await two.page.evaluate(() => document.querySelector(".moves").innerText));

// Links that lead nowhere.
await one.page.goto("about:blank");
await one.page.goto(links[0].replace(/#.*/, `#${"A".repeat(43)}`));
await one.page.waitForSelector("main h1");
await one.page.waitForTimeout(500);
ok(/taken|renewed/.test(await one.page.evaluate(() => document.body.innerText)), "a wrong link says so", await one.page.evaluate(() => document.body.innerText));
const invitation = await (await get(new URL(links[0]).pathname)).text();
ok(/<h1>[^<]*Ann and Ben/.test(invitation) && /og:title/.test(invitation), "a link's page says who invites to what before any module has loaded", invitation);

const complaints = [...one.complaints, ...two.complaints];
ok(complaints.length === 0, "no error on the console, no policy report", complaints.join("\n"));
await one.close();
await two.close();
await server.end("SIGTERM");
fs.rmSync(data, { recursive: true, force: true });
done();
