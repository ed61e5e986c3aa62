// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/advice.h"

#include "fronts/patience.h"

// For longer nobody waits for a hint, least of all in a pipe; or for a warning.
static const double hint_seconds = 15, warning_seconds = 2;

static bool advise_within(struct session *session, double seconds, struct advice *advice,
                          struct text *why)
{
    struct patience patience;
    struct view view = match_view(&session->match, match_turn(&session->match)->mover);
    struct history history;
    match_history(&session->match, view.seat, &history);
    if (!session->rater)
        session->rater = rater_new(&session->variant, why);
    if (!session->rater)
        return false;
    patience_begin(&patience, "Thinking");
    patience.most = seconds;
    bool advised = advice_make(advice, session->rater, &patience.limits, &session->variant, &view,
                               &history, why);
    bool late = patience_seconds(&patience) >= seconds;
    if (patience_end(&patience) && !advised && late) {
        text_clear(why);
        text_add(why, "There is no hint: it would take longer than %.0f seconds.", seconds);
    }
    return advised;
}

bool session_advise(struct session *session, struct advice *advice, struct text *why)
{
    return advise_within(session, hint_seconds, advice, why);
}

void session_print_hint(struct session *session, struct text *out)
{
    struct advice advice;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct view view = match_view(&session->match, match_turn(&session->match)->mover);
    if (!session_advise(session, &advice, &why)) {
        text_add(out, "%s\n", buffer);
        return;
    }
    report_hint(&advice, &session->variant, &view, out);
    advice_clear(&advice);
}

void session_print_warning(struct session *session, struct move move, struct text *out)
{
    struct advice advice;
    char ignored[TEXT_MAX];
    struct text why = text_in(ignored, sizeof ignored);
    if (!advise_within(session, warning_seconds, &advice, &why))
        return;
    report_warning(&advice, &session->variant, move, out);
    advice_clear(&advice);
}
