// SPDX-License-Identifier: GPL-3.0-or-later
// No page with a board was built: see site.h.
#include "fronts/serve/site.h"

const struct site_file site_files[] = { { 0 } };
