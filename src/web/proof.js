// SPDX-License-Identifier: GPL-3.0-or-later
// Commitments: made for joint draws, and checked when they are opened. docs/formats.md has the rule.
// Browsers have SHA-256 only on pages that came over TLS, and a server in one's own network has
// none: hence the hash by hand.

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const rest = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const K = primes.map((prime) => rest(Math.cbrt(prime))), H = primes.slice(0, 8).map((prime) => rest(Math.sqrt(prime)));
const turn = (word, by) => word >>> by | word << 32 - by;

function mix(state, words) {
  const w = new Uint32Array(64);
  w.set(words);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] >>> 0;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, d + one >>> 0, c, b, a, one + two >>> 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => word + state[i] >>> 0);
}

export function hashByHand(bytes) {
  const padded = new Uint8Array((bytes.length + 9 + 63 >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  let state = H;
  for (let at = 0; at < padded.length; at += 64)
    state = mix(state, Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i)));
  return state.map((word) => word.toString(16).padStart(8, "0")).join("");
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function sha256(bytes) {
  const byHand = hashByHand(bytes);
  if (!globalThis.crypto?.subtle) return byHand;
  const digest = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  if (digest !== byHand) throw new Error("Two ways to compute SHA-256 differ.");
  return digest;
}

const encoder = new TextEncoder();
function texts(list) {
  const parts = list.map((text) => { const bytes = encoder.encode(text); return [encoder.encode(`${bytes.length}:`), bytes, encoder.encode(",")]; }).flat();
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
  return all;
}

const seatName = (by) => by === 1 || by === 2 ? String(by) : "chance";
export const commitment = (header, n, by, content, nonce) =>
  sha256(texts(["causeway-commitment-3", header, String(n), seatName(by), content, nonce]));

// Of `end`: each with `fits`, null where it is not opened.
export const check = (hello, list) => Promise.all(list.map(async (one) => ({
  ...one, fits: one.nonce ? await commitment(hello.header, one.n, one.by, one.move, one.nonce) === one.commitment : null,
})));

// A word for a joint draw, and the nonce that closes it.
export function contribution() {
  const bytes = crypto.getRandomValues(new Uint8Array(48));
  return { word: hex(bytes.subarray(0, 16)), nonce: hex(bytes.subarray(16)) };
}
