// SPDX-License-Identifier: GPL-3.0-or-later
// Two ways to a table, which behave alike: a worker in this browser, and a server. Each is
// {say(message), close(), local}; what the table says comes to `tell`, message by message.
// The program, compiled once for all tables. The page compiles, so that it begins while other
// parts still load. There are two modules: the light one plays; the full one has hints, lessons,
// puzzles and reviews, too, and exact linear programs.
const modules = { light: "causeway.wasm", full: "causeway-full.wasm" }, compiled = {};
export function program(which = "light") {
  compiled[which] ??= WebAssembly.compileStreaming(fetch(new URL(`./${modules[which]}`, import.meta.url), { credentials: "same-origin" }))
    .catch((error) => { compiled[which] = null; throw error; });
  return compiled[which];
}

const policy = globalThis.trustedTypes?.createPolicy("causeway", { createScriptURL: (url) => url });

// A worker loads its own files while the module is still on its way. One that has answered a question
// has no table yet, and is the next table's.
let spare = null;
function begin(which) {
  if (spare && which === "light") {
    const kept = spare;
    spare = null;
    return kept;
  }
  const url = new URL("./worker.js", import.meta.url).href;
  const worker = new Worker(policy ? policy.createScriptURL(url) : url, { type: "module" });
  return { worker, ready: program(which).then((module) => worker.postMessage({ module })) };
}

// What the first screen will ask, before anything else is there.
export function prepare() {
  spare ??= begin("light");
  spare.ready.catch(() => { spare = null; });
}

// `about` is what is kept with the game; without it nothing is kept.
export async function openLocal(first, tell, about, which = "light") {
  const { worker, ready } = begin(which);
  worker.onmessage = ({ data }) => {
    if (data.broken) tell({ type: "broken", words: data.broken });
    for (const message of data.said ?? []) tell(message);
  };
  worker.onerror = (event) => tell({ type: "broken", words: event.message ?? "" });
  let order = ready;
  const close = () => worker.terminate();
  await ready.catch((error) => { close(); throw error; });
  worker.postMessage({ about, say: first });
  // Hints come from the other module, which then goes on with the game.
  async function exchange() {
    worker.postMessage({ module: await program("full") });
    which = "full";
  }
  return {
    local: true, close,
    say: (message) => {
      if (message.type === "hint" && which === "light") order = order.then(exchange);
      order = order.then(() => worker.postMessage({ say: message }))
        .catch((error) => tell({ type: "refused", code: "forbidden", words: String(error?.message ?? error) }));
    },
    // After the answer to a question: nothing else comes.
    leave: () => { if (which === "light" && !spare) spare = { worker, ready }; else close(); },
  };
}

// A question to the program without a table: its first answer.
export async function askProgram(message, which) {
  let answered;
  const answer = new Promise((resolve) => { answered = resolve; });
  const carrier = await openLocal(message, answered, null, which);
  const said = await answer;
  if (said.type === "broken") carrier.close();
  else carrier.leave();
  return said;
}

// At a server.

export async function request(path, { token, body, accept } = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (accept) headers.Accept = accept;
  const answer = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, cache: "no-store",
    credentials: "omit", body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  let said = {};
  try { said = JSON.parse(text); } catch { /* not ours: a proxy's page */ }
  return { status: answer.status, said, wait: Number(answer.headers.get("Retry-After") ?? 0) };
}

// Server-sent events as they come: calls take({id, event, data}) for each, until it ends.
export async function readEvents(body, take, alive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", one = {};
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    const lines = (rest + value).split(/\r\n|\n|\r/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === "") {
        if ("data" in one || "id" in one) take(one);
        one = {};
      } else if (!line.startsWith(":")) {
        const colon = line.indexOf(":"), key = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        one[key] = key === "data" && "data" in one ? `${one.data}\n${text}` : text;
      }
    }
  }
}

const SILENCE = 45000, AGAIN = [500, 1000, 2000, 5000, 10000];
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// A seat (`TABLE.1`, with its token), or a table to watch.
export async function openOnline({ table, seat, token }, tell, status) {
  const base = new URL(seat ? `/api/seats/${table}.${seat}` : `/api/tables/${table}`, location.href).href;
  let last = null, stream = null, tries = 0, closed = false, retry = null, watchdog = null;

  function lose() {
    clearTimeout(watchdog);
    stream?.abort();
    stream = null;
    if (closed) return;
    status("lost");
    clearTimeout(retry);
    retry = setTimeout(listen, AGAIN[Math.min(tries++, AGAIN.length - 1)]);
  }

  function alive() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lose, SILENCE);
  }

  async function listen() {
    if (closed) return;
    clearTimeout(retry);
    const own = new AbortController();
    stream?.abort();
    stream = own;
    alive();
    try {
      const headers = { Accept: "text/event-stream" };
      if (token) headers.Authorization = `Bearer ${token}`;
      if (last !== null) headers["Last-Event-ID"] = last;
      const answer = await fetch(`${base}/events`, { headers, signal: own.signal, cache: "no-store", credentials: "omit" });
      if (answer.status !== 200) {
        if ([401, 403, 404, 410, 421].includes(answer.status)) {
          closed = true;
          clearTimeout(watchdog);
          status(answer.status === 404 || answer.status === 410 ? "gone" : "renewed");
          return;
        }
        throw new Error(String(answer.status));
      }
      tries = 0;
      status("open");
      await readEvents(answer.body, ({ id, event, data }) => {
        if (id !== undefined) last = id;
        if (data === undefined) return;
        if (event === "closed") { closed = true; status("gone"); }
        else if (event && event !== "message") tell({ type: event, ...JSON.parse(data) });
        else tell(JSON.parse(data));
      }, alive);
      if (stream === own) lose();
    } catch (error) {
      if (stream === own) lose();
    }
  }

  // A stream that slept may be dead without knowing: a page that is shown again begins a new one. Hidden
  // over HTTP/1.1 a page would hold one of six connections, so that it asks now and then instead. The
  // page itself may have come from the service worker: how its requests travelled is what counts.
  const api = new URL("/api/", location.href).href;
  const holds = () => performance.getEntriesByType("resource").some(({ name, nextHopProtocol }) => name.startsWith(api) && /^h[23]/.test(nextHopProtocol));
  let asking = null;
  function look() {
    clearInterval(asking);
    if (document.visibilityState === "visible") { listen(); return; }
    if (holds()) return;
    clearTimeout(watchdog);
    stream?.abort();
    stream = null;
    asking = setInterval(async () => {
      const { status: code, said } = await request(base, { token }).catch(() => ({}));
      if (code !== 200) return;
      const begins = last === null ? said.hello : null; // hidden before its stream had said anything
      for (const part of [begins, said.state, said.turn ?? said.end]) if (part) tell(part);
    }, 15000);
  }
  const wake = () => { if (document.visibilityState === "visible") listen(); };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);

  // An act is sent with its number, the same bytes, until it is answered.
  async function say(message) {
    const path = message.type === "move" ? "moves" : message.type;
    for (let i = 0; !closed; i++) {
      const answer = await request(`${base}/${path}`, { token, body: message }).catch(() => null);
      if (answer && answer.status === 429) { await pause(1000 * (answer.wait || 1)); continue; }
      if (answer && answer.status < 500) { reply(message, answer); return; }
      status("lost");
      await pause(AGAIN[Math.min(i, AGAIN.length - 1)]);
    }
  }

  function reply(message, { status: code, said }) {
    if (code === 200 && said.type) tell(said);
    else if (code === 200) tell({ type: "done", n: said.n });
    else if (code === 409) {
      tell({ type: "refused", code: "stale", words: "" });
      listen();
    } else if (code === 422) tell({ type: "refused", code: said.code, words: said.refused ?? said.words ?? said.error });
    else tell({ type: "refused", code: "forbidden", words: said.error ?? said.words ?? String(code) });
  }

  listen();
  return {
    local: false, say,
    close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(watchdog);
      clearInterval(asking);
      stream?.abort();
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", wake);
      removeEventListener("pageshow", wake);
    },
  };
}
