#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// Ahead, a player for Causeway that looks ahead where nothing is hidden: in Pathfinder Duel and
// Blockade Runner it has the rules of `causeway rules` itself, and searches (alpha-beta, one turn
// more as long as there is time). In the other games it hurries, as hurry.js does. From
// docs/writing-a-player.md alone.
//
//     causeway play blockade --rules fair --p2 'program:node examples/ahead.js'
'use strict';
const readline = require('readline');

const NODES = 20000; // for a decision: a tenth of a second or so
const WON = 1000;

// A position: who decides, both tokens, blockades or each seat's obstacles, and what is left.
// moves() are those that the rules allow; play() gives the next position, or one with a winner.

class Pathfinder {
  constructor(rules) {
    this.rules = rules;
  }

  read({ board, supply, mover }) {
    const left = supply.map((one) => one ? one.left : 0);
    return { mover, at: board.tokens.map((cells) => cells[0]), walls: board.obstacles.slice(1), left };
  }

  moves({ mover, at, walls, left }) {
    const found = [], way = mover === 1 ? 1 : -1, other = 2 - mover;
    for (let n = 1; n <= this.rules.stride; n++) {
      const cell = at[mover - 1] + way * n;
      if (cell < 0 || cell >= this.rules.length || walls[mover - 1].includes(cell)) break;
      if (cell !== at[other]) found.push(`move ${n}`);
      if (walls[other].includes(cell)) break;
    }
    for (let n = 1; left[mover - 1] && n <= this.rules.reach; n++) {
      const cell = at[mover - 1] + way * n;
      if (cell < 0 || cell >= this.rules.length) break;
      if (cell !== at[other] && !walls.flat().includes(cell)) found.push(`place ${cell}`);
    }
    return found;
  }

  play({ mover, at, walls, left }, move) {
    const [verb, text] = move.split(' '), n = Number(text), own = mover - 1, other = 2 - mover;
    const next = { mover: 3 - mover, at: [...at], walls: walls.map((cells) => [...cells]), left: [...left] };
    if (verb === 'place') {
      next.walls[own].push(n);
      next.left[own]--;
    } else {
      next.at[own] += mover === 1 ? n : -n;
      next.walls[other] = next.walls[other].filter((cell) => cell !== next.at[own]);
      if (next.at[own] === (mover === 1 ? this.rules.length - 1 : 0)) return { winner: mover };
    }
    return this.moves(next).length ? next : { winner: mover };
  }
}

class Blockade {
  constructor(rules) {
    this.rules = rules;
  }

  read({ board, mover }, turn) {
    const moved = turn.offers[0].verb === 'block';
    return { mover, at: board.tokens.map((cells) => cells[0]), walls: board.obstacles.flat(), moved };
  }

  distances(seat, at, walls) {
    const found = [];
    for (let n = 1; n <= this.rules.stride; n++) {
      const cell = at[seat - 1] + (seat === 1 ? n : -n), token = cell === at[2 - seat], wall = walls.includes(cell);
      if (cell < 0 || cell >= this.rules.length || (token && !this.rules.pass) || (wall && !this.rules.hop)) break;
      if (!token && !wall) found.push(n);
    }
    return found;
  }

  moves({ mover, at, walls, moved }) {
    if (!moved) return this.distances(mover, at, walls).map((n) => `move ${n}`);
    const found = [];
    for (let cell = 1; cell < this.rules.length - 1; cell++) {
      if (at.includes(cell) || walls.includes(cell)) continue;
      if (!this.rules.spare || this.distances(3 - mover, at, [...walls, cell]).length) found.push(`block ${cell}`);
    }
    return found;
  }

  play({ mover, at, walls, moved }, move) {
    const n = Number(move.split(' ')[1]), next = { mover, at: [...at], walls, moved: true };
    if (moved) {
      next.walls = [...walls, n];
    } else {
      next.at[mover - 1] += mover === 1 ? n : -n;
      if (next.at[mover - 1] === (mover === 1 ? this.rules.length - 1 : 0)) return { winner: mover };
    }
    if (!moved && this.moves(next).length) return next;
    next.mover = 3 - mover;
    next.moved = false;
    return this.moves(next).length ? next : { winner: mover };
  }
}

const LOOKS = { pathfinder: Pathfinder, blockade: Blockade };

// How good a position is for who decides: who is nearer to the goal.
function guess({ mover, at }, length) {
  const way = [length - 1 - at[0], at[1]];
  return way[2 - mover] - way[mover - 1];
}

class Search {
  constructor(game) {
    this.game = game;
  }

  value(position, depth, low, high) {
    if (this.nodes-- <= 0) throw new Error('enough');
    if (depth === 0) return guess(position, this.game.rules.length);
    for (const move of this.game.moves(position)) {
      const value = this.after(position, move, depth, low, high);
      if (value >= high) return value;
      low = Math.max(low, value);
    }
    return low;
  }

  // What the move is worth to who makes it; a win that comes sooner is worth more.
  after(position, move, depth, low, high) {
    const next = this.game.play(position, move);
    if (next.winner) return next.winner === position.mover ? WON + depth : -WON - depth;
    if (next.mover === position.mover) return this.value(next, depth - 1, low, high);
    return -this.value(next, depth - 1, -high, -low);
  }

  best(position) {
    const moves = this.game.moves(position);
    this.nodes = NODES;
    try {
      for (let depth = 1; depth < 40; depth++) {
        let low = -Infinity, first = 0;
        moves.forEach((move, i) => {
          const value = this.after(position, move, depth, low, Infinity);
          if (value > low) [low, first] = [value, i];
        });
        moves.unshift(...moves.splice(first, 1)); // looked at first the next time
        if (Math.abs(low) >= WON) break;
      }
    } catch (error) {
      if (error.message !== 'enough') throw error;
    }
    return moves[0];
  }
}

// Every other number from the first on, so that there are never three in a row.
function spread(numbers, pick) {
  return [...numbers.filter((_, i) => i % 2 === 0), ...numbers.filter((_, i) => i % 2)].slice(0, pick);
}

function hurry({ offers: [offer, ...others] }, { board }) {
  const [ahead] = offer.cells;
  if (others.some(({ verb }) => verb === 'scan') && !board.safe.includes(ahead)) return `scan ${ahead}`;
  if (offer.pick > 1) return [offer.verb, ...spread(offer.numbers, offer.pick)].join(' ');
  return offer.pick === 0 ? offer.verb : `${offer.verb} ${Math.max(...offer.numbers)}`;
}

// "length=15,hop=yes" as { length: 15, hop: true }.
function rulesOf(text) {
  const value = (word) => word === 'yes' || (word !== 'no' && Number(word));
  return Object.fromEntries(text.split(',').map((one) => one.split('=')).map(([key, word]) => [key, value(word)]));
}

let state = null, game = null;
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const told = JSON.parse(line), say = (message) => process.stdout.write(JSON.stringify(message) + '\n');
  if (told.type === 'hello') {
    const Game = LOOKS[told.game];
    game = Game ? new Game(rulesOf(told.rules)) : null;
    say({ type: 'hello', name: 'Ahead', version: '1' });
  } else if (told.type === 'state') {
    state = told;
  } else if (told.type === 'turn' && told.mover === told.seat) {
    const move = game ? new Search(game).best(game.read(state, told)) : hurry(told, state);
    say({ type: 'move', n: told.n, move });
  }
});
