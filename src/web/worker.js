// SPDX-License-Identifier: GPL-3.0-or-later
// A table in this browser: the program, and what it needs to have kept. The page sends
// {module} once and then {say: message}; it is told {said: [messages]}.
import { start } from "./core.js";
import * as store from "./store.js";

let core, timer, busy = Promise.resolve(), about = {};

// Where nothing can be kept (a private window, say) the game goes on; the page says so.
async function keep(message) {
  if (message.header) await store.keepHeader(message.table, message.header, about);
  else await store.keepEvent(message.table, message.n, message.line);
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
      if (message.line) pending = message;
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

async function hear(data) {
  clearTimeout(timer);
  if (data.module) {
    core = await start(data.module, {
      random: (bytes) => crypto.getRandomValues(bytes),
      complain: (text) => console.error(text),
    });
    about = data.about ?? {};
  }
  const message = data.say;
  if (message?.type === "retry" && pending) {
    const again = pending;
    pending = null;
    await take([JSON.stringify(again)]);
  } else if (message?.type === "unsaved" && pending) {
    pending = null;
    await take(core.send('{"type":"kept"}'));
  } else if (message) {
    // A phone's tab is ended when it takes too much.
    if (message.type === "table" || message.type === "resume") Object.assign(message, { memory: 64 << 20, seconds: 1 });
    await take(core.send(JSON.stringify(message)));
  }
  await poll();
}

addEventListener("message", ({ data }) => {
  busy = busy.then(() => hear(data)).catch((error) => postMessage({ broken: String(error?.message ?? error) }));
});
