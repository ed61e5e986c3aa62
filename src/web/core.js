// SPDX-License-Identifier: GPL-3.0-or-later
// The program as WebAssembly: what it needs from outside, and lines in and out. It knows nothing
// of pages, so that a test can run it.

const utf8 = new TextDecoder("utf-8", { fatal: true }), bytesOf = new TextEncoder();

// `random(bytes)` fills them; `now()` and `date()` are in milliseconds.
export async function start(module, { random, now = () => performance.now(), date = () => Date.now(), complain = () => {} }) {
  let memory;
  const view = () => new DataView(memory.buffer);
  const imports = {
    causeway: {
      character(from, length) {
        const bytes = new Uint8Array(memory.buffer, from, length), first = bytes[0];
        const count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        try {
          const one = utf8.decode(bytes.slice(0, count));
          return count > length || (one !== " " && /[\p{Z}\p{C}]/u.test(one)) ? 0 : count;
        } catch { return 0; }
      },
      stack(from, length) {
        try {
          const name = utf8.decode(new Uint8Array(memory.buffer, from, length).slice()).normalize("NFD");
          return Math.max(0, ...[...name.matchAll(/[\p{Mn}\p{Me}]+/gu)].map(([marks]) => [...marks].length));
        } catch { return 0; }
      },
      normalise(from, length, to, size) {
        try {
          const normal = bytesOf.encode(utf8.decode(new Uint8Array(memory.buffer, from, length).slice()).normalize("NFC"));
          if (normal.length > size) return 0;
          new Uint8Array(memory.buffer).set(normal, to);
          return normal.length;
        } catch { return 0; }
      },
    },
    wasi_snapshot_preview1: {
      random_get(at, length) { random(new Uint8Array(memory.buffer, at, length)); return 0; },
      clock_time_get(id, precision, at) {
        view().setBigUint64(at, BigInt(Math.round((id === 0 ? date() : now()) * 1e6)), true);
        return 0;
      },
      fd_write(fd, vectors, count, written) {
        let all = 0;
        for (let i = 0; i < count; i++) {
          const at = view().getUint32(vectors + 8 * i, true), length = view().getUint32(vectors + 8 * i + 4, true);
          complain(new TextDecoder().decode(new Uint8Array(memory.buffer, at, length).slice()));
          all += length;
        }
        view().setUint32(written, all, true);
        return 0;
      },
      proc_exit(status) { throw new Error(`The program has ended with ${status}.`); },
      fd_close: () => 8, fd_seek: () => 8, fd_fdstat_get: () => 8, fd_read: () => 8,
      fd_prestat_get: () => 8, fd_prestat_dir_name: () => 8, fd_fdstat_set_flags: () => 8,
      environ_get: () => 0,
      environ_sizes_get(count, size) { view().setUint32(count, 0, true); view().setUint32(size, 0, true); return 0; },
      path_open: () => 44, path_create_directory: () => 44, path_filestat_get: () => 44,
      path_remove_directory: () => 44, path_rename: () => 44, path_unlink_file: () => 44,
      fd_readdir: () => 8, fd_sync: () => 8, fd_filestat_get: () => 8,
    },
  };
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = exports.memory;
  exports._initialize?.();

  function taken() {
    const length = exports.web_out_length();
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, exports.web_out(), length).slice());
    exports.web_taken();
    return text.split("\n").slice(0, -1);
  }
  return {
    // What it says to a line, as lines.
    send(line) {
      const bytes = bytesOf.encode(line);
      new Uint8Array(memory.buffer).set(bytes, exports.web_in());
      exports.web_send(bytes.length, Math.floor(now()));
      return taken();
    },
    // One step of what happens by itself: [milliseconds to wait, lines].
    poll() {
      const wait = exports.web_poll(Math.floor(now()));
      return [wait, taken()];
    },
    memory: () => memory.buffer.byteLength,
  };
}
