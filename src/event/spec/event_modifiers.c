/* Letters to flags, and flags to the bits of an attr. To add a letter: a member of struct event_modifiers, a case in
 * letter_flag, what it sets in event_modifiers_apply, and the letter in is_modifiers (event_kinds.c). */
#include "event/spec/event_modifiers.h"

#include <errno.h>
#include <ctype.h>

/* The member a letter sets, and its name for messages; NULL: it is none, or p, which may be repeated. */
static bool *letter_flag(struct event_modifiers *m, char letter, const char **ret_what)
{
	switch (letter) {
	case 'u': *ret_what = "user"; return &m->user;
	case 'k': *ret_what = "kernel"; return &m->kernel;
	case 'h': *ret_what = "hypervisor"; return &m->hypervisor;
	case 'I': *ret_what = "idle"; return &m->idle;
	case 'G': *ret_what = "guest"; return &m->guest;
	case 'H': *ret_what = "host"; return &m->host;
	case 'P': *ret_what = "precise max"; return &m->precise_max;
	case 'S': *ret_what = "sample read"; return &m->sample_read;
	case 'D': *ret_what = "pinned"; return &m->pinned;
	case 'W': *ret_what = "weak"; return &m->weak;
	case 'e': *ret_what = "exclusive"; return &m->exclusive;
	case 'b': *ret_what = "bpf"; return &m->bpf_counter;
	case 'R': *ret_what = "retire latency"; return &m->retire_latency;
	default: return NULL;
	}
}

/* The error for a letter that is none, or for none at all. Its first line is upstream's, the hint is ours. */
static int unknown(const struct event_lexer *lexer, size_t colon_pos, char letter, struct err *err)
{
	lexer_error(lexer, colon_pos, -EINVAL, err, "Unrecognized input");
	if (isalpha((unsigned char)letter))
		err_hint(err, "\nvalid modifiers: u,k,h,I,G,H,p,P,S,D,W,e,b,R ('%c' is none)", letter);
	return -EINVAL;
}

int event_modifiers_parse(struct event_lexer *lexer, size_t colon_pos, struct event_modifiers *ret, struct err *err)
{
	struct event_modifiers m = { 0 };
	/* to see whether there was any letter */
	size_t start = lexer->pos;
	for (char c; (c = lexer_peek(lexer)) != '\0' && isalpha((unsigned char)c); lexer->pos++) {
		const char *what;
		bool *flag = letter_flag(&m, c, &what);
		if (c == 'p') {
			if (++m.precise > 3)
				return lexer_error(lexer, lexer->pos, -EINVAL, err, "Maximum precise value is 3");
			continue;
		}
		if (!flag) return unknown(lexer, colon_pos, c, err);
		if (*flag) return lexer_error(lexer, lexer->pos, -EINVAL, err, "Duplicate modifier '%c' (%s)", c, what);
		*flag = true;
		if (c == 'W') m.weak_pos = lexer->pos;
	}
	if (lexer->pos == start) return unknown(lexer, colon_pos, lexer_peek(lexer), err);
	*ret = m;
	return 0;
}

void event_modifiers_apply_group(const struct event_modifiers *m, bool is_leader, struct event_spec *spec)
{
	struct event_modifiers mine = *m;
	if (!is_leader) mine.pinned = mine.exclusive = false;
	event_modifiers_apply(&mine, true, spec);
}

/* Naming a side excludes the others; naming user or precision excludes guests unless G or H says otherwise. Modifiers
 * of a group add to those of its members, an event's own start afresh. */
void event_modifiers_apply(const struct event_modifiers *m, bool of_group, struct event_spec *spec)
{
	uint64_t flags = spec->attr.flags;
	const uint64_t sides = ATTR_EXCLUDE_USER | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV,
		       guests = ATTR_EXCLUDE_HOST | ATTR_EXCLUDE_GUEST;
	/* an event was made with guests excluded; modifiers start from nothing excluded */
	if (!of_group) flags &= ~(sides | guests);
	if (m->user || m->kernel || m->hypervisor) {
		if (!(flags & sides)) flags |= sides;
		if (m->user) flags &= ~ATTR_EXCLUDE_USER;
		if (m->kernel) flags &= ~ATTR_EXCLUDE_KERNEL;
		if (m->hypervisor) flags &= ~ATTR_EXCLUDE_HV;
	}
	/* The first of G and H excludes both; each then lets its own in. */
	if (m->guest || m->host) {
		if (!of_group || !spec->names_guests) flags |= guests;
		spec->names_guests = true;
		if (m->guest) flags &= ~ATTR_EXCLUDE_GUEST;
		if (m->host) flags &= ~ATTR_EXCLUDE_HOST;
	} else if ((m->user || m->precise) && !spec->names_guests) {
		flags |= ATTR_EXCLUDE_GUEST;
	}
	if (m->idle) flags |= ATTR_EXCLUDE_IDLE;
	if (m->pinned) flags |= ATTR_PINNED;
	if (m->exclusive) flags |= ATTR_EXCLUSIVE;
	if (m->precise) flags = (flags & ~(3ull << ATTR_PRECISE_SHIFT)) | (uint64_t)m->precise << ATTR_PRECISE_SHIFT;
	spec->attr.flags = flags;
	spec->has_modifiers = true;
	spec->precise_max |= m->precise_max;
	spec->sample_read |= m->sample_read;
	spec->weak |= m->weak;
	spec->bpf_counter |= m->bpf_counter;
	spec->retire_latency |= m->retire_latency;
}
