// SPDX-License-Identifier: GPL-3.0-or-later
// Claims as files: docs/certificates.md describes the format. One writer and one
// reader, of the same version. Reading says only whether a file is written as it should be; whether
// the claim is true is for check/ to say.
#ifndef CLAIM_CERTIFICATE_H
#define CLAIM_CERTIFICATE_H

#include <stdio.h>

#include "claim/claim.h"
#include "core/limits.h"

// Certificates of other versions are refused.
enum { CERTIFICATE_VERSION = 3 };

// A failure to write shows in ferror(out), as usual.
void certificate_write(FILE *out, const struct claim *claim);

// Reads a file from its beginning to its end. `find` finds a game by its name, as
// games_find() does. False, with a sentence that names the line, when it is not a
// certificate, when there is no memory or when the limits say so; then there is nothing
// to clear.
bool certificate_read(FILE *in, const struct game *(*find)(const char *name, struct text *why),
                      const struct limits *limits, struct claim *claim, struct text *why);

#endif
