// SPDX-License-Identifier: GPL-3.0-or-later
// Games that the page has never heard of, played on it. sixth.mjs SITE
import path from "node:path";
import { axe, browse, done, ok, playRound, seeded, serveFolder, until } from "./help.mjs";

const server = await serveFolder(path.resolve(process.argv[2])), browser = await browse(), { page, complaints } = browser;
await page.goto(server.address);
await page.waitForSelector(".card");
for (const [i, [game, title]] of [["thin-ice", "Thin Ice"], ["lost-ball", "Lost Ball"]].entries()) {
  ok(await page.evaluate((wanted) => [...document.querySelectorAll(".card h2")].some((one) => one.textContent === wanted), title), `${title} is on the first page`, await page.evaluate(() => document.body.innerText));
  for (const [input, against] of [["mouse", "computer"], ["keys", "two"]]) {
    await page.goto(`${server.address}#/`);
    await page.goto(`${server.address}#/new/${game}?against=${against}`);
    await page.locator("button[type=submit]").click();
    let seen = "";
    try {
      await until(page, ["turn", "cover", "over"]);
      const turns = await playRound(page, seeded(11 + i), input, async (now, turn) => { if (turn === 1 || now === "over") seen += await axe(page); });
      ok(seen === "", `${game}: a whole game by ${input}, ${turns} turns; axe finds nothing`, seen);
    } catch (error) { ok(false, `${game}: a whole game by ${input}`, `${error.stack}\n${await page.evaluate(() => document.body.innerText)}`); }
  }
  await page.goto(server.address);
  await page.waitForSelector(".card");
}
ok(complaints.length === 0, "no error on the console", complaints.join("\n"));
await browser.close();
server.close();
done();
