// SPDX-License-Identifier: GPL-3.0-or-later
// The page by keyboard alone in another engine: engines.mjs SITE webkit|firefox
// WebKitGTK is led by plain WebDriver, Firefox over BiDi, by as much of either as is needed here.
import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { comes, done, note, ok, playRound, seeded, serveFolder, until } from "./help.mjs";

const [site, engine] = [path.resolve(process.argv[2]), process.argv[3]];
const home = fs.mkdtempSync(path.join(os.tmpdir(), "causeway-engine-")), children = [];
const codes = { Tab: "\uE004", Enter: "\uE006", Space: " ", Home: "\uE011", End: "\uE010", Escape: "\uE00C", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015" };
const keyOf = (key) => ({ type: "key", id: "keys", actions: ["keyDown", "keyUp"].map((type) => ({ type, value: codes[key] ?? key })) });

// A program; resolves with what `pattern` finds in what it says on one of its descriptors.
function start(command, words, pattern, { from = "stderr", env = {}, stdio = ["ignore", "pipe", "pipe"] } = {}) {
  const child = spawn(command, words, { stdio, env: { ...process.env, HOME: home, ...env } });
  let text = "";
  children.push(child);
  return new Promise((resolve, reject) => {
    const stream = from === "stderr" ? child.stderr : child.stdio[from];
    stream.on("data", (bytes) => { text += bytes; const found = pattern.exec(text); if (found) resolve(found[1]); });
    child.on("error", reject);
    child.on("exit", (status) => reject(new Error(`${command} has ended with ${status}: ${text}`)));
  });
}

async function freePort() {
  const probe = net.createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function webkit() {
  const display = await start("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24"], /(\d+)\n/, { from: 3, stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const port = await freePort(), base = `http://127.0.0.1:${port}`;
  const libraries = fs.readdirSync("/usr/lib", { withFileTypes: true }).flatMap((one) => one.isDirectory() ? [`/usr/lib/${one.name}`] : []);
  const binary = libraries.flatMap((at) => ["4.1", "4.0", "6.0"].map((version) => `${at}/webkit${version === "6.0" ? "gtk" : "2gtk"}-${version}/MiniBrowser`)).find((file) => fs.existsSync(file));
  const env = { DISPLAY: `:${display}`, NO_AT_BRIDGE: "1", ...(process.getuid() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}) };
  start("WebKitWebDriver", [`--port=${port}`], /(never)/, { env }).catch(() => {});
  const ask = async (where, body) => {
    const answer = await fetch(base + where, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }), { value } = await answer.json();
    if (!answer.ok) throw new Error(`${where}: ${value.error}: ${value.message}`);
    return value;
  };
  if (!await comes(() => ask("/status").then(({ ready }) => ready, () => false))) throw new Error("WebKitWebDriver does not answer.");
  const { sessionId, capabilities } = await ask("/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } } });
  const session = `/session/${sessionId}`;
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`, complaints: [],
    goto: (url) => ask(`${session}/url`, { url }),
    evaluate: (call, ...words) => ask(`${session}/execute/sync`, { script: `return (${call}).apply(null, arguments);`, args: words }),
    press: (key) => ask(`${session}/actions`, { actions: [keyOf(key)] }),
  };
}

// A WebSocket's client: text in and out, whole messages, nothing else.
async function connect(url) {
  const { hostname, port, pathname } = new URL(url), socket = net.connect(Number(port), hostname), waiting = new Map(), heard = [];
  let bytes = Buffer.alloc(0), open = false, parts = [], count = 0;
  const opened = new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (more) => {
      bytes = Buffer.concat([bytes, more]);
      const end = open ? -1 : bytes.indexOf("\r\n\r\n");
      if (!open && end < 0) return;
      if (!open) { open = true; bytes = bytes.subarray(end + 4); resolve(); }
      while (takeFrame());
    });
  });
  function takeFrame() {
    if (bytes.length < 2) return false;
    const short = bytes[1] & 127, head = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (bytes.length < head) return false;
    const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
    if (bytes.length < head + length) return false;
    const last = bytes[0] & 128, kind = bytes[0] & 15;
    if (kind < 3) parts.push(bytes.subarray(head, head + length));
    bytes = bytes.subarray(head + length);
    if (kind < 3 && last) { hear(JSON.parse(Buffer.concat(parts).toString())); parts = []; }
    return true;
  }
  function hear(message) {
    const wish = waiting.get(message.id);
    waiting.delete(message.id);
    if (!wish) heard.forEach((call) => call(message));
    else if (message.type === "error") wish.reject(new Error(`${message.error}: ${message.message}`));
    else wish.resolve(message.result);
  }
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${crypto.randomBytes(16).toString("base64")}\r\n\r\n`);
  await opened;
  return {
    heard,
    send(method, params) {
      const id = ++count, body = Buffer.from(JSON.stringify({ id, method, params })), mask = crypto.randomBytes(4);
      const head = body.length < 126 ? Buffer.from([129, 128 | body.length]) : Buffer.from([129, 254, body.length >> 8, body.length & 255]);
      for (let i = 0; i < body.length; i++) body[i] ^= mask[i % 4];
      socket.write(Buffer.concat([head, mask, body]));
      return new Promise((resolve, reject) => { waiting.set(id, { resolve, reject }); });
    },
  };
}

async function firefox() {
  const profile = path.join(home, "profile");
  fs.mkdirSync(profile);
  // A window that nobody has brought to the front has the focus all the same; and it looks for nothing new.
  fs.writeFileSync(path.join(profile, "user.js"), ["focusmanager.testmode", "app.update.disabledForTesting", "browser.shell.checkDefaultBrowser"]
    .map((name, i) => `user_pref("${name}", ${i < 2});\n`).join(""));
  const address = await start("firefox-esr", ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", String(await freePort())], /BiDi listening on (ws:\S+)/, { env: { MOZ_HEADLESS: "1" } });
  const bidi = await connect(`${address}/session`), complaints = [];
  const { capabilities } = await bidi.send("session.new", { capabilities: {} });
  const { contexts: [{ context }] } = await bidi.send("browsingContext.getTree", {});
  await bidi.send("browsingContext.activate", { context });
  await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
  bidi.heard.push(({ method, params }) => { if (method === "log.entryAdded" && params.level === "error") complaints.push(params.text); });
  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`, complaints,
    goto: (url) => bidi.send("browsingContext.navigate", { context, url, wait: "complete" }),
    async evaluate(call, ...words) {
      const { result, exceptionDetails } = await bidi.send("script.callFunction", { target: { context }, awaitPromise: true,
        functionDeclaration: `(words) => JSON.stringify((${call})(...JSON.parse(words)) ?? null)`, arguments: [{ type: "string", value: JSON.stringify(words) }] });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    press: (key) => bidi.send("input.performActions", { context, actions: [keyOf(key)] }),
  };
}

const server = await serveFolder(site, "/under/a/path/");
try {
  const led = await { webkit, firefox }[engine]();
  const page = { evaluate: led.evaluate, keyboard: { press: led.press } };
  note(led.name);
  await led.goto(server.address);
  ok(await comes(() => page.evaluate(() => document.querySelectorAll(".card").length >= 5)), "the first page is there", await page.evaluate(() => document.body.innerText));
  const games = await page.evaluate(() => [...document.querySelectorAll('.card[href*="/new/"]')].map((card) => card.getAttribute("href").split("/").at(-1)));
  for (const [i, game] of games.entries()) {
    await led.goto(`${server.address}#/`);
    await led.goto(`${server.address}#/new/${game}?against=computer`);
    // By Enter in a field: a headless Firefox, whose window never has the focus, presses no buttons.
    const inField = () => page.evaluate(() => document.activeElement?.type === "text");
    await comes(() => page.evaluate(() => document.querySelector("button[type=submit]") !== null));
    for (let tabs = 0; tabs < 60 && !await inField(); tabs++) await led.press("Tab");
    await led.press("Enter");
    try {
      await until(page, ["turn", "over"]);
      const turns = await playRound(page, seeded(31 * i + 5), "keys");
      const says = await page.evaluate(() => document.querySelector(".banner h2")?.textContent ?? "");
      ok(/^You (won|lost)$/.test(says), `${game}: a whole game by keyboard alone, ${turns} turns`, says);
      ok(await page.evaluate(() => document.activeElement !== document.body), `${game}: the focus is not lost`);
    } catch (error) { ok(false, `${game}: a whole game by keyboard alone`, `${error.stack}\n${await page.evaluate(() => document.body.innerText)}`); }
  }
  ok(led.complaints.length === 0, "no error on the console", led.complaints.join("\n"));
} finally {
  for (const child of children.reverse()) { child.removeAllListeners("exit"); child.kill(); }
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? new Promise((resolve) => { child.on("exit", resolve); setTimeout(() => { child.kill("SIGKILL"); }, 5000).unref(); })));
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  server.close();
}
done();
