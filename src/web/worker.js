// SPDX-License-Identifier: GPL-3.0-or-later
// A table in this browser: the program, and what it needs to have kept. The page sends {module}, then
// {say: message}, with `about` if what follows is to be kept; it is told {said: [messages]}. Another
// {module} takes the place of the first in the middle of a game: the log is the game.
import { start } from "./core.js";
import * as store from "./store.js";

store.open().catch(() => {}); // while the program is on its way

let core, timer, busy = Promise.resolve(), about = null, log = null, channel = null;

// Where nothing can be kept (a private window, say) the game goes on; the page says so. Without
// `about` nothing is to be kept.
async function keep({ table, n, header, line }) {
  if (header) { log = { ...log, header, events: [] }; return; } // is kept with the first event: until then nothing has happened
  if (about) {
    await (n === 1 ? store.keepLog(table, log.header, [line], about) : store.keepEvent(table, n, line));
    (channel ??= new BroadcastChannel(`table ${table}`)).postMessage(n); // to tabs that watch
  }
  log.events.push(line);
}

async function take(lines) {
  const said = [];
  let kept = false;
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.type !== "keep") { said.push(message); continue; }
    try {
      await keep(message);
      kept ||= !message.header;
    } catch (error) {
      said.push({ type: "unkept", words: String(error?.message ?? error) });
      pending = message;
    }
  }
  if (said.length) postMessage({ said });
  if (kept) await take(core.send('{"type":"kept"}'));
}
let pending = null;

async function poll() {
  for (;;) {
    const [wait, lines] = core.poll();
    await take(lines);
    if (wait !== 0) {
      if (wait > 0) timer = setTimeout(() => { busy = busy.then(poll, poll); }, wait);
      return;
    }
  }
}

// A phone's tab is ended when it takes too much.
const means = { memory: 64 << 20, seconds: 1 };

async function takeModule(data) {
  core = await start(data.module, {
    random: (bytes) => crypto.getRandomValues(bytes),
    complain: (text) => console.error(text),
  });
  if (log) await take(core.send(JSON.stringify({ type: "resume", ...log, ...means })));
}

async function hear(data) {
  clearTimeout(timer);
  if (data.module) await takeModule(data);
  if ("about" in data) about = data.about;
  const message = data.say;
  if (message?.type === "retry" && pending) {
    const again = pending;
    pending = null;
    await take([JSON.stringify(again)]);
  } else if (message?.type === "unsaved" && pending) {
    log.events.push(pending.line);
    pending = null;
    await take(core.send('{"type":"kept"}'));
  } else if (message) {
    if (message.type === "table" || message.type === "resume") {
      Object.assign(message, means);
      log = { header: message.header, events: message.events ?? [], coach: message.coach, still: message.still };
    }
    await take(core.send(JSON.stringify(message)));
  }
  await poll();
}

addEventListener("message", ({ data }) => {
  busy = busy.then(() => hear(data)).catch((error) => postMessage({ broken: String(error?.message ?? error) }));
});
