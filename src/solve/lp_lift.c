// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/lp_lift.h"

#include <string.h>

#include "core/memory.h"
#include "solve/weights.h"

// Products of two remainders fit 64 bits, and 2^31 leaves 1.
static const uint32_t prime = 0x7fffffff;

static const unsigned NONE = ~0u;

// One equation for each tight row, one unknown for each basic column; what comes first in the
// elimination comes first in `row` and `column`.
struct basis {
    const struct lp_lift *lp;
    unsigned size;
    unsigned *row_at, *column_at; // by row and column of the program: which of these, or NONE
    unsigned *row, *column;       // by step of the elimination
    unsigned *in_row, *in_column; // entries that are left
    uint32_t *at;                 // by equation and unknown: L below the pivots, and U
    // The same by step, without the many zeros.
    struct factor *factors; // of L and U
    size_t *first;          // by step: where those of L begin, and those of U
    uint32_t *pivot;        // its inverse
};

struct factor {
    unsigned step; // of its column
    uint32_t less; // the negative of it
};

static uint32_t reduce(uint64_t number)
{
    number = (number & prime) + (number >> 31);
    number = (number & prime) + (number >> 31);
    return (uint32_t)(number >= prime ? number - prime : number);
}

static uint32_t remainder_of(int64_t number)
{
    return (uint32_t)((number % prime + prime) % prime);
}

static uint32_t inverse(uint32_t number)
{
    uint32_t power = 1;
    for (uint32_t e = prime - 2; e; e >>= 1) { // Fermat
        if (e & 1)
            power = reduce((uint64_t)power * number);
        number = reduce((uint64_t)number * number);
    }
    return power;
}

static uint32_t *entry(const struct basis *basis, unsigned step_row, unsigned step_column)
{
    return &basis->at[(size_t)basis->row[step_row] * basis->size + basis->column[step_column]];
}

static bool is_in(const struct basis *basis, const struct lp_lift_term *term)
{
    return basis->row_at[term->row] != NONE && basis->column_at[term->column] != NONE;
}

// --- Elimination modulo the prime

static void basis_clear(struct basis *basis)
{
    mem_free(basis->row_at);
    mem_free(basis->row);
    mem_free(basis->at);
    mem_free(basis->factors);
    mem_free(basis->first);
}

static void fill(struct basis *basis)
{
    const struct lp_lift *lp = basis->lp;
    memset(basis->at, 0, (size_t)basis->size * basis->size * sizeof *basis->at);
    memset(basis->in_row, 0, 2 * (size_t)basis->size * sizeof *basis->in_row);
    for (unsigned i = 0; i < basis->size; i++)
        basis->row[i] = basis->column[i] = i;
    for (const struct lp_lift_term *term = lp->terms; term < lp->terms + lp->term_count; term++)
        if (is_in(basis, term)) {
            unsigned row = basis->row_at[term->row], column = basis->column_at[term->column];
            *entry(basis, row, column) = remainder_of(term->factor);
            basis->in_row[row]++;
            basis->in_column[column]++;
        }
}

// Clear it in any case. False also where it is no basis.
static bool basis_new(struct basis *basis, const struct lp_lift *lp)
{
    enum { MOST = 8192 }; // else it takes more than 256 MB
    unsigned equations = 0, unknowns = 0;
    *basis = (struct basis){ .lp = lp };
    basis->row_at = mem_new((lp->row_count + lp->column_count) * sizeof *basis->row_at);
    if (!basis->row_at)
        return false;
    basis->column_at = basis->row_at + lp->row_count;
    for (unsigned r = 0; r < lp->row_count; r++)
        basis->row_at[r] = lp->rows[r].tight ? equations++ : NONE;
    for (unsigned c = 0; c < lp->column_count; c++)
        basis->column_at[c] = lp->columns[c].state == LP_LIFT_BASIC ? unknowns++ : NONE;
    basis->size = equations;
    if (equations != unknowns || equations > MOST)
        return false;
    basis->row = mem_new(5 * (size_t)(equations + 1) * sizeof *basis->row);
    basis->at = mem_new(((size_t)equations * equations + 1) * sizeof *basis->at);
    if (!basis->row || !basis->at)
        return false;
    basis->column = basis->row + equations;
    basis->in_row = basis->column + equations;
    basis->in_column = basis->in_row + equations;
    fill(basis);
    return true;
}

static void swap(unsigned *at, unsigned i, unsigned k)
{
    unsigned kept = at[i];
    at[i] = at[k];
    at[k] = kept;
}

// The shortest row that is left, and of its columns the shortest, so that little is filled in.
// False where it has none.
static bool find_pivot(const struct basis *basis, unsigned step)
{
    unsigned row = step, column = NONE;
    for (unsigned r = step; r < basis->size; r++)
        if (basis->in_row[basis->row[r]] < basis->in_row[basis->row[row]])
            row = r;
    swap(basis->row, step, row);
    for (unsigned c = step; c < basis->size; c++)
        if (*entry(basis, step, c) &&
            (column == NONE ||
             basis->in_column[basis->column[c]] < basis->in_column[basis->column[column]]))
            column = c;
    if (column != NONE)
        swap(basis->column, step, column);
    return column != NONE;
}

// Takes as much of the pivot's row off another as leaves nothing in its column; the factor is
// kept there. `filled` are the other columns that the pivot's row has.
static void eliminate(const struct basis *basis, unsigned step, unsigned row, uint32_t by,
                      const unsigned *filled, unsigned count)
{
    const uint32_t *pivot = &basis->at[(size_t)basis->row[step] * basis->size];
    uint32_t *at = &basis->at[(size_t)basis->row[row] * basis->size];
    uint32_t *first = &at[basis->column[step]];
    uint64_t less = prime - (*first = reduce((uint64_t)*first * by));
    for (unsigned i = 0; i < count; i++) {
        uint32_t before = at[filled[i]], after = reduce(before + less * pivot[filled[i]]);
        unsigned more = (unsigned)(after != 0) - (unsigned)(before != 0); // modulo 2^32
        at[filled[i]] = after;
        basis->in_row[basis->row[row]] += more;
        basis->in_column[filled[i]] += more;
    }
    basis->in_row[basis->row[row]]--;
}

// L and U, each pivot's inverse in its place. False where the basis is singular.
static bool factorise(const struct basis *basis)
{
    unsigned *filled = basis->in_column + basis->size;
    for (unsigned step = 0; step < basis->size; step++) {
        unsigned count = 0;
        if (!find_pivot(basis, step))
            return false;
        uint32_t *pivot = entry(basis, step, step);
        *pivot = inverse(*pivot);
        for (unsigned c = step + 1; c < basis->size; c++)
            if (*entry(basis, step, c)) {
                filled[count++] = basis->column[c];
                basis->in_column[basis->column[c]]--;
            }
        for (unsigned r = step + 1; r < basis->size; r++)
            if (*entry(basis, r, step))
                eliminate(basis, step, r, *pivot, filled, count);
    }
    return true;
}

static size_t count_factors(const struct basis *basis)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)basis->size * basis->size; i++)
        count += basis->at[i] != 0;
    return count;
}

// Each is used for every digit, and nearly all are 0.
static bool keep_factors(struct basis *basis)
{
    size_t at = 0;
    basis->first = mem_new((2 * (size_t)basis->size + 1) * sizeof *basis->first +
                           basis->size * sizeof *basis->pivot);
    basis->factors = mem_new((count_factors(basis) + 1) * sizeof *basis->factors);
    if (!basis->first || !basis->factors)
        return false;
    basis->pivot = (uint32_t *)(basis->first + 2 * (size_t)basis->size + 1);
    for (unsigned s = 0; s < basis->size; s++) {
        basis->pivot[s] = *entry(basis, s, s);
        basis->first[2 * s] = at;
        for (unsigned k = 0; k < basis->size; k++)
            if (k == s)
                basis->first[2 * s + 1] = at;
            else if (*entry(basis, s, k))
                basis->factors[at++] = (struct factor){ k, prime - *entry(basis, s, k) };
    }
    basis->first[2 * (size_t)basis->size] = at;
    return true;
}

static uint32_t add_product(uint32_t to, uint32_t one, uint32_t two)
{
    return reduce(to + (uint64_t)one * two);
}

// Solves for the unknowns. The right side is by equation, and is used up.
static void solve_columns(const struct basis *basis, uint32_t *right, uint32_t *x)
{
    const struct factor *factors = basis->factors;
    for (unsigned s = 0; s < basis->size; s++)
        for (size_t i = basis->first[2 * s]; i < basis->first[2 * s + 1]; i++)
            right[basis->row[s]] = add_product(right[basis->row[s]], factors[i].less,
                                               right[basis->row[factors[i].step]]);
    for (unsigned s = basis->size; s-- > 0;) {
        uint32_t rest = right[basis->row[s]];
        for (size_t i = basis->first[2 * s + 1]; i < basis->first[2 * s + 2]; i++)
            rest = add_product(rest, factors[i].less, x[basis->column[factors[i].step]]);
        x[basis->column[s]] = reduce((uint64_t)rest * basis->pivot[s]);
    }
}

// The same for the transposed basis, whose unknowns are the equations' prices.
static void solve_rows(const struct basis *basis, uint32_t *right, uint32_t *y)
{
    const struct factor *factors = basis->factors;
    for (unsigned s = 0; s < basis->size; s++) {
        uint32_t *own = &right[basis->column[s]];
        *own = reduce((uint64_t)*own * basis->pivot[s]);
        for (size_t i = basis->first[2 * s + 1]; *own && i < basis->first[2 * s + 2]; i++) {
            uint32_t *to = &right[basis->column[factors[i].step]];
            *to = add_product(*to, factors[i].less, *own);
        }
    }
    for (unsigned s = basis->size; s-- > 0;) {
        uint32_t own = y[basis->row[s]] = right[basis->column[s]];
        for (size_t i = basis->first[2 * s]; own && i < basis->first[2 * s + 1]; i++) {
            uint32_t *to = &right[basis->column[factors[i].step]];
            *to = add_product(*to, factors[i].less, own);
        }
    }
}

// --- Lifting

// Whole numbers over a common denominator.
struct shares {
    mpz_t *part, all;
    unsigned count;
};

static mpz_t *wholes_new(unsigned count)
{
    mpz_t *at = mem_new((count + 1) * sizeof *at);
    for (unsigned i = 0; at && i < count; i++)
        mpz_init(at[i]);
    return at;
}

static void wholes_free(mpz_t *at, unsigned count)
{
    for (unsigned i = 0; at && i < count; i++)
        mpz_clear(at[i]);
    mem_free(at);
}

// The fraction that a remainder stands for, if both its parts can be at most `most`.
static bool find_fraction(const mpz_t remainder, const mpz_t modulus, const mpz_t most,
                          mpz_t numerator, mpz_t denominator)
{
    mpz_t before, factor, quotient;
    mpz_init_set(before, modulus);
    mpz_inits(factor, quotient, NULL);
    mpz_set(numerator, remainder);
    mpz_set_ui(denominator, 1);
    while (mpz_cmpabs(numerator, most) > 0) { // Euclid
        mpz_tdiv_qr(quotient, before, before, numerator);
        mpz_swap(before, numerator);
        mpz_submul(factor, quotient, denominator);
        mpz_swap(factor, denominator);
    }
    if (mpz_sgn(denominator) < 0) {
        mpz_neg(numerator, numerator);
        mpz_neg(denominator, denominator);
    }
    mpz_clears(before, factor, quotient, NULL);
    return mpz_cmp(denominator, most) <= 0;
}

// All fractions, over their common denominator. Both parts have some bits less than they could, so
// that a wrong fraction is hardly ever taken; then it fails the check.
static bool find_fractions(mpz_t *remainder, const mpz_t modulus, struct shares *shares)
{
    enum { SPARE = 16 };
    bool fine = true;
    mpz_t most, rest, more;
    mpz_inits(most, rest, more, NULL);
    mpz_tdiv_q_2exp(most, modulus, 2 * SPARE);
    mpz_sqrt(most, most);
    mpz_set_ui(shares->all, 1);
    for (unsigned i = 0; fine && i < shares->count; i++) {
        mpz_mul(rest, remainder[i], shares->all);
        mpz_mod(rest, rest, modulus);
        mpz_sub(more, rest, modulus);
        if (mpz_cmpabs(more, rest) < 0)
            mpz_swap(more, rest);
        fine = find_fraction(rest, modulus, most, shares->part[i], more);
        for (unsigned k = 0; k < i && mpz_cmp_ui(more, 1); k++)
            mpz_mul(shares->part[k], shares->part[k], more);
        mpz_mul(shares->all, shares->all, more);
        fine = fine && mpz_cmp(shares->all, most) <= 0;
    }
    mpz_clears(most, rest, more, NULL);
    return fine;
}

// Takes a multiple off.
static void subtract(mpz_t from, const mpz_t number, int factor)
{
    if (factor < 0)
        mpz_addmul_ui(from, number, (unsigned)-factor);
    else
        mpz_submul_ui(from, number, (unsigned)factor);
}

// One more digit of each: what is then left on the right side is a multiple of the prime, by which
// it is divided.
static void add_digit(const struct basis *basis, bool rows, mpz_t *right, const mpz_t power,
                      mpz_t *sum, uint32_t *scratch)
{
    uint32_t *digit = scratch + basis->size;
    const struct lp_lift *lp = basis->lp;
    mpz_t more;
    for (unsigned i = 0; i < basis->size; i++)
        scratch[i] = (uint32_t)mpz_fdiv_ui(right[i], prime);
    (rows ? solve_rows : solve_columns)(basis, scratch, digit);
    for (unsigned i = 0; i < basis->size; i++)
        mpz_addmul_ui(sum[i], power, digit[i]);
    mpz_init(more);
    for (const struct lp_lift_term *term = lp->terms; term < lp->terms + lp->term_count; term++)
        if (is_in(basis, term)) {
            unsigned row = basis->row_at[term->row], column = basis->column_at[term->column];
            mpz_set_ui(more, digit[rows ? row : column]);
            subtract(right[rows ? column : row], more, term->factor);
        }
    mpz_clear(more);
    for (unsigned i = 0; i < basis->size; i++)
        mpz_divexact_ui(right[i], right[i], prime);
}

// The unknowns, or the prices of the rows, for a right side that is used up.
static bool lift(const struct basis *basis, bool rows, mpz_t *right, struct shares *shares)
{
    enum { MOST_DIGITS = 256 };
    mpz_t power, *sum = wholes_new(basis->size);
    uint32_t *scratch = mem_new((2 * (size_t)basis->size + 1) * sizeof *scratch);
    bool found = false;
    mpz_init_set_ui(power, 1);
    for (unsigned digits = 1; sum && scratch && !found && digits <= MOST_DIGITS; digits++) {
        add_digit(basis, rows, right, power, sum, scratch);
        mpz_mul_ui(power, power, prime);
        if (digits >= 4 && !(digits & (digits - 1))) // 4, 8, 16
            found = find_fractions(sum, power, shares);
    }
    mpz_clear(power);
    wholes_free(sum, basis->size);
    mem_free(scratch);
    return found;
}

// --- The optimum

static bool shares_new(struct shares *shares, unsigned count)
{
    *shares = (struct shares){ .part = wholes_new(count), .count = count };
    mpz_init(shares->all);
    return shares->part;
}

static void shares_clear(struct shares *shares)
{
    wholes_free(shares->part, shares->count);
    mpz_clear(shares->all);
}

// The right side of the basis, all over one denominator: what columns at one leave of it.
static void find_right(const struct basis *basis, mpz_t *right, mpz_t scale)
{
    const struct lp_lift *lp = basis->lp;
    for (unsigned r = 0; r < lp->row_count; r++)
        mpz_lcm(scale, scale, mpq_denref(lp->rows[r].right));
    for (unsigned r = 0; r < lp->row_count; r++)
        if (basis->row_at[r] != NONE) {
            mpz_t *to = &right[basis->row_at[r]];
            mpz_divexact(*to, scale, mpq_denref(lp->rows[r].right));
            mpz_mul(*to, *to, mpq_numref(lp->rows[r].right));
        }
    for (const struct lp_lift_term *term = lp->terms; term < lp->terms + lp->term_count; term++)
        if (lp->columns[term->column].state == LP_LIFT_AT_ONE && basis->row_at[term->row] != NONE)
            subtract(right[basis->row_at[term->row]], scale, term->factor);
}

static bool find_x(const struct basis *basis, struct shares *x)
{
    const struct lp_lift *lp = basis->lp;
    struct shares found;
    mpz_t scale, *right = wholes_new(basis->size);
    mpz_init_set_ui(scale, 1);
    bool fine = shares_new(&found, basis->size) && right;
    if (fine) {
        find_right(basis, right, scale);
        fine = lift(basis, false, right, &found);
    }
    mpz_mul(x->all, found.all, scale);
    for (unsigned c = 0; fine && c < lp->column_count; c++)
        if (lp->columns[c].state == LP_LIFT_AT_ONE)
            mpz_set(x->part[c], x->all);
        else if (lp->columns[c].state == LP_LIFT_BASIC)
            mpz_swap(x->part[c], found.part[basis->column_at[c]]);
    mpz_clear(scale);
    shares_clear(&found);
    wholes_free(right, basis->size);
    return fine;
}

static bool find_y(const struct basis *basis, struct shares *y)
{
    const struct lp_lift *lp = basis->lp;
    struct shares found;
    mpz_t *right = wholes_new(basis->size);
    bool fine = shares_new(&found, basis->size) && right;
    for (unsigned c = 0; fine && c < lp->column_count; c++)
        if (basis->column_at[c] != NONE)
            mpz_set_si(right[basis->column_at[c]], lp->columns[c].objective);
    fine = fine && lift(basis, true, right, &found);
    mpz_set(y->all, found.all);
    for (unsigned r = 0; fine && r < lp->row_count; r++)
        if (basis->row_at[r] != NONE)
            mpz_swap(y->part[r], found.part[basis->row_at[r]]);
    shares_clear(&found);
    wholes_free(right, basis->size);
    return fine;
}

// Does x keep to the bounds, and leave of every row something or, where it must be equal, nothing?
// The rest is by row.
static bool is_allowed(const struct lp_lift *lp, const struct shares *x, mpz_t *rest)
{
    bool fine = true;
    for (unsigned r = 0; r < lp->row_count; r++) {
        mpz_mul(rest[r], mpq_numref(lp->rows[r].right), x->all);
        mpz_divexact(rest[r], rest[r], mpq_denref(lp->rows[r].right));
    }
    for (const struct lp_lift_term *term = lp->terms; term < lp->terms + lp->term_count; term++)
        subtract(rest[term->row], x->part[term->column], term->factor);
    for (unsigned c = 0; c < lp->column_count; c++)
        fine &= (lp->columns[c].free || mpz_sgn(x->part[c]) >= 0) &&
                (!lp->columns[c].capped || mpz_cmp(x->part[c], x->all) <= 0);
    for (unsigned r = 0; r < lp->row_count; r++)
        fine &= lp->rows[r].equal ? !mpz_sgn(rest[r]) : mpz_sgn(rest[r]) >= 0;
    return fine;
}

// Is no row's price negative, and would no column win more by changing? The rest is by column.
static bool is_best(const struct lp_lift *lp, const struct shares *y, mpz_t *rest)
{
    bool fine = true;
    for (unsigned c = 0; c < lp->column_count; c++)
        mpz_mul_si(rest[c], y->all, lp->columns[c].objective);
    for (const struct lp_lift_term *term = lp->terms; term < lp->terms + lp->term_count; term++)
        subtract(rest[term->column], y->part[term->row], term->factor);
    for (unsigned r = 0; r < lp->row_count; r++)
        fine &= lp->rows[r].equal || mpz_sgn(y->part[r]) >= 0;
    for (unsigned c = 0; c < lp->column_count; c++) {
        const struct lp_lift_column *column = &lp->columns[c];
        int sign = mpz_sgn(rest[c]);
        fine &= !sign || (column->state == LP_LIFT_AT_ZERO && !column->free && sign < 0) ||
                (column->state == LP_LIFT_AT_ONE && sign > 0);
    }
    return fine;
}

static void copy(const struct shares *from, mpq_t *to)
{
    for (unsigned i = 0; i < from->count; i++) {
        mpz_set(mpq_numref(to[i]), from->part[i]);
        mpz_set(mpq_denref(to[i]), from->all);
        mpq_canonicalize(to[i]);
    }
}

bool lp_lift_solve(const struct lp_lift *lp, mpq_t *x, mpq_t *y)
{
    struct basis basis;
    struct shares of_x, of_y;
    unsigned most = lp->row_count > lp->column_count ? lp->row_count : lp->column_count;
    mpz_t *rest = wholes_new(most);
    bool fine = shares_new(&of_x, lp->column_count);
    fine &= shares_new(&of_y, lp->row_count);
    fine &= basis_new(&basis, lp);
    fine = fine && rest && factorise(&basis) && keep_factors(&basis) && find_x(&basis, &of_x) &&
           is_allowed(lp, &of_x, rest) && find_y(&basis, &of_y) && is_best(lp, &of_y, rest);
    if (fine) {
        copy(&of_x, x);
        copy(&of_y, y);
    }
    basis_clear(&basis);
    shares_clear(&of_x);
    shares_clear(&of_y);
    wholes_free(rest, most);
    return fine;
}
