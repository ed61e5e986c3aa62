#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// Hurry, a small player for Causeway: goes as far as it can, looks before it steps where
// it can look, and gets in its opponent's way. docs/writing-a-player.md explains it.
//
//     causeway play minefield --p2 'program:node examples/hurry.js'
'use strict';
const readline = require('readline');

function say(message) {
  process.stdout.write(JSON.stringify(message) + '\n');
}

// Every other number from the first on, so that there are never three in a row.
function spread(numbers, pick) {
  const even = numbers.filter((_, i) => i % 2 === 0);
  const odd = numbers.filter((_, i) => i % 2 === 1);
  return even.concat(odd).slice(0, pick);
}

// The number whose cell is nearest to the opponent.
function nearest(offer, state, other) {
  const token = state.board.tokens[other - 1][0];
  const distance = (i) => Math.abs(offer.cells[i] - token);
  let best = 0;
  for (let i = 1; i < offer.numbers.length; i++) {
    if (distance(i) < distance(best)) best = i;
  }
  return offer.numbers[best];
}

function choose(turn, state) {
  const [offer] = turn.offers;
  const ahead = offer.cells[0];
  const scans = turn.offers.some((other) => other.verb === 'scan');
  if (scans && !state.board.safe.includes(ahead)) return `scan ${ahead}`;
  if (offer.pick === 0) return offer.verb;
  if (offer.pick > 1) return [offer.verb, ...spread(offer.numbers, offer.pick)].join(' ');
  if (offer.verb === 'block') return `block ${nearest(offer, state, 3 - turn.seat)}`;
  return `${offer.verb} ${Math.max(...offer.numbers)}`;
}

let state = null;
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello') {
    say({ type: 'hello', name: 'Hurry in JavaScript', version: '1' });
  } else if (message.type === 'state') {
    state = message;
  } else if (message.type === 'turn' && message.mover === message.seat) {
    say({ type: 'move', n: message.n, move: choose(message, state) });
  }
});
