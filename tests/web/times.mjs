// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes, medians of five, for `make soak` alone: until the first move can be made over a slow
// network, until the page is there again without one, and from an event to its picture. times.mjs SITE
import os from "node:os";
import path from "node:path";
import { browse, comes, done, note, ok, serveFolder } from "./help.mjs";

const server = await serveFolder(path.resolve(process.argv[2]));
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const times = { first: [], again: [], paint: [] };
for (let i = 0; i < 5; i++) {
  const { page, close } = await browse({ reducedMotion: "no-preference" });
  // In the page: presses Start as soon as it is there, and notes when a stone is on offer. An event is
  // painted in the second frame that begins after what a worker said.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      globalThis.card ??= document.querySelector(".card") ? performance.now() : undefined;
      if (!globalThis.pressed && document.querySelector("button[type=submit]")) { globalThis.pressed = true; document.querySelector("button[type=submit]").click(); }
      if (!globalThis.offered && document.querySelector(".stone.offer")) globalThis.offered = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
    const listens = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
    Object.defineProperty(Worker.prototype, "onmessage", { ...listens, set(call) {
      listens.set.call(this, (event) => {
        const began = performance.now(), own = event.data?.said?.some((one) => one.type === "event" && one.kind === "move" && one.by === 1);
        call(event);
        if (own) requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.painted = performance.now() - began; }));
      });
    } });
  });
  server.state.slow = { latency: 150, rate: 1.6e6 / 8 };
  await page.goto(`${server.address}#/new/pathfinder?against=computer`);
  await page.waitForSelector(".stone.offer");
  times.first.push(await page.evaluate(() => globalThis.offered));
  server.state.slow = null;
  await page.locator(".stone.offer").first().click();
  await comes(() => page.evaluate(() => globalThis.painted !== undefined));
  times.paint.push(await page.evaluate(() => globalThis.painted));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  server.state.down = true;
  await page.goto("about:blank");
  await page.goto(`${server.address}#/`);
  await page.waitForSelector(".card");
  times.again.push(await page.evaluate(() => globalThis.card));
  server.state.down = false;
  await close();
}
note(`${JSON.stringify(times)}, at a load of ${os.loadavg().map((one) => one.toFixed(1)).join(", ")}`);
for (const [kind, most, what] of [["first", 1400, "the first move can be made at 1.6 Mbit/s and 150 ms a request"], ["again", 600, "the page is there again without a network"], ["paint", 50, "an event is painted"]])
  ok(median(times[kind]) <= most, `${what} within ${most} ms: ${Math.round(median(times[kind]))}`, JSON.stringify(times[kind]));
server.close();
done();
