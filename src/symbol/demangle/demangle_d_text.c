/* What all of D's grammar reads and writes with: numbers, references back, text that is taken out again. */
#include "symbol/demangle/demangle_d_private.h"

#include <ctype.h>

char *d_cut_from(struct d_name *d, size_t at)
{
	char *text = xstrndup(d->out.text ? d->out.text + at : "", d->out.size - at);
	d->out.size = at;
	if (d->out.text) d->out.text[at] = 0;
	return text;
}

/* No limit of digits, but of the value: what is longer than any name fails. */
bool d_number(struct d_name *d, size_t *ret)
{
	size_t n = 0;
	if (!isdigit((unsigned char)d_peek(d, 0))) return false;
	while (isdigit((unsigned char)d_peek(d, 0))) {
		if (n > 100000000) return false;
		n = n * 10 + (size_t)(*d->p++ - '0');
	}
	*ret = n;
	return true;
}

/* "Qe" is 4 bytes back from the Q, "QBe" 1 * 26 + 4. Zero and places in front of the name fail. */
bool d_back_reference(struct d_name *d, const char **ret)
{
	const char *q = d->p++;
	size_t n = 0;
	for (;;) {
		char c = d_peek(d, 0);
		if (n > 100000000 || !isalpha((unsigned char)c)) return false;
		d->p++;
		n = n * 26 + (size_t)(c >= 'a' ? c - 'a' : c - 'A');
		if (c >= 'a') break;
	}
	if (!n || n > (size_t)(q - d->begin)) return false;
	*ret = q - n;
	return true;
}

/* References within what a reference gave must lie before it, so that none runs in circles. */
bool d_by_reference(struct d_name *d, bool (*parse)(struct d_name *d))
{
	const char *q = d->p, *to, *outer = d->last_ref;
	if (outer && q >= outer) return false;
	if (!d_back_reference(d, &to)) return false;
	const char *after = d->p;
	d->p = to;
	d->last_ref = q;
	bool good = parse(d);
	d->last_ref = outer;
	d->p = after;
	return good;
}
