/* The text being written, and the pieces of it that are needed again (entries). Whatever moves text moves the
 * entries in it: those that lie in one part move along, those that would be torn apart are copied to the buffer's
 * upper end first.
 *
 *   text:  | written so far (size) ->       <- (top) copied pieces | */
#include "symbol/demangle/demangle_cxx_private.h"

#include "base/compiler.h"

/* What is read after a failure: no input, however far the functions that are left on the way out still step. */
static const char nothing[CXX_DEPTH_MAX * 16];

void cxx_fail(struct cxx_parser *p)
{
	p->failed = true;
	p->in = nothing;
}

void cxx_full(struct cxx_parser *p)
{
	p->is_full = true;
	cxx_fail(p);
}

/* Copies the text to the upper end of the buffer, and returns where it is now. Copied pieces are never freed: they live
 * as long as the parse, and a name has few. */
static uint32_t keep(struct cxx_parser *p, uint32_t start, uint32_t size)
{
	if (size > p->top - p->size) {
		cxx_full(p);
		return start;
	}
	p->top -= size;
	memcpy(p->text + p->top, p->text + start, size);
	return p->top;
}

/* Entries in [a, b) move up, those in [b, c) down; one that lies across gets a copy of its text. */
static void rotate_entries(struct cxx_parser *p, struct cxx_entries *entries, uint32_t a, uint32_t b, uint32_t c)
{
	for (uint32_t i = 0; i < entries->nr; i++) {
		struct cxx_entry *e = &entries->at[i];
		uint32_t end = e->start + e->size;
		if (e->start >= c || end <= a) continue;
		if (e->start >= a && end <= b) e->start += c - b;
		else if (e->start >= b && end <= c) e->start -= b - a;
		else e->start = keep(p, e->start, e->size);
	}
}

/* The shorter part goes through the free space behind the text. */
void cxx_rotate(struct cxx_parser *p, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t left = b - a, right = c - b;

	if (p->failed || !left || !right) return;
	rotate_entries(p, &p->substitutions, a, b, c);
	rotate_entries(p, &p->arguments, a, b, c);
	rotate_entries(p, &p->elements, a, b, c);
	if (MIN(left, right) > p->top - p->size) {
		cxx_full(p);
		return;
	}
	char *text = p->text, *spare = text + p->size;
	if (left < right) {
		memcpy(spare, text + a, left);
		memmove(text + a, text + b, right);
		memcpy(text + a + right, spare, left);
	} else {
		memcpy(spare, text + b, right);
		memmove(text + a + right, text + a, left);
		memcpy(text + a, spare, right);
	}
}

/* Entries behind the gap move down; those in it or across keep a copy. */
static void erase_entries(struct cxx_parser *p, struct cxx_entries *entries, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < entries->nr; i++) {
		struct cxx_entry *e = &entries->at[i];
		if (e->start >= p->size || e->start + e->size <= from) continue;
		if (e->start >= to) e->start -= to - from;
		else e->start = keep(p, e->start, e->size);
	}
}

void cxx_erase(struct cxx_parser *p, uint32_t at, uint32_t size)
{
	if (p->failed) return;
	erase_entries(p, &p->substitutions, at, at + size);
	erase_entries(p, &p->arguments, at, at + size);
	erase_entries(p, &p->elements, at, at + size);
	memmove(p->text + at, p->text + at + size, p->size - at - size);
	p->size -= size;
}

/* Appended first, and rotated to its place. */
void cxx_insert(struct cxx_parser *p, uint32_t at, const char *text, size_t size)
{
	uint32_t end = p->size;
	cxx_put(p, text, size);
	if (!p->failed) cxx_rotate(p, at, end, p->size);
}

/* Entries within [start, end) now have their text at `kept`. */
static void keep_entries(struct cxx_entries *entries, uint32_t start, uint32_t end, uint32_t kept)
{
	for (uint32_t i = 0; i < entries->nr; i++) {
		struct cxx_entry *e = &entries->at[i];
		if (e->start >= start && e->start + e->size <= end) e->start = e->start - start + kept;
	}
}

void cxx_drop(struct cxx_parser *p, uint32_t start)
{
	if (p->failed || start >= p->size) return;
	uint32_t kept = keep(p, start, p->size - start);
	if (p->failed) return;
	keep_entries(&p->substitutions, start, p->size, kept);
	keep_entries(&p->arguments, start, p->size, kept);
	keep_entries(&p->elements, start, p->size, kept);
	p->size = start;
}

/* What the piece depends on, the text around it does as well from now on. */
struct cxx_shape cxx_copy(struct cxx_parser *p, const struct cxx_entry *entry)
{
	struct cxx_shape shape = entry->shape;
	shape.split += p->size;
	p->depends |= entry->depends;
	p->absorbs |= shape.absorbs;
	cxx_put_short(p, p->text + entry->start, entry->size);
	return shape;
}

uint32_t cxx_sequence(struct cxx_parser *p)
{
	if (cxx_accept(p, '_')) return 0;
	uint32_t number = cxx_number(p) + 1;
	cxx_expect(p, '_');
	return number;
}

void cxx_put_number(struct cxx_parser *p, uint32_t number)
{
	char digits[10];
	unsigned first = sizeof(digits);

	do {
		digits[--first] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	cxx_put(p, digits + first, sizeof(digits) - first);
}
