// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every screen, at three sizes, light and dark, to be looked at:
// pictures.mjs SITE CAUSEWAY FOLDER [FILTER]
import fs from "node:fs";
import path from "node:path";
import { browse, comes, playRound, seeded, serveFolder, serveProgram, stateOf, until } from "./help.mjs";

const [site, causeway, folder, filter] = [path.resolve(process.argv[2]), path.resolve(process.argv[3]), process.argv[4], new RegExp(process.argv[5] ?? "")];
fs.mkdirSync(folder, { recursive: true });
const here = await serveFolder(site), there = await serveProgram(causeway);

async function table(game, rest) {
  const answer = await fetch(`${there.address}/api/tables`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game, rules: "fair", names: ["Ann", "Ben"], ...rest }) });
  return (await answer.json()).links.map((one) => one.link);
}

for (const [size, width, height] of [["phone", 360, 740], ["desk", 1280, 800], ["wall", 2560, 1440]])
  for (const colorScheme of ["light", "dark"]) {
    if (!filter.test(`${size}-${colorScheme}`)) continue;
    const looks = { viewport: { width, height }, colorScheme, ...(size === "phone" ? { hasTouch: true, isMobile: true } : {}) };
    const { page, context, close } = await browse(looks);
    const take = (name, on = page) => on.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`) });
    const tool = (name) => page.locator(`[data-tool=${name}]`).click();
    const settle = () => page.waitForTimeout(250);
    const begin = async (game, against) => {
      await page.goto(`${here.address}#/new/${game}?against=${against}`);
      await page.waitForSelector("button[type=submit]");
      await settle();
    };
    const start = async () => { await page.locator("button[type=submit]").click(); await until(page, ["turn", "cover"]); };
    await page.goto(here.address);
    await page.waitForSelector(".card");
    await take("home");
    await begin("trap-runner", "computer");
    await take("setup");
    await page.locator("[value=own]").check();
    await settle();
    await take("own");
    await begin("trap-runner", "computer");
    await start();
    await page.locator(".stone.offer").nth(2).click();
    await page.locator(".stone.offer").nth(5).click();
    await take("choose");
    await playRound(page, seeded(6), "mouse");
    await take("lost");
    await tool("proof");
    await page.waitForSelector("dialog[open] .hash");
    await take("proof");
    await page.keyboard.press("Escape");
    await begin("number-mines", "two");
    await start();
    await take("cover");
    await playRound(page, seeded(5), "mouse", undefined, 14);
    await until(page, ["turn", "over"]);
    await take("crossing");
    await begin("minefield", "computer");
    await start();
    await tool("hint");
    await page.waitForSelector(".chip");
    await take("hint");
    await tool("rules");
    await page.waitForSelector("dialog[open]");
    await take("rules");
    await page.keyboard.press("Escape");
    await page.locator(".stone").first().focus();
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await take("keys");
    await page.keyboard.press("Escape");
    await begin("pathfinder", "computer");
    await page.locator(".tick input[type=checkbox]").check();
    await page.locator("#clock").selectOption("300+5");
    await start();
    for (let i = 0; i < 150 && await until(page, ["turn", "over", "dialog"]) !== "dialog"; i++)
      if (await stateOf(page) === "over") await tool("again");
      else { await playRound(page, seeded(i), "mouse", undefined, 1); await comes(async () => await stateOf(page) !== "wait"); }
    await take("coach");
    await page.keyboard.press("Escape");
    await begin("blockade", "computer");
    await start();
    await playRound(page, seeded(4), "mouse");
    await take("end");
    await tool("replay");
    await page.waitForSelector("[data-tool=back]");
    await tool("back");
    await settle();
    await take("replay");
    await tool("review");
    await page.waitForSelector(".points button");
    await page.locator(".points button").nth(2).click();
    await settle();
    await take("review");
    await page.goto(`${here.address}#/learn/trap-runner/3`);
    await page.waitForSelector(".stone.offer");
    await page.locator(".stone.offer").first().click();
    if (size === "phone") await page.locator("[data-kind=confirm]").click(); // as by touch
    await page.waitForSelector(".verdict:not([hidden])");
    await take("lesson");
    await page.goto(`${here.address}#/puzzle/pathfinder?grade=0&seed=7`);
    await page.waitForSelector(".stone.offer");
    await take("puzzle");
    await page.goto(`${here.address}#/learn`);
    await page.waitForSelector("ol.list a");
    await take("learn");
    await page.goto(`${here.address}#/settings`);
    await page.waitForSelector("#theme");
    await take("settings");
    await page.goto(`${here.address}#/`);
    await page.waitForSelector("ul.list");
    await take("games");
    await page.locator("ul.list").scrollIntoViewIfNeeded();
    await take("games-below");

    // At a server.
    const [mine, theirs] = await table("pathfinder");
    await table("minefield", { public: true, open: true });
    await page.goto(`${there.address}/#/new/pathfinder?against=link`);
    await page.waitForSelector("#other");
    await settle();
    await take("setup-link");
    await page.locator("button[type=submit]").click();
    await page.waitForSelector(".link input");
    await settle();
    await take("link");
    await page.goto(mine);
    const other = await context.newPage();
    await other.goto(theirs);
    await until(page, ["turn"]);
    await page.locator(".stone.offer").first().click();
    await until(other, ["turn"]);
    await page.locator("[data-tool=undo]").click();
    await other.waitForSelector(".offering:not([hidden]) button");
    await take("offer", other);
    await other.close();
    await page.bringToFront();
    await page.goto(`${there.address}/#/lobby`);
    await page.waitForSelector("ul.list a[href*=sit]");
    await take("lobby");
    await page.goto(mine.replace(/#.*/, `#${"A".repeat(43)}`));
    await page.getByText("renewed").waitFor();
    await take("renewed");
    await page.goto(`${there.address}/about`);
    await take("about");
    await close();
    const plain = await browse({ ...looks, javaScriptEnabled: false });
    await plain.page.goto(mine);
    await take("invitation", plain.page);
    await plain.close();
  }
here.close();
await there.stop();
