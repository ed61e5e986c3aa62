// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/typing.h"

#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "fronts/full/screen.h"

static void erase_last(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    text[length ? length - 1 : 0] = '\0';
}

bool typing_press(char *text, size_t size, bool *begun, uint32_t press)
{
    size_t length = *begun ? strlen(text) : 0;
    char bytes[16];
    mbstate_t state = { 0 };
    if (press == PRESS_ERASE) {
        *begun = true;
        erase_last(text);
        return true;
    }
    if (press >= PRESS_LEFT || !iswprint((wint_t)press))
        return false;
    size_t more = wcrtomb(bytes, (wchar_t)press, &state);
    if (more == (size_t)-1 || length + more >= size)
        return true;
    *begun = true;
    memcpy(text + length, bytes, more);
    text[length + more] = '\0';
    return true;
}
