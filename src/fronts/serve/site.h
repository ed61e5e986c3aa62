// SPDX-License-Identifier: GPL-3.0-or-later
// The page with the board, as tools/web makes it and the build takes it into the program. Without
// it (-Dweb=disabled) the list is empty, and the plain pages are all there is.
#ifndef FRONTS_SERVE_SITE_H
#define FRONTS_SERVE_SITE_H

#include "fronts/serve/web.h"

enum site_form { SITE_PLAIN, SITE_GZIP, SITE_BROTLI, SITE_FORMS };

struct site_file {
    const char *path; // without a slash at its beginning; "server.html" is the page itself
    const char *type;
    const char *hash; // the ETag, with its quotes
    struct {
        const char *from, *to;
    } form[SITE_FORMS];
};
extern const struct site_file site_files[]; // ends with one without a path

bool site_is_here(void);

// Answers if there is such a file. Those with a hash in their path never change.
bool site_answer(struct web *web, const char *path);

// The page as it is for a link to a table: with a title, tags for previews and what stands there
// before any module has loaded, both as HTML.
void site_answer_table(struct web *web, const char *head, const char *body);

#endif
