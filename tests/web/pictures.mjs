// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every screen, at three sizes, light and dark, to be looked at: pictures.mjs SITE FOLDER [FILTER]
import fs from "node:fs";
import path from "node:path";
import { browse, playRound, seeded, serveFolder, until } from "./help.mjs";

const [site, folder, filter] = [path.resolve(process.argv[2]), process.argv[3], new RegExp(process.argv[4] ?? "")];
fs.mkdirSync(folder, { recursive: true });
const server = await serveFolder(site);
for (const [size, width, height] of [["phone", 360, 740], ["desk", 1280, 800], ["wall", 2560, 1440]])
  for (const colorScheme of ["light", "dark"]) {
    if (!filter.test(`${size}-${colorScheme}`)) continue;
    const { page, close } = await browse({ viewport: { width, height }, colorScheme, ...(size === "phone" ? { hasTouch: true, isMobile: true } : {}) });
    const take = (name) => page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`) });
    const begin = async (game, against) => {
      await page.goto(`${server.address}#/new/${game}?against=${against}`);
      await page.waitForSelector("button[type=submit]");
      await page.waitForTimeout(100);
    };
    const start = async () => { await page.locator("button[type=submit]").click(); await until(page, ["turn", "cover"]); };
    await page.goto(server.address);
    await page.waitForSelector(".card");
    await take("home");
    await begin("trap-runner", "computer");
    await take("setup");
    await start();
    await page.locator(".stone.offer").nth(2).click();
    await page.locator(".stone.offer").nth(5).click();
    await take("choose");
    await begin("number-mines", "two");
    await start();
    await take("cover");
    await begin("minefield", "computer");
    await start();
    await page.locator("[data-tool=hint]").click();
    await page.waitForSelector(".chip");
    await take("hint");
    await page.locator("[data-tool=rules]").click();
    await page.waitForSelector("dialog[open]");
    await take("rules");
    await page.keyboard.press("Escape");
    await begin("blockade", "computer");
    await start();
    await playRound(page, seeded(4), "mouse");
    await take("end");
    await page.locator("[data-tool=replay]").click();
    await page.waitForSelector("[data-tool=back]");
    await page.locator("[data-tool=back]").click();
    await page.waitForTimeout(200);
    await take("replay");
    await page.locator("[data-tool=review]").click();
    await page.waitForSelector(".points button");
    await page.locator(".points button").nth(2).click();
    await page.waitForTimeout(300);
    await take("review");
    await page.goto(`${server.address}#/learn/trap-runner/3`);
    await page.waitForSelector(".stone.offer");
    await page.locator(".stone.offer").first().click();
    if (size === "phone") await page.locator("[data-kind=confirm]").click(); // as by touch
    await page.waitForSelector(".verdict:not([hidden])");
    await take("lesson");
    await page.goto(`${server.address}#/puzzle/pathfinder?grade=0&seed=7`);
    await page.waitForSelector(".stone.offer");
    await take("puzzle");
    await page.goto(`${server.address}#/learn`);
    await page.waitForSelector("ol.list a");
    await take("learn");
    await page.goto(`${server.address}#/settings`);
    await page.waitForTimeout(100);
    await take("settings");
    await close();
  }
server.close();
