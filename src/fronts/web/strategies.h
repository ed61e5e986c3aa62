// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates of the presets in which players hide things, made when the page is built
// (cli/strategies_main.c), so that the light module, which solves no linear programs, plays them
// perfectly.
#ifndef FRONTS_WEB_STRATEGIES_H
#define FRONTS_WEB_STRATEGIES_H

struct web_strategy {
    const char *game, *rules;
    unsigned first;
    const char *certificate;
};

extern const struct web_strategy web_strategies[]; // until `game` is NULL

#endif
