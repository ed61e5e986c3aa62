// SPDX-License-Identifier: GPL-3.0-or-later
// boardgame.io's own server, matches in memory, with a game as large as Pathfinder Duel's book: two
// tokens on 21 cells, one step a turn. Its parent is told the port, and the CPU it has used whenever it asks.
"use strict";
const { Server, Origins } = require("boardgame.io/server");

const game = {
    name: "duel",
    setup: () => ({ cells: Array(21).fill(null), at: [0, 20] }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        step({ G, playerID }, far) {
            const seat = Number(playerID);
            G.cells[G.at[seat]] = null;
            G.at[seat] += seat === 0 ? far : -far;
            G.cells[G.at[seat]] = seat;
        },
    },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: 0 }).then(({ appServer }) => {
    process.on("message", () => process.send({ cpu: process.cpuUsage() }));
    process.send({ port: appServer.address().port });
});
