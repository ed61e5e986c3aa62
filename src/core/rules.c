// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules.h"

void rules_print_value(const struct rules_option *option, unsigned value, struct text *out)
{
    if (option->words)
        text_add(out, "%s", option->words[value]);
    else
        text_add(out, "%u", value);
}

void rules_print_range(const struct rules_option *option, struct text *out)
{
    rules_print_value(option, option->lo, out);
    text_add(out, "%s", option->words ? " or " : " to ");
    rules_print_value(option, option->hi, out);
}
