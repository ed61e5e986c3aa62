// SPDX-License-Identifier: GPL-3.0-or-later
// Moves per core-second of boardgame.io's server, alone on a line: load.mjs [MOVES]. As bench_load does
// with ours: 128 connections, each of which plays matches of 16 moves, one move each time the last one's
// update has come. The first 2,048 moves, in which its code is compiled, are left out.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { io } from "socket.io-client";

const connections = 128, match = 16, warm = 2048;
const moves = Number(process.argv[2] ?? 8192);

const server = fork(fileURLToPath(new URL("server.cjs", import.meta.url)), {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
});
const ask = (what) => new Promise((resolve) => {
    server.once("message", resolve);
    if (what) server.send(what);
});
const seconds = async () => {
    const { cpu } = await ask("cpu");
    return (cpu.user + cpu.system) / 1e6;
};
const { port } = await ask();

let made = 0, begun;
await new Promise((resolve, reject) => {
    for (let i = 0; i < connections; i++) {
        const socket = io(`http://127.0.0.1:${port}/duel`, { transports: ["websocket"], reconnection: false });
        let id, played, round = 0;
        const sit = () => {
            id = `match-${i}-${round++}`;
            played = 0;
            socket.emit("sync", id, "0", undefined, 2);
        };
        const step = (state) => {
            const seat = String(played % 2);
            socket.emit("update", {
                type: "MAKE_MOVE",
                payload: { type: "step", args: [1], playerID: seat, credentials: undefined },
            }, state._stateID, id, seat);
        };
        socket.on("connect", sit);
        socket.on("connect_error", reject);
        socket.on("sync", (of, { state }) => of === id && step(state));
        socket.on("update", async (of, state) => {
            if (of !== id) return;
            played++;
            if (++made === warm) begun = seconds();
            if (made === warm + moves) resolve();
            if (made < warm + moves) played < match ? step(state) : sit();
        });
    }
});
const took = (await seconds()) - (await begun);
server.kill();
console.log(Math.round(moves / took));
process.exit(0);
