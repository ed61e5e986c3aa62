// SPDX-License-Identifier: GPL-3.0-or-later
// The page without a server, in Chromium: every game by mouse, by touch and by keyboard alone; two
// at one screen; coming back; without a network. offline.mjs SITE CAUSEWAY
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { axe, browse, comes, done, note, ok, origins, playRound, seeded, serveFolder, stateOf, until } from "./help.mjs";

const site = path.resolve(process.argv[2]), soak = Boolean(process.env.CAUSEWAY_SOAK);
const server = await serveFolder(site, "/under/a/path/");
const browser = await browse(), { page, complaints } = browser;
const phone = await browse({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

async function begin(on, game, against) {
  await on.goto(`${server.address}#/`);
  await on.goto(`${server.address}#/new/${game}?against=${against}`);
  await on.locator("button[type=submit]").click();
  return until(on, ["turn", "cover", "over"]);
}

await page.goto(server.address);
await page.waitForSelector(".card");
const games = await page.evaluate(() => [...document.querySelectorAll(".card[href*=\"/new/\"]")].map((card) => card.getAttribute("href").split("/").at(-1)));
ok(games.length >= 5, `${games.length} games are on the first page`);
ok(await axe(page) === "", "axe finds nothing on the first page", await axe(page));
await page.goto(`${server.address}#/settings`);
ok(await axe(page) === "", "nor on the settings", await axe(page));

for (const [i, game] of games.entries()) {
  await page.goto(`${server.address}#/new/${game}`);
  await page.waitForSelector("button[type=submit]");
  const found = await axe(page);
  ok(found === "", `${game}: axe finds nothing on the setup`, found);
  for (const input of ["mouse", "keys", "touch"]) {
    const on = input === "touch" ? phone.page : page;
    await begin(on, game, "computer");
    let seen = "";
    try {
      const turns = await playRound(on, seeded(17 * i + input.length), input, async (now, turn) => {
        if (turn === 1 || now === "over") seen += await axe(on);
        const wide = await on.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) seen += `\nthe page is ${wide} px too wide`;
      });
      ok(true, `${game}: a whole game by ${input}, ${turns} turns`);
    } catch (error) { ok(false, `${game}: a whole game by ${input}`, `${error.stack}\n${await on.evaluate(() => document.body.innerText)}`); }
    ok(seen === "", `${game}: axe finds nothing by ${input}`, seen);
    const says = await on.evaluate(() => document.querySelector(".banner h2")?.textContent ?? "");
    ok(/^You (won|lost)$/.test(says), `${game}: it says who won`, says);
  }
}

// A game that is over is looked at again, and saved.
const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("[data-tool=save]").click()]);
const record = fs.readFileSync(await saved.path(), "utf8");
ok(/"as":"all"/.test(record) && /"kind":"end"/.test(record), "a game that is over is saved to a file, all of it", record.slice(0, 300));
const home = fs.mkdtempSync(path.join(os.tmpdir(), "causeway-import-"));
const read = spawnSync(path.resolve(process.argv[3]), ["import", "-"], { input: record, encoding: "utf8", env: { ...process.env, CAUSEWAY_DATA: home, HOME: home } });
ok(read.status === 0, "which causeway import reads", read.stdout + read.stderr);
fs.rmSync(home, { recursive: true });
await page.locator("[data-tool=replay]").click();
await page.waitForSelector("[data-tool=back]");
const last = await page.evaluate(() => document.querySelector(".ask").textContent);
await page.locator("[data-tool=start]").click();
await page.locator("[data-tool=forward]").click();
for (let i = 0; i < 100 && !/^Event 2 of/.test(await page.evaluate(() => document.querySelector(".ask").textContent)); i++) await page.waitForTimeout(50);
ok(/^Event 2 of/.test(await page.evaluate(() => document.querySelector(".ask").textContent)), "a game that is over is replayed", last);

// A coach asks before a move that throws the game away: it is not made, or made all the same.
const coached = seeded(3), listed = () => page.evaluate(() => document.querySelectorAll(".moves li").length);
async function untilWarned() {
  for (let i = 0; i < 300; i++) {
    const now = await until(page, ["turn", "over", "dialog"]);
    if (now === "dialog") return true;
    if (now === "over") await page.locator("[data-tool=again]").click();
    else {
      const count = await listed();
      await playRound(page, coached, "mouse", undefined, 1);
      await comes(async () => await stateOf(page) === "dialog" || await listed() > count);
    }
  }
  return false;
}
await page.goto(`${server.address}#/new/pathfinder?against=computer`);
await page.locator(".tick input[type=checkbox]").check();
await page.locator("button[type=submit]").click();
ok(await untilWarned(), "a coach warns", await page.evaluate(() => document.body.innerText));
const warned = await listed(), found = await axe(page);
ok(found === "", "axe finds nothing on a warning", found);
await page.locator("dialog button").first().click();
ok(await until(page, ["turn"]) && await listed() === warned, "and another move can be taken", await page.evaluate(() => document.body.innerText));
await untilWarned();
const warnedAgain = await listed();
await page.locator("dialog button").last().click();
ok(await comes(async () => await listed() > warnedAgain), "or the same be played", await page.evaluate(() => document.body.innerText));

// At a root, under a name that is no secure context, as a server's in one's own network: no WebCrypto
// and no service worker, and it plays and proves all the same.
const plain = await serveFolder(site), bare = await browser.context.newPage();
await bare.goto(`${plain.address.replace("localhost", "plain.test")}#/new/trap-runner?against=two`);
await bare.locator("button[type=submit]").click();
await playRound(bare, seeded(4), "mouse", undefined, 4);
await bare.locator("[data-tool=resign]").click();
await bare.locator("dialog button").last().click();
await until(bare, ["over"]);
await bare.locator("[data-tool=proof]").click();
ok(await comes(() => bare.evaluate(() => !isSecureContext && !crypto.subtle && /✓ fits/.test(document.querySelector("dialog")?.innerText ?? ""))), "at a root and without WebCrypto it is played, and the proof is checked",
  await bare.evaluate(() => document.body.innerText));
await bare.close();
plain.close();

// What was dealt and hidden is opened, and fits.
await page.goto(`${server.address}#/`);
await begin(page, "trap-runner", "computer");
await playRound(page, seeded(2), "mouse");
const labels = await page.evaluate(() => [...document.querySelectorAll(".stone")].map((stone) => stone.getAttribute("aria-label")).join("; ")), heard = await page.evaluate(() => document.querySelector("#live").textContent);
ok(/, your trap/.test(labels) && !/of you\b/.test(labels), "a stone is named as one would say it", labels);
ok(/\. You (won|lost)\. \S.*\.\s*$/.test(heard), "and the end is said in sentences", heard);
await page.locator("[data-tool=proof]").click();
ok(await comes(() => page.evaluate(() => /✓ fits/.test(document.querySelector("dialog")?.innerText ?? ""))), "the proof is checked by the page", await page.evaluate(() => document.body.innerText));
await page.keyboard.press("Escape");

// The review: a chart and a list to go through, and from any place of it the game is played on. Of a
// game that is solved at once: what takes longer than the solver may is not known.
await begin(page, "pathfinder", "computer");
await playRound(page, seeded(2), "mouse");
await page.locator("[data-tool=review]").click();
ok(await comes(() => page.evaluate(() => document.querySelectorAll(".points button").length > 1)), "a game is reviewed", await page.evaluate(() => document.body.innerText));
ok(await axe(page) === "", "axe finds nothing on a review", await axe(page));
await page.locator(".points button").first().click();
ok(await comes(() => page.evaluate(() => document.querySelector(".points button").getAttribute("aria-current") === "step" && document.querySelector(".point").textContent.startsWith("1. "))),
  "a press in the list leads to that move", await page.evaluate(() => document.querySelector(".review").innerText));
ok(await page.evaluate(() => document.activeElement === document.querySelector(".points .now")), "and the focus stays there", await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200)));
await page.setViewportSize({ width: 360, height: 740 });
await page.evaluate(() => scrollTo(0, 1e6));
ok(await page.evaluate(() => { const [board, list] = [".pond", ".points .now"].map((one) => document.querySelector(one).getBoundingClientRect()); return board.top >= 0 && board.bottom < list.top && list.bottom <= innerHeight && list.right <= innerWidth; }),
  "on a phone board and list are both in sight", await page.evaluate(() => [".pond", ".points .now"].map((one) => JSON.stringify(document.querySelector(one).getBoundingClientRect())).join("\n")));
await page.setViewportSize({ width: 1280, height: 800 });
await page.locator("[data-tool=on]").click();
ok(await comes(async () => ["turn", "over"].includes(await stateOf(page)) && !await page.evaluate(() => document.querySelector(".review"))), "the game is played on from there", await page.evaluate(() => document.body.innerText));

// Files: what was saved is opened in another browser.
const file = path.join(os.tmpdir(), `causeway-${process.pid}.jsonl`);
fs.writeFileSync(file, record);
await phone.page.goto(`${server.address}#/`);
await phone.page.waitForSelector(".file input");
await phone.page.locator(".file input").setInputFiles(file);
ok(await comes(() => phone.page.evaluate(() => document.querySelector("[data-tool=back]") !== null)), "a file is opened in another browser", await phone.page.evaluate(() => document.body.innerText));
fs.writeFileSync(file, record.replace(/"move":"(\w+) (\d)/, '"move":"$1 9$2'));
await phone.page.goto(`${server.address}#/`);
await phone.page.waitForSelector(".file input");
await phone.page.locator(".file input").setInputFiles(file);
ok(await comes(() => phone.page.evaluate(() => document.querySelector("#alert").textContent.length > 10)), "a file that somebody has changed is refused, with a sentence", await phone.page.evaluate(() => document.body.innerText));
fs.rmSync(file);

// Every lesson's first question is asked; one lesson is gone through; a puzzle is solved.
await page.goto(`${server.address}#/learn`);
await page.waitForSelector("ol.list a");
ok(await axe(page) === "", "axe finds nothing on the lessons", await axe(page));
const lessons = await page.evaluate(() => [...document.querySelectorAll("ol.list a")].map((one) => one.getAttribute("href")));
ok(lessons.length >= 20, `${lessons.length} lessons`);
// Tries what is on offer until there is nothing more to find.
async function answerAll(on, most) {
  for (let tries = 0; tries < most; tries++) {
    await comes(() => on.evaluate(() => document.querySelector(".stone.offer, [data-tool=next], [data-tool=play], .chip") !== null));
    if (await on.locator("[data-tool=answer]").count() === 0) return true;
    await on.evaluate(() => { document.querySelector(".verdict").textContent = ""; });
    await playRound(on, seeded(tries + 1), "mouse", undefined, 1);
    await comes(() => on.evaluate(() => document.querySelector(".verdict").textContent !== ""));
  }
  return false;
}
await page.goto(`${server.address}${lessons.find((one) => one.includes("trap-runner/1"))}`);
ok(await answerAll(page, 40), "a lesson is gone through by trying", await page.evaluate(() => document.body.innerText));
ok(await axe(page) === "", "axe finds nothing on a lesson", await axe(page));
await page.goto(`${server.address}#/learn`);
ok(await comes(() => page.evaluate(() => document.querySelectorAll("ol.list .badge").length === 1)), "it is remembered as done");
await page.goto(`${server.address}#/puzzle/pathfinder?grade=0&seed=7`);
ok(await answerAll(page, 40), "a puzzle is solved by trying", await page.evaluate(() => document.body.innerText));
ok(await page.evaluate(() => document.querySelectorAll(".chip").length > 1), "then the chance is on each stone", await page.evaluate(() => document.body.innerText));
ok(await axe(page) === "", "axe finds nothing on a puzzle", await axe(page));
const asked = await page.evaluate(() => document.querySelector(".question p").textContent + [...document.querySelectorAll(".stone")].map((one) => one.getAttribute("aria-label").replace(/, (can|\d+ per cent).*/, "")).join());
await phone.page.goto(`${server.address}#/puzzle/pathfinder?grade=0&seed=7`);
await phone.page.waitForSelector(".stone.offer");
ok(await phone.page.evaluate(() => document.querySelector(".question p").textContent + [...document.querySelectorAll(".stone")].map((one) => one.getAttribute("aria-label").replace(/, (can|\d+ per cent).*/, "")).join()) === asked, "a link reproduces a puzzle", asked);

// What was posed before is not posed again, but to who follows a link.
await page.goto(`${server.address}#/puzzle/pathfinder?grade=0&seed=9`);
await comes(() => page.evaluate(() => document.querySelector("[data-tool=another]") && document.querySelector(".stone.offer") !== null));
await page.evaluate(() => {
  const seeds = [7, 11], fill = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => { fill(bytes); if (seeds.length) bytes[0] = seeds.shift(); return bytes; };
});
await page.locator("[data-tool=another]").click();
ok(await comes(() => page.evaluate(() => /seed=11$/.test(location.hash) && document.querySelector(".stone.offer") !== null)), "a puzzle that was posed before is passed over", page.url());
await page.goto(`${server.address}#/puzzle/pathfinder?grade=0&seed=7`);
ok(await comes(() => page.evaluate(() => document.querySelector(".stone.offer") !== null)) && /seed=7$/.test(page.url()), "and a link to it still leads there", page.url());

// A hint comes from the larger module, in the middle of a game, and the game goes on.
await begin(page, "trap-runner", "computer");
await page.locator("[data-tool=hint]").click();
ok(await comes(() => page.evaluate(() => /^Best|not solved/.test(document.querySelector(".says").textContent))), "a hint is given where something is hidden", await page.evaluate(() => document.body.innerText));
note(await page.evaluate(() => document.querySelector(".says").textContent));
ok(await playRound(page, seeded(9), "mouse") > 0, "and the game goes on");

// The rules are read from their beginning, however long they are.
await page.setViewportSize({ width: 640, height: 400 });
await begin(page, "minefield", "computer");
await page.locator("[data-tool=rules]").click();
await page.waitForSelector("dialog[open]");
ok(await page.evaluate(() => { const one = document.querySelector("dialog"); return one.scrollTop === 0 && one.scrollHeight > one.clientHeight; }), "rules are read from their beginning");
ok(await page.evaluate(() => document.querySelector("dialog button").getBoundingClientRect().bottom <= document.querySelector("dialog").getBoundingClientRect().bottom), "and what closes them is in sight");
await page.keyboard.press("Escape");
await page.setViewportSize({ width: 1280, height: 800 });

// A move is taken back and made again; two keys say what happened last and how it stands.
const boardOf = (on) => on.evaluate(() => [...document.querySelectorAll(".stone")].map((stone) => stone.getAttribute("aria-label").replace(/, can be.*/, "")).join("|"));
const board = () => boardOf(page), live = () => page.evaluate(() => document.querySelector("#live").textContent);
await begin(page, "pathfinder", "two");
const beginning = await board();
await page.locator(".stone.offer").first().click();
ok(await comes(async () => await board() !== beginning), "a move changes the board");
const moved = await board(), event = await live();
await page.locator(".stone").first().focus();
await page.keyboard.press("b");
const position = await live();
await page.keyboard.press("l");
ok(position !== event && /0|1/.test(position) && (await live()).trim() === event.trim(), "a key reads the position, and one says again what happened last", `${event}\n${position}\n${await live()}`);
await page.keyboard.press("u");
ok(await comes(async () => await board() === beginning), "a move is taken back", await board());
await page.locator("[data-tool=redo]").click();
ok(await comes(async () => await board() === moved), "and made again", await board());

// What cannot be kept has not happened; it is tried again, or goes on unkept, as one likes.
await begin(page, "pathfinder", "two");
const [worker] = page.workers(), count = () => page.evaluate(() => document.querySelectorAll(".moves li").length), unsaved = () => page.getByText("It could not be saved").isVisible();
for (const [i, way] of ["tried again", "gone on with unkept"].entries()) {
  const known = await count(), stood = await board();
  await worker.evaluate(() => { globalThis.put ??= IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = () => { throw new Error("The disk is full."); }; });
  await page.locator(".stone.offer").first().click();
  ok(await comes(unsaved) && await count() === known && await board() === stood, "a move that cannot be kept is not told", await page.evaluate(() => document.body.innerText));
  if (way === "tried again") await worker.evaluate(() => { IDBObjectStore.prototype.put = globalThis.put; });
  await page.locator("dialog button").nth(i).click();
  ok(await comes(async () => await count() > known && await board() !== stood), `and is ${way}`, await page.evaluate(() => document.body.innerText));
}

// Clocks and series.
await page.goto(`${server.address}#/new/pathfinder?against=two`);
await page.locator("#clock").selectOption("60+1");
await page.locator("#rounds").fill("2");
await page.locator("#rounds").blur();
await page.locator("button[type=submit]").click();
await until(page, ["turn"]);
await page.locator(".stone.offer").first().click();
ok(await comes(() => page.evaluate(() => document.querySelectorAll(".clock:not([hidden])").length === 2 && [...document.querySelectorAll(".clock")].some((one) => /^0:[0-5]\d$/.test(one.textContent)))), "clocks run",
  await page.evaluate(() => document.body.innerText));
await page.locator("[data-tool=resign]").click();
await page.locator("dialog button").last().click();
await until(page, ["over"]);
await page.locator("[data-tool=again]").click();
ok(await comes(() => page.evaluate(() => /Round 2 of 2/.test(document.querySelector("#where").textContent) && document.querySelector(".stone.offer") !== null)), "a series goes on with its next round",
  await page.evaluate(() => document.body.innerText));

// By touch a move that cannot be taken back wants a second press, and one that can be does not.
await begin(phone.page, "minefield", "computer");
const asks = () => phone.page.locator("[data-kind=confirm]").isVisible(), told = () => phone.page.evaluate(() => document.querySelectorAll(".moves li").length);
const before = await told();
await phone.page.locator(".stone.offer").first().tap();
ok(await asks() && await told() === before, "by touch a move that is final is asked about", await phone.page.evaluate(() => document.body.innerText));
await phone.page.locator("[data-kind=confirm]").tap();
ok(await comes(async () => await told() > before), "and then made");
await begin(phone.page, "pathfinder", "computer");
await phone.page.locator(".stone.offer").first().tap();
ok(!await asks() && await comes(async () => await told() > 1), "and one that can be taken back is made at once", await phone.page.evaluate(() => document.body.innerText));

// The puzzle of the day is everybody's.
const posed = [];
for (const on of [page, phone.page]) {
  await on.goto(`${server.address}#/puzzle/daily`);
  await on.waitForSelector(".table:has(.question) .stone.offer"); // not the last game's
  posed.push(await on.evaluate(() => document.querySelector(".question").textContent) + (await boardOf(on)).replace(/, \d+ per cent[^|]*/g, ""));
}
ok(/^Puzzle of the day/.test(posed[0]) && posed[0] === posed[1], "the puzzle of the day is the same in two browsers", posed.join("\n"));

// What is forgotten is gone.
await page.goto(`${server.address}#/`);
await page.waitForSelector(".list");
const rows = await page.locator(".list > li").count();
await page.locator(".list .plain").first().click();
await page.locator("dialog button").last().click();
ok(await comes(async () => await page.locator(".list > li").count() === rows - 1), "a game is forgotten");
await page.reload();
await page.waitForSelector(".card");
ok(await page.locator(".list > li").count() === rows - 1, "for good");

// A link reproduces rules.
await page.goto(`${server.address}#/`);
await page.goto(`${server.address}#/new/trap-runner?rules=length=8,traps=2,stride=2,passable=yes`);
await page.waitForSelector("#option-length");
ok(await page.evaluate(() => document.querySelector("#option-length").value === "8" && document.querySelector("[value=own]").checked), "a link reproduces rules");

// Two at one screen: the board leaves the document while it is covered, and nothing that only one was
// told is in it for the other: what seats hear and the table does not is taken from the worker.
await page.addInitScript(() => {
  globalThis.heard = new Map();
  const listens = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", { ...listens, set(call) {
    listens.set.call(this, (event) => {
      for (const { type, seat, n, told } of event.data?.said ?? [])
        if (type === "event" && told) globalThis.heard.set(n, { ...globalThis.heard.get(n), [seat]: told });
      call(event);
    });
  } });
});
await page.reload();
for (const game of games) {
  await begin(page, game, "two");
  let covered = 0, shown = 0, hidden = 0;
  const leaks = new Set();
  try {
    await playRound(page, seeded(5), "mouse", async (now) => {
      if (now === "over") return;
      const [secrets, found] = await page.evaluate(() => {
        const own = [...globalThis.heard.values()].flatMap((one) => [one[1], one[2]].filter((told) => told && told !== one[0]));
        return [own.length, own.filter((told) => document.documentElement.textContent.includes(told))];
      });
      hidden = Math.max(hidden, secrets);
      found.forEach((one) => leaks.add(one));
      if (now !== "cover") return;
      covered++;
      shown += await page.evaluate(() => document.querySelectorAll(".stone, .moves li").length + document.querySelector("#live").textContent.length);
    });
    ok(shown === 0 && leaks.size === 0 && (hidden > 0 || !covered), `${game}: two at one screen, ${covered} covers, nothing behind them, and none of ${hidden} secrets for the other`, [...leaks].join("\n"));
  } catch (error) { ok(false, `${game}: two at one screen`, `${error.stack}\n${await page.evaluate(() => document.body.innerText)}`); }
}

// Who takes over goes on by keys alone.
await begin(page, "trap-runner", "two");
await page.keyboard.press("Enter");
for (let i = 0; i < 3; i++) { await page.keyboard.press("Home"); for (let j = 0; j < 3 * i; j++) await page.keyboard.press("ArrowRight"); await page.keyboard.press("Space"); }
await page.keyboard.press("Enter");
await until(page, ["cover"]);
await page.keyboard.press("Enter");
await until(page, ["turn"]);
await page.keyboard.press("ArrowRight");
ok(await comes(() => page.evaluate(() => document.activeElement.dataset.cell === "2")), "who takes over goes on by keys alone", await page.evaluate(() => `${document.activeElement.outerHTML.slice(0, 200)}\n${document.body.innerText}`));

// What one has hidden is looked at again behind a cover, and is hidden again.
await begin(page, "number-mines", "two");
for (let i = 0; i < 20 && !await page.locator("[data-tool=secrets]").count(); i++) await playRound(page, seeded(i), "mouse", undefined, 1);
const mines = () => page.evaluate(() => document.querySelectorAll(".stone .mark.mine").length), peeked = [await mines()];
await page.locator("[data-tool=secrets]").click();
ok(await stateOf(page) === "cover", "one's own secrets are covered first");
await page.locator(".cover button").click();
peeked.push(await mines(), await page.locator(".moves").textContent());
await page.locator("[data-tool=secrets]").click();
peeked.push(await mines(), await page.locator(".moves").textContent());
ok(peeked[0] === 0 && peeked[1] > 0 && /mines: on \d/.test(peeked[2]) && peeked[3] === 0 && !/mines: on \d/.test(peeked[4]), "and seen, on the board and in the list, until they are hidden again", peeked.join("\n"));

// So is a hint that may tell of it, though the larger module comes for that.
await page.locator("[data-tool=hint]").click();
ok(await stateOf(page) === "cover", "a hint that may tell of secrets is covered first");
await page.locator(".cover button").click();
await page.waitForSelector(".chip");
const beside = [await mines(), await page.locator(".says").textContent()];
await page.locator("[data-tool=secrets]").click();
beside.push(await mines(), await page.evaluate(() => document.querySelector(".says").textContent + document.querySelector("#live").textContent + document.querySelectorAll(".chip").length));
ok(beside[0] > 0 && beside[1].startsWith("Best") && beside[2] === 0 && beside[3] === "0", "given beside one's own secrets, and hidden with them", beside.join("\n"));

// A closed tab: the game is where it was.
await begin(page, "pathfinder", "computer");
await page.keyboard.press("Tab");
await page.locator(".stone.offer").first().click();
for (let i = 0; i < 1200 && !await page.evaluate(() => /(Player 2|Medium) (moves|places)/.test(document.querySelector(".moves").textContent)); i++) await page.waitForTimeout(50);
await until(page, ["turn", "over"]);
const left = await board(), address = page.url();
await page.goto("about:blank");
await page.goto(address);
await until(page, ["turn", "over"]);
ok(await board() === left, "a game that was left is gone on with where it was", `${left}\n${await board()}`);
const second = await browser.context.newPage();
await second.goto(address);
await until(second, ["wait", "turn"]);
ok(await comes(() => second.evaluate(() => /another tab/.test(document.body.innerText) && document.querySelector(".moves li") && !document.querySelector(".stone.offer"))), "a second tab only watches, and has the moves",
  await second.evaluate(() => document.body.innerText));
await playRound(page, seeded(3), "mouse", undefined, 1);
await comes(async () => await board() !== left);
ok(await comes(async () => await boardOf(second) === await board()), "and sees what happens in the first", `${await boardOf(second)}\n${await board()}`);
const gone = await board();
await page.goto("about:blank");
ok(["turn", "over"].includes(await until(second, ["turn", "over"])) && !/another tab/.test(await second.evaluate(() => document.body.innerText)), "and goes on when that is closed",
  `${gone}\n${await second.evaluate(() => document.body.innerText)}`);
await second.close();

// However it is looked at: in colours of the reader's own, with more contrast, at 320 pixels and at twice the size.
const looks = { "forced colours": { forcedColors: "active" }, "more contrast": { contrast: "more" }, "320 pixels": { width: 320, height: 568 }, "200 %": { width: 640, height: 400 } };
for (const [look, { width = 1280, height = 800, forcedColors = "none", contrast = "no-preference" }] of Object.entries(looks)) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ forcedColors, contrast, reducedMotion: "no-preference" });
  let wide = "";
  const measure = async (where) => { const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (over > 0) wide += `${where} is ${over} px too wide. `; };
  await page.goto(`${server.address}#/`);
  await page.waitForSelector(".card");
  await measure("the first page");
  await begin(page, "number-mines", "computer");
  await measure("the table");
  const seen = await page.evaluate(() => [".stone.offer .body", ".stone.bank .body", ".stone:not(.bank, .offer) .body"].map((what) => document.querySelector(what)).filter(Boolean)
    .map((body) => { const own = getComputedStyle(body), ring = getComputedStyle(body, "::after"); return { edge: `${own.borderStyle} ${own.outlineStyle}`, image: own.backgroundImage, ring: ring.borderTopStyle, lines: new Set([...document.querySelectorAll(".stone")].map((one) => Math.round(one.offsetTop / one.offsetHeight))).size }; }));
  const plain = forcedColors === "active" ? seen.every(({ edge, image }) => /solid|double/.test(edge) && image === "none") : contrast === "more" ? seen.every(({ edge }) => /solid/.test(edge)) : true;
  ok(!wide && plain && seen.some(({ ring }) => /dashed|solid/.test(ring)), `${look}: nothing is too wide, and stones and what is on offer are told apart`, wide + JSON.stringify(seen));
  const found = await axe(page);
  ok(found === "", `${look}: axe finds nothing`, found);
}
// A token hops, but for those who do not want anything to move.
await page.setViewportSize({ width: 1280, height: 800 });
for (const reducedMotion of ["no-preference", "reduce"]) {
  await page.emulateMedia({ forcedColors: "none", contrast: "no-preference", reducedMotion });
  await page.evaluate(() => { globalThis.moved = 0; const animate = Element.prototype.animate; Element.prototype.animate = function (...words) { globalThis.moved++; return animate.apply(this, words); }; });
  await begin(page, "pathfinder", "computer");
  await page.evaluate(() => { globalThis.moved = 0; });
  await page.locator(".stone.offer").first().click();
  await comes(() => page.evaluate(() => document.querySelectorAll(".moves li").length > 2));
  const moved = await page.evaluate(() => globalThis.moved);
  ok(reducedMotion === "reduce" ? moved === 0 : moved > 0, `${reducedMotion}: ${moved} movements`);
}

// Without a network.
await page.goto(`${server.address}#/`);
await page.waitForSelector(".card");
await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
const tools = await browser.context.newCDPSession(page), { installabilityErrors } = await tools.send("Page.getInstallabilityErrors"), manifest = await tools.send("Page.getAppManifest");
ok(installabilityErrors.length === 0 && manifest.errors.length === 0 && /Causeway/.test(manifest.data), "the page can be installed", JSON.stringify([installabilityErrors, manifest]));
server.state.down = true;
await page.goto("about:blank");
await page.goto(`${server.address}#/`);
await page.waitForSelector(".card");
await begin(page, "blockade", "computer");
ok(await playRound(page, seeded(3), "mouse") > 0, "without a network it is loaded again and played");
server.state.down = false;

const [own, there] = [server, plain].map(({ address: where }) => new URL(where).origin), elsewhere = [...origins].filter((origin) => origin !== own && origin !== there.replace("localhost", "plain.test"));
ok(elsewhere.length === 0, "nothing is asked of anybody else", elsewhere.join("\n"));
const all = [...complaints, ...phone.complaints];
ok(all.length === 0, "no error on the console, no policy report", all.join("\n"));
const size = (name) => fs.statSync(name).size, folder = path.join(site, "web", fs.readdirSync(path.join(site, "web"))[0]);
const wasm = size(path.join(folder, "causeway.wasm.br"));
const first = size(path.join(site, "index.html.br")) + fs.readdirSync(folder).filter((name) => name.endsWith(".br") && !/^(causeway-full|study)/.test(name)).reduce((sum, name) => sum + size(path.join(folder, name)), 0);
note(`light module ${wasm} bytes, the first screen ${first}, the full module ${size(path.join(folder, "causeway-full.wasm.br"))}`);
ok(wasm <= 120 << 10, "the module has at most 120 KB, compressed", wasm);
ok(first <= 155 << 10, "the first screen has at most 155 KB on the wire", first);
await browser.close();
await phone.close();
server.close();
done();
