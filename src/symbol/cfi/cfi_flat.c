/* A table of rules as bytes: a header, then its arrays one behind the other, each at a multiple of 8. Read back, the
 * arrays are used where they stand, after a look that no index points outside. */
#include "symbol/cfi/cfi_flat.h"

#include <errno.h>
#include <string.h>
#include "symbol/cfi/cfi_private.h"

/* Of items in one array. */
#define COUNT_MAX (1u << 28)

/* In this order behind the head, each at a multiple of 8 bytes: addresses, row_rules, rules, saved, expressions,
 * expression_bytes. */
struct flat_head {
	uint64_t base;
	uint32_t nr_rows, nr_rules, nr_saved, nr_expressions, expression_bytes;
	uint8_t is64, swap, reserved[2];
};

/* Offsets of the arrays in the bytes; end is the size of all. */
struct parts {
	uint64_t addresses, row_rules, rules, saved, expressions, expression_bytes, end;
};

static uint64_t padded(uint64_t count, size_t item_size) { return (count * item_size + 7) & ~(uint64_t)7; }

/* Counts have 32 bits, so that nothing here overflows 64. */
static struct parts parts_of(const struct flat_head *head)
{
	struct parts p = { .addresses = sizeof(*head) };
	p.row_rules = p.addresses + padded(head->nr_rows, sizeof(uint32_t));
	p.rules = p.row_rules + padded(head->nr_rows, sizeof(uint32_t));
	p.saved = p.rules + padded(head->nr_rules, sizeof(struct cfi_rule));
	p.expressions = p.saved + padded(head->nr_saved, sizeof(struct cfi_saved));
	p.expression_bytes = p.expressions + padded(head->nr_expressions, sizeof(struct cfi_span));
	p.end = p.expression_bytes + head->expression_bytes;
	return p;
}

static void put(uint8_t *to, const void *items, size_t count, size_t item_size)
{
	if (count) memcpy(to, items, count * item_size);
}

/* Bytes between members are zero, so that equal tables give equal bytes. */
void *cfi_flatten(const struct cfi *cfi, size_t *ret_size_bytes)
{
	if (cfi->addresses.count > COUNT_MAX || cfi->rules.count > COUNT_MAX || cfi->saved.count > COUNT_MAX ||
	    cfi->expressions.count > COUNT_MAX || cfi->expression_bytes.count > COUNT_MAX)
		return NULL;
	struct flat_head head = {
		.base = cfi->base,
		.nr_rows = (uint32_t)cfi->addresses.count,
		.nr_rules = (uint32_t)cfi->rules.count,
		.nr_saved = (uint32_t)cfi->saved.count,
		.nr_expressions = (uint32_t)cfi->expressions.count,
		.expression_bytes = (uint32_t)cfi->expression_bytes.count,
		.is64 = cfi->is64,
		.swap = cfi->swap,
	};
	struct parts p = parts_of(&head);
	uint8_t *bytes = xcalloc(1, p.end);
	memcpy(bytes, &head, sizeof(head));
	put(bytes + p.addresses, cfi->addresses.items, head.nr_rows, sizeof(uint32_t));
	put(bytes + p.row_rules, cfi->row_rules.items, head.nr_rows, sizeof(uint32_t));
	put(bytes + p.rules, cfi->rules.items, head.nr_rules, sizeof(struct cfi_rule));
	put(bytes + p.expressions, cfi->expressions.items, head.nr_expressions, sizeof(struct cfi_span));
	put(bytes + p.expression_bytes, cfi->expression_bytes.items, head.expression_bytes, 1);
	/* one by one: the bytes between fields have no value */
	struct cfi_saved *saved = (struct cfi_saved *)(bytes + p.saved);
	for (size_t i = 0; i < head.nr_saved; i++) {
		saved[i].column = cfi->saved.items[i].column;
		saved[i].where = cfi->saved.items[i].where;
		saved[i].value = cfi->saved.items[i].value;
	}
	*ret_size_bytes = p.end;
	return bytes;
}

/* Are all indexes within their arrays? Indexes of columns and expressions are all that unwinding uses without a look.
 */
static bool saved_is_sound(const struct cfi *cfi, const struct cfi_saved *s)
{
	if (s->column >= CFI_COLUMNS || s->where > CFI_IS_EXPR) return false;
	if (s->where == CFI_REGISTER) return s->value >= 0 && s->value < CFI_COLUMNS;
	return s->where < CFI_AT_EXPR || (s->value >= 0 && (size_t)s->value < cfi->expressions.count);
}

static bool rule_is_sound(const struct cfi *cfi, const struct cfi_rule *r)
{
	if (r->first_saved > cfi->saved.count || r->nr_saved > cfi->saved.count - r->first_saved) return false;
	if (r->cfa_column >= CFI_COLUMNS || r->return_column >= CFI_COLUMNS) return false;
	return !(r->flags & CFI_CFA_IS_EXPR) || (r->cfa_value >= 0 && (size_t)r->cfa_value < cfi->expressions.count);
}

/* Of the copies: all but the rows, which cfi_find checks. */
static bool is_sound(const struct cfi *cfi)
{
	for (size_t i = 0; i < cfi->expressions.count; i++) {
		struct cfi_span span = cfi->expressions.items[i];
		if (span.offset > cfi->expression_bytes.count || span.size > cfi->expression_bytes.count - span.offset)
			return false;
	}
	for (size_t i = 0; i < cfi->saved.count; i++)
		if (!saved_is_sound(cfi, &cfi->saved.items[i])) return false;
	for (size_t i = 0; i < cfi->rules.count; i++)
		if (!rule_is_sound(cfi, &cfi->rules.items[i])) return false;
	return true;
}

/* One item of room more, as an empty array would have no memory. */
#define COPY(vec, from, n)                                                         \
	do {                                                                       \
		vec_reserve((vec), (size_t)(n) + 1);                               \
		memcpy((vec)->items, (from), (size_t)(n) * sizeof(*(vec)->items)); \
		(vec)->count = (n);                                                \
	} while (0)

/* Rows, which are nearly all of the bytes, are neither copied nor read here: cfi_find checks the one rule number that
 * it uses. */
int cfi_unflatten(const void *data, size_t size_bytes, struct cfi **ret)
{
	struct flat_head head;
	const uint8_t *bytes = data;

	if (size_bytes < sizeof(head)) return -EBADMSG;
	memcpy(&head, data, sizeof(head));
	struct parts p = parts_of(&head);
	if (p.end != size_bytes || !head.nr_rules) return -EBADMSG;
	struct cfi *cfi = xcalloc(1, sizeof(*cfi));
	cfi->base = head.base;
	cfi->is64 = head.is64;
	cfi->swap = head.swap;
	cfi->rows_are_borrowed = true;
	cfi->addresses.items = (uint32_t *)(bytes + p.addresses);
	cfi->row_rules.items = (uint32_t *)(bytes + p.row_rules);
	cfi->addresses.count = cfi->row_rules.count = head.nr_rows;
	COPY(&cfi->rules, bytes + p.rules, head.nr_rules);
	COPY(&cfi->saved, bytes + p.saved, head.nr_saved);
	COPY(&cfi->expressions, bytes + p.expressions, head.nr_expressions);
	COPY(&cfi->expression_bytes, bytes + p.expression_bytes, head.expression_bytes);
	cfi_set_head(cfi);
	if (!is_sound(cfi)) {
		cfi_free(cfi);
		return -EBADMSG;
	}
	*ret = cfi;
	return 0;
}
