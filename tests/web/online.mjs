// SPDX-License-Identifier: GPL-3.0-or-later
// The page against a server, in Chromium: two people who share nothing play each other, by mouse,
// keyboard and touch, with everything that each received searched for the other's secrets; streams
// that are cut, a server that is killed; links that lead nowhere. online.mjs CAUSEWAY
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { axe, browseApart, comes, done, note, ok, origins, playRound, seeded, stateOf, until } from "./help.mjs";

const causeway = path.resolve(process.argv[2]), data = fs.mkdtempSync(path.join(os.tmpdir(), "causeway-served-"));
const config = path.join(data, "config");

// What stands between: it leads to wherever the server is now, and can be cut.
const sockets = new Set();
let server = null;
const proxy = net.createServer((from) => {
  sockets.add(from);
  from.on("error", () => {});
  from.on("close", () => sockets.delete(from));
  if (!server) { from.destroy(); return; }
  const to = net.connect(server.port, "127.0.0.1");
  to.on("error", () => from.destroy());
  to.on("close", () => from.destroy());
  from.on("close", () => to.destroy());
  from.pipe(to).pipe(from);
});
await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${proxy.address().port}`;
const cut = () => { for (const socket of sockets) socket.destroy(); };

// With `public` it does not say which port it has: it is given one that was free just now.
async function serve(at = address, tries = 5) {
  const probe = net.createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  fs.writeFileSync(config, `listen = 127.0.0.1:${port}\npublic = ${at}\nrequests_minute = 60000\nrequests_burst = 60000\n`);
  const child = spawn(causeway, ["serve", "--config", config], { env: { ...process.env, CAUSEWAY_DATA: data, HOME: data }, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const began = await new Promise((resolve) => {
    const read = (bytes) => { text += bytes; if (/Open http/.test(text)) resolve(true); };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", () => resolve(false));
  });
  if (!began && tries > 1) return serve(at, tries - 1);
  if (!began) throw new Error(text);
  server = { port, child };
}
async function stop(signal) {
  const { child } = server;
  server = null;
  await new Promise((resolve) => { child.on("exit", resolve); child.kill(signal); });
  cut();
}

await serve();
const get = async (where, headers = {}) => fetch(`${address}${where}`, { headers });

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
const everything = await Promise.all(["/", "/about", "/style.css", "/sw.js", "/manifest.webmanifest", "/icon.svg", "/t/aaaaaaaaaaaa", "/nothing", "/web/x/app.js", "/api/games", "/api/tables", "/api/seats/a.1", "/healthz"].map((where) => get(where)));
const loose = [worker, again, plain, ...everything, await fetch(`${address}/api/tables`, { method: "POST" })].filter(({ headers }) => !/^default-src 'none'.*frame-ancestors 'none'/.test(headers.get("content-security-policy")) || headers.get("set-cookie"));
ok(loose.length === 0, "every answer has the policy, and none a cookie", loose.map((one) => `${one.url} ${one.status}`).join("\n"));
ok((await get("/server.html")).status === 404 && (await get(`/web/${hash}/../../etc/passwd`)).status === 404, "there is nothing else");

const { people: [one, two], more, close } = await browseApart({}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
// Every byte that a page is sent, streams as they come: what it asks for is read twice. Whole lines,
// since two answers can come at the same time.
for (const { context } of [one, two])
  await context.addInitScript(() => {
    const fetched = globalThis.fetch, Audio = globalThis.AudioContext;
    globalThis.received = [];
    globalThis.knocks = 0;
    globalThis.AudioContext = class extends Audio { constructor(...all) { super(...all); globalThis.knocks++; } };
    globalThis.fetch = async (...wish) => {
      const answer = await fetched(...wish), copy = answer.clone(), text = new TextDecoder(), url = String(wish[0]?.url ?? wish[0]);
      if (copy.body && url.includes("/api/")) (async () => {
        const reader = copy.body.getReader();
        for (let rest = "", over = false; !over;) {
          const piece = await reader.read().catch(() => ({ done: true }));
          over = piece.done;
          const lines = (rest + (over ? "\n" : text.decode(piece.value, { stream: true }))).split("\n");
          rest = lines.pop();
          globalThis.received.push(...lines.map((line) => `${line}\n`));
        }
      })();
      return answer;
    };
  });

async function table(game, rest = {}) {
  const answer = await fetch(`${address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game, rules: "fair", names: ["Ann", "Ben"], ...rest }) });
  const said = await answer.json();
  if (!said.links) throw new Error(JSON.stringify(said));
  return said.links.map((link) => link.link);
}

async function open({ page: on }, link) {
  await on.goto("about:blank");
  await on.goto(link);
  await on.waitForSelector("#table");
}
const shown = ({ page: on }) => on.evaluate(() => document.body.innerText);

// Plays both sides, each in its own browser and by its own means, whoever is on turn.
async function playBoth(random, means) {
  for (let turns = 0; turns < 200; turns++) {
    const on = await new Promise((resolve, reject) => {
      Promise.all([one, two].map(async (who, i) => { const now = await until(who.page, ["turn", "over", "dialog"]); resolve([who, i, now]); })).catch(reject);
    });
    const [who, i, now] = on;
    if (now === "over") { await until((who === one ? two : one).page, ["over"]); return turns; }
    await playRound(who.page, random, means[i], undefined, 1);
  }
  throw new Error("The game does not end.");
}

// Of what a seat was sent before the end: nothing that opens the other's secrets, or chance's, and
// none of their numbers.
function leaks(text, seat) {
  const bad = [], at = text.indexOf('{"type":"end"'), before = at < 0 ? text : text.slice(0, text.lastIndexOf('{"type":"event"', at));
  const end = at < 0 ? null : JSON.parse(text.slice(at, text.indexOf("\n", at)));
  for (const one of end?.commitments ?? []) {
    if (one.by === seat) continue;
    if (one.nonce && before.includes(one.nonce)) bad.push(`the nonce of ${one.move}`);
    if (/\d/.test(one.move) && before.includes(`"${one.move}"`)) bad.push(one.move);
  }
  for (const line of before.split("\n")) {
    if (!line.startsWith("data: {")) continue;
    const message = JSON.parse(line.slice(6));
    if (message.seat !== undefined && message.seat !== seat) bad.push(`a message to seat ${message.seat}`);
    if (message.type === "state" && message.board.mines.some((cells, owner) => owner !== seat && cells.some((cell) => !message.board.blown.includes(cell) && !message.board.disarmed.includes(cell)))) bad.push(line);
  }
  return [bad, Boolean(end), (end?.commitments ?? []).filter((sealed) => sealed.by !== seat).length];
}

const games = ["minefield", "pathfinder", "trap-runner", "blockade", "number-mines"];
let hidden = 0;
for (const [i, game] of games.entries()) {
  const links = await table(game, { first: 1 + i % 2 }), means = [i % 2 ? "mouse" : "keys", "touch"], began = Date.now();
  await Promise.all([open(one, links[0]), open(two, links[1])]);
  try {
    const turns = await playBoth(seeded(7 + i), means);
    ok(true, `${game}: two browsers, by ${means.join(" and ")}, ${turns} turns`);
    note(`${Date.now() - began} ms`);
    const found = await axe(i % 2 ? one.page : two.page);
    ok(found === "", `${game}: axe finds nothing`, found);
  } catch (error) { ok(false, `${game}: two browsers`, `${error.stack}\n${await shown(one)}\n${await shown(two)}`); }
  for (const [k, who] of [one, two].entries()) {
    const [bad, ended, sealed] = leaks((await who.page.evaluate(() => globalThis.received)).join(""), k + 1);
    hidden += sealed;
    ok(ended && bad.length === 0, `${game}: seat ${k + 1} is sent nothing that it may not know`, `${ended}\n${bad.join("\n").slice(0, 900)}`);
  }
}
ok(hidden >= 5, `${hidden} secrets were searched for`);

// What was hidden is opened after the end, and fits.
await one.page.locator("[data-tool=proof]").click();
ok(await comes(() => one.page.evaluate(() => /fits/.test(document.querySelector("dialog")?.innerText ?? ""))), "the proof is checked by the page", await shown(one));
await one.page.keyboard.press("Escape");
// The game is looked back at, and reviewed, from the server's record.
await one.page.locator("[data-tool=replay]").click();
ok(await comes(() => one.page.evaluate(() => document.querySelector("[data-tool=back]") !== null)), "a game of the server is replayed", await shown(one));

// A move, and how often the other page tells of it.
const links = await table("pathfinder");
await open(one, links[0]);
ok(await comes(async () => /begins when both are here/.test(await shown(one))), "who comes first is told what is waited for", await shown(one));
await open(two, links[1]);
const told = (who, name) => who.page.evaluate((wanted) => [...document.querySelectorAll(".moves li")].filter((line) => line.textContent.startsWith(wanted)).length, `${name} `);
await until(one.page, ["turn"]);
cut();
await one.page.locator(".stone.offer").first().click();
await until(two.page, ["turn"]);
ok(await told(two, "Ann") === 1, "a stream that was cut goes on where it was, and a move arrives once", await shown(two));

// The server is killed in the middle, and again after it has answered nothing.
await stop("SIGKILL");
await two.page.locator(".stone.offer").first().tap();
if (await two.page.locator("[data-kind=confirm]").isVisible()) await two.page.locator("[data-kind=confirm]").tap();
ok(await comes(async () => /connection is lost/.test(await shown(two))), "a page says that the connection is lost", await shown(two));
await serve();
await until(one.page, ["turn"]);
ok(await told(one, "Ben") === 1 && await told(two, "Ben") === 1, "a move that was made while the server was down arrives once", await shown(one));
ok(await comes(async () => !/connection is lost/.test(await shown(one)) && !/connection is lost/.test(await shown(two))), "and that it is back");

// Links that lead nowhere are plain pages.
async function leads(link, words, what) {
  await one.page.goto("about:blank");
  await one.page.goto(link);
  ok(await comes(async () => words.test(await shown(one))), what, await shown(one));
  const found = await axe(one.page);
  ok(found === "", `${what}: axe finds nothing`, found);
}
await leads(links[0].replace(/#.*/, `#${"A".repeat(43)}`), /renewed/, "a link that was renewed says so");
await leads(links[0].replace(/\/t\/\w+/, "/t/aaaaaaaaaaaa"), /no such table|gone/, "a table that is gone says so");
const [own] = await table("pathfinder", { open: true }), free = own.match(/\/t\/(\w+)/)[1];
const first = await fetch(`${address}/api/tables/${free}/seat`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
ok(first.status === 200, "an open seat is taken", first.status);
await leads(`${address}/#/sit/${free}`, /This seat is taken/, "a seat that is taken says so");
await one.page.route("**/events", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body: 'data: {"type":"hello","seat":1,"protocol":2}\n\n' }));
await leads(links[0], /older than the server/, "a page that is older than the server says so");
await one.page.unroute("**/events");

// A table is made on the page, and its link copied; the other comes by it. The title says whose turn it is.
await one.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: address });
async function makeTable(game, { ticks = [], at = address } = {}) {
  await one.page.goto("about:blank");
  await one.page.goto(`${at}/#/new/${game}?against=link`);
  await one.page.locator("#name").fill("Ann");
  await one.page.locator("#other").fill("Ben");
  for (const words of ticks) await one.page.getByLabel(words).check();
  await one.page.locator("button[type=submit]").click();
  await one.page.waitForSelector(".link input");
  return one.page.locator(".link input").inputValue();
}
const link = await makeTable("pathfinder");
await one.page.getByRole("button", { name: "Copy" }).click();
ok(await comes(async () => await one.page.evaluate(() => navigator.clipboard.readText()) === link) && /\/t\/\w+#[\w-]{43}$/.test(link), "a table is made on the page, and the other's link is copied", `${link}\n${await shown(one)}`);
const waiting = await axe(one.page);
ok(waiting === "", "axe finds nothing on a table that waits", waiting);
const mine = one.page.url();
await open(two, link);
await until(one.page, ["turn"]);
ok(await comes(async () => /^● Your turn – Pathfinder/.test(await one.page.title()) && /^Pathfinder/.test(await two.page.title()) && !await one.page.locator(".link input").isVisible()), "it begins, and the title says whose turn it is",
  `${await one.page.title()}\n${await two.page.title()}\n${await shown(one)}`);

// So it is under another of the server's names: what the browser keeps belongs to that.
const byName = `http://localhost:${server.port}`;
ok((await makeTable("pathfinder", { at: byName })).startsWith(`${address}/t/`) && one.page.url().startsWith(byName), "who made a table has its link under another of the server's names, too", one.page.url());
await open(one, mine);

// Somebody watches: no stone is on offer there, and no answer to what the players ask each other.
const watch = await one.context.newPage();
await watch.goto(link.split("#")[0]);
await watch.waitForSelector(".stone");
const boardOf = (on) => on.evaluate(() => [...document.querySelectorAll(".stone")].map((stone) => stone.getAttribute("aria-label").replace(/, can be.*/, "")).join("|"));
const boards = async () => JSON.stringify(await Promise.all([one.page, two.page, watch].map(boardOf))), before = await boards();
await one.page.locator(".stone.offer").first().click();
await until(two.page, ["turn"]);
await comes(async () => await boardOf(watch) !== JSON.parse(before)[2]);
const after = await boards();
const answers = two.page.locator(".offering:not([hidden]) button"), asksFor = async (words, answer) => {
  ok(await comes(async () => words.test(await shown(two))) && await answers.count() === 2, `the other is asked: ${words.source}`, await shown(two));
  ok(await comes(async () => words.test(await watch.evaluate(() => document.body.innerText))) && await watch.locator(".offering:not([hidden]) button").count() === 0 && await stateOf(watch) !== "turn", "who watches sees that, and can neither answer nor play",
    await watch.evaluate(() => document.body.innerText));
  ok(await comes(async () => /You have asked/.test(await shown(one))), "and who asked is told so", await shown(one));
  await answers.nth(answer).tap();
};
await one.page.locator("[data-tool=undo]").click();
await asksFor(/Ann would like to take back a move/, 1);
ok(await comes(async () => !/You have asked/.test(await shown(one))) && await boards() === after, "no takes nothing back", await shown(one));
await one.page.locator("[data-tool=undo]").click();
await asksFor(/Ann would like to take back a move/, 0);
ok(await comes(async () => await boards() === before), "yes takes it back, for everybody", `${before}\n${await boards()}`);

// One sound when it is one's turn, and none where it is turned off; a rematch.
const knocks = (who) => who.page.evaluate(() => globalThis.knocks);
ok(await knocks(one) > 0, "a sound tells whose turn it is");
await two.page.goto(`${address}/#/settings`);
await two.page.getByLabel("Sound").uncheck();
await two.page.getByLabel("Remember seats").uncheck();
await open(two, link);
await until(two.page, ["wait"]);
await one.page.locator(".stone.offer").first().click();
await until(two.page, ["turn"]);
ok(await knocks(two) === 0, "and none where it is turned off");
await one.page.locator("[data-tool=resign]").click();
await one.page.locator("dialog button").last().click();
await Promise.all([one, two].map((who) => until(who.page, ["over"])));
ok(/You lost/.test(await shown(one)) && /You won/.test(await shown(two)) && /Ben wins/.test(await watch.evaluate(() => document.body.innerText)), "who gives up has lost", await shown(one));
await one.page.locator("[data-tool=swap]").click();
await asksFor(/Ann would like to play again, with sides swapped/, 0);
ok(await comes(async () => (await Promise.all([one, two].map((who) => stateOf(who.page)))).includes("turn")) && await boards() === before, "and they play again", await shown(one));
await watch.close();

// What was opened is listed, as the server says that it is now, where that is wanted. Two seats of one
// table stay apart in one browser. Behind a table's address a fragment that begins with / is a route.
const listed = async (who, where = "/") => {
  await who.page.goto("about:blank");
  await who.page.goto(`${address}${where}`);
  await who.page.waitForSelector(".card");
  return who.page.evaluate(() => [...document.querySelectorAll("ul.list > li")].map((line) => line.innerText.replace(/\s+/g, " ")));
};
const known = await listed(one), count = (await listed(two)).length, [seat1, seat2] = await table("pathfinder", { first: 2 }), at = new URL(seat1).pathname;
const twin = await one.context.newPage();
await open(one, seat1);
await open({ page: twin }, seat2);
await until(twin, ["turn"]);
ok(await stateOf(one.page) === "wait" && /Ann you/.test(await shown(one)) && /Ben you/.test(await twin.evaluate(() => document.body.innerText)), "two seats of one table stay apart in one browser", await shown(one));
await twin.close();
ok((await listed(one, `${at}#/`)).length === known.length + 2, "both are remembered, and behind a table's address a fragment that begins with / is a route", await shown(one));
await open(two, seat2);
await until(two.page, ["turn"]);
await two.page.locator(".stone.offer").first().tap();
await until(two.page, ["wait"]);
await listed(one);
const badge = (seat) => one.page.evaluate((href) => document.querySelector(`a[href="${href}"]`).closest("li").querySelector(".badge").textContent, seat.slice(address.length));
ok(await comes(async () => await badge(seat1) === "Your turn" && await badge(seat2) === "Waiting"), "how it stands is asked of the server", await shown(one));
ok((await listed(two)).length === count, "and where that is not wanted, nothing is remembered", await shown(two));

// An open seat is taken from the lobby, or by the link that the one who made it has.
const sits = await makeTable("pathfinder", { ticks: ["In the lobby", "Open to anybody"] });
await comes(async () => (await (await get("/api/tables")).json()).tables.length > 0);
await two.page.goto(`${address}/#/lobby`);
await two.page.waitForSelector("ul.list a[href*=sit]");
const inLobby = await axe(two.page);
ok(inLobby === "", "axe finds nothing in the lobby", inLobby);
await two.page.locator("ul.list a[href*=sit]").tap();
await two.page.waitForSelector("#table");
ok((await Promise.all([one, two].map((who) => until(who.page, ["turn", "wait"])))).length === 2 && await comes(async () => (await Promise.all([one, two].map((who) => stateOf(who.page)))).includes("turn")), "an open seat is taken from the lobby", await shown(two));
await leads(sits, /This seat is taken/, "and its link then says so");
await open(two, await makeTable("pathfinder", { ticks: ["Open to anybody"] }));
ok(await comes(async () => (await Promise.all([one, two].map((who) => stateOf(who.page)))).includes("turn")), "who has the link of an open seat sits down", await shown(two));

const invitation = await (await get(new URL(links[0]).pathname)).text();
ok(/<h1>[^<]*Ann and Ben/.test(invitation) && /og:title/.test(invitation) && /causeway join/.test(invitation), "a link's page says who invites to what before any module has loaded", invitation);

// A page that nobody sees: over HTTP/1.1 it lets its stream go, and asks every 15 seconds, which are
// short here; over HTTP/2 it keeps it. Either way its title says whose turn it is.
async function hide(what, at, keeps) {
  const ann = await more({ ignoreHTTPSErrors: true, serviceWorkers: "block" });
  await ann.context.addInitScript(() => {
    const { fetch: fetched, setInterval: repeated } = globalThis;
    Object.assign(globalThis, { streams: [], questions: 0, intervals: [] });
    globalThis.fetch = (url, wish) => {
      if (String(url).endsWith("/events")) globalThis.streams.push(wish.signal);
      else if (/\/api\/seats\/\w+\.1$/.test(url)) globalThis.questions++;
      return fetched(url, wish);
    };
    globalThis.setInterval = (call, pause) => { globalThis.intervals.push(pause); return repeated(call, pause === 15000 ? 100 : pause); };
  });
  const body = { game: "pathfinder", names: ["Ann", "Ben"], first: 2 };
  const post = async (where, token, said) => (await fetch(`${at}${where}`, { method: "POST", body: JSON.stringify(said),
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) } })).json();
  const made = await post("/api/tables", null, body), [mine, theirs] = made.links.map((one) => one.link), token = theirs.split("#")[1];
  const watch = new AbortController();
  await fetch(`${at}/api/seats/${made.table}.2/events`, { headers: { Authorization: `Bearer ${token}` }, signal: watch.signal });
  await ann.page.goto(mine);
  await until(ann.page, ["wait"]);
  await ann.page.evaluate(() => { Object.defineProperty(document, "visibilityState", { value: "hidden" }); document.dispatchEvent(new Event("visibilitychange")); });
  const { turn } = await (await fetch(`${at}/api/seats/${made.table}.2`, { headers: { Authorization: `Bearer ${token}` } })).json();
  await post(`/api/seats/${made.table}.2/moves`, token, { type: "move", n: turn.n, move: `move ${turn.offers.find((offer) => offer.verb === "move").numbers[0]}` });
  ok(await comes(async () => /Your turn/.test(await ann.page.title())), `${what}: the title of a hidden page says whose turn it is`, await ann.page.title());
  const seen = await ann.page.evaluate(() => ({ open: globalThis.streams.filter((one) => !one.aborted).length, count: globalThis.streams.length, questions: globalThis.questions, asks: globalThis.intervals.includes(15000) }));
  ok(keeps ? seen.open === 1 && seen.count === 1 && !seen.asks : seen.open === 0 && seen.asks && seen.questions > 0,
    `${what}: a hidden page ${keeps ? "keeps its stream" : "lets its stream go, and asks"}`, JSON.stringify(seen));
  watch.abort();
  complaints.push(...ann.complaints);
  await ann.context.close();
}
const complaints = [...one.complaints, ...two.complaints];
await hide("HTTP/1.1", address, false);
await stop("SIGTERM");

// TLS and HTTP/2 before the server, as a proxy would have them.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"; // the certificate is our own
spawnSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
  "-keyout", path.join(data, "key.pem"), "-out", path.join(data, "cert.pem")]);
const front = http2.createSecureServer({ allowHTTP1: true, key: fs.readFileSync(path.join(data, "key.pem")), cert: fs.readFileSync(path.join(data, "cert.pem")) }, (request, response) => {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([key]) => !key.startsWith(":")));
  const inner = http.request({ port: server.port, host: "127.0.0.1", method: request.method, path: request.url, headers: { ...headers, host: request.authority ?? headers.host } }, (answer) => {
    delete answer.headers.connection;
    delete answer.headers["transfer-encoding"];
    delete answer.headers["keep-alive"];
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
    answer.on("error", () => response.destroy());
  });
  inner.on("error", () => response.destroy());
  response.on("close", () => inner.destroy());
  request.pipe(inner);
});
await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve));
const securePort = front.address().port;
await serve(`https://localhost:${securePort}`);
await hide("HTTP/2", `https://localhost:${securePort}`, true);
front.close();

const elsewhere = [...origins].filter((origin) => origin !== address && origin !== byName && origin !== `https://localhost:${securePort}`);
ok(elsewhere.length === 0, "nothing is asked of anybody else", elsewhere.join("\n"));
ok(complaints.length === 0, "no error on the console, no policy report", complaints.join("\n"));
await close();
await stop("SIGTERM");
proxy.close();
fs.rmSync(data, { recursive: true, force: true });
done();
