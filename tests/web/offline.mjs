// SPDX-License-Identifier: GPL-3.0-or-later
// The page without a server, in Chromium: every game by mouse, by touch and by keyboard alone; two
// at one screen; coming back; without a network. offline.mjs SITE
import fs from "node:fs";
import path from "node:path";
import { axe, browse, done, note, ok, playRound, seeded, serveFolder, until } from "./help.mjs";

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
const games = await page.evaluate(() => [...document.querySelectorAll(".card")].map((card) => card.getAttribute("href").split("/").at(-1)));
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
await page.locator("[data-tool=replay]").click();
await page.waitForSelector("[data-tool=back]");
const last = await page.evaluate(() => document.querySelector(".ask").textContent);
await page.locator("[data-tool=start]").click();
await page.locator("[data-tool=forward]").click();
for (let i = 0; i < 100 && !/^Event 2 of/.test(await page.evaluate(() => document.querySelector(".ask").textContent)); i++) await page.waitForTimeout(50);
ok(/^Event 2 of/.test(await page.evaluate(() => document.querySelector(".ask").textContent)), "a game that is over is replayed", last);

// Two at one screen: the board leaves the document while it is covered.
for (const game of games) {
  await begin(page, game, "two");
  let covered = 0, shown = 0;
  try {
    await playRound(page, seeded(5), "mouse", async (now) => {
      if (now !== "cover") return;
      covered++;
      shown += await page.evaluate(() => document.querySelectorAll(".stone, .moves li").length);
    });
    ok(shown === 0, `${game}: two at one screen, ${covered} covers, nothing behind them`);
  } catch (error) { ok(false, `${game}: two at one screen`, `${error.stack}\n${await page.evaluate(() => document.body.innerText)}`); }
}

// A closed tab: the game is where it was.
await begin(page, "pathfinder", "computer");
await page.keyboard.press("Tab");
await page.locator(".stone.offer").first().click();
for (let i = 0; i < 1200 && !await page.evaluate(() => /Player 2 (moves|places)/.test(document.querySelector(".moves").textContent)); i++) await page.waitForTimeout(50);
await until(page, ["turn", "over"]);
const board = () => page.evaluate(() => [...document.querySelectorAll(".stone")].map((stone) => stone.getAttribute("aria-label").replace(/, can be.*/, "")).join("|"));
const before = await board(), address = page.url();
await page.goto("about:blank");
await page.goto(address);
await until(page, ["turn", "over"]);
ok(await board() === before, "a game that was left is gone on with where it was", `${before}\n${await board()}`);
const second = await browser.context.newPage();
await second.goto(address);
await until(second, ["wait", "turn"]);
await second.waitForTimeout(300);
ok(await second.evaluate(() => /another tab/.test(document.body.innerText) && !document.querySelector(".stone.offer")), "a second tab only watches",
  await second.evaluate(() => document.body.innerText));
await second.close();

// Without a network.
await page.goto(`${server.address}#/`);
await page.waitForSelector(".card");
await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
server.state.down = true;
await page.goto("about:blank");
await page.goto(`${server.address}#/`);
await page.waitForSelector(".card");
await begin(page, "blockade", "computer");
ok(await playRound(page, seeded(3), "mouse") > 0, "without a network it is loaded again and played");
server.state.down = false;

const all = [...complaints, ...phone.complaints];
ok(all.length === 0, "no error on the console, no policy report", all.join("\n"));
const size = (name) => fs.statSync(name).size, folder = path.join(site, "web", fs.readdirSync(path.join(site, "web"))[0]);
const wasm = size(path.join(folder, "causeway.wasm.br"));
const first = size(path.join(site, "index.html.br")) + fs.readdirSync(folder).filter((name) => name.endsWith(".br")).reduce((sum, name) => sum + size(path.join(folder, name)), 0);
note(`light module ${wasm} bytes, all ${first}`);
ok(wasm <= 120 << 10, "the module has at most 120 KB, compressed", wasm);
ok(first <= 155 << 10, "the first screen has at most 155 KB on the wire", first);
await browser.close();
await phone.close();
server.close();
done();
