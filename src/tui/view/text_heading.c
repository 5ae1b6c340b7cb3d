#include "tui/view/text_heading.h"
#include <stdlib.h>
#include <string.h>
#include "tui/line.h"

enum { MAX_CONDITIONS = 64 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool text_time_parse(const char *text, uint64_t *ret_ns, size_t *ret_size)
{
	const char *at = text;
	uint64_t seconds = 0, ns = 0;
	unsigned decimals = 0;
	for (; is_digit(*at) && at - text < 11; at++) seconds = seconds * 10 + (uint64_t)(*at - '0');
	if (at == text || *at != '.') return false;
	for (at++; is_digit(*at) && decimals < 9; at++, decimals++) ns = ns * 10 + (uint64_t)(*at - '0');
	if (!decimals || is_digit(*at)) return false;
	for (; decimals < 9; decimals++) ns *= 10;
	if (seconds > UINT64_MAX / 1000000000 - 1) return false;
	*ret_ns = seconds * 1000000000 + ns;
	*ret_size = (size_t)(at - text);
	return true;
}

/* A number that ends at `end`; NULL: there is none. Else where it begins. */
static const char *number_before(const char *begin, const char *end, uint64_t *ret)
{
	const char *at = end;
	while (at > begin && is_digit(at[-1]) && end - at < 10) at--;
	if (at == end) return NULL;
	*ret = strtoull(at, NULL, 10);
	return at;
}

static const char *skip_blanks_back(const char *begin, const char *end)
{
	while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) end--;
	return end;
}

/* "12/13" or "13", which end at `end`: the second number and, or is, the first. Returns where they begin. */
static const char *parse_ids(const char *begin, const char *end, uint64_t *ret_first, uint64_t *ret_second)
{
	const char *at = number_before(begin, end, ret_second);
	if (!at) return NULL;
	*ret_first = *ret_second;
	if (at == begin || at[-1] != '/') return at;
	const char *first = number_before(begin, at - 1, ret_first);
	return first ? first : at;
}

static void set_part(struct text_part *part, const char *begin, const char *end)
{
	while (begin < end && *begin == ' ') begin++;
	*part = (struct text_part){ begin, (size_t)(end - begin) };
}

/* "comm 12/13 [001] " up to end. */
static void parse_task(const char *line, const char *end, struct text_heading *ret)
{
	end = skip_blanks_back(line, end);
	if (end > line && end[-1] == ']') {
		while (end > line && *end != '[') end--;
		end = skip_blanks_back(line, end);
	}
	const char *ids = parse_ids(line, end, &ret->pid, &ret->tid);
	set_part(&ret->comm, line, skip_blanks_back(line, ids ? ids : end));
}

/* " 250000 cycles:u: ...": the first word that is no number. */
static void parse_event(const char *at, struct text_heading *ret)
{
	for (;;) {
		at += strspn(at, " ");
		size_t size = strcspn(at, " ");
		if (!size) return;
		if (strspn(at, "0123456789") != size) {
			if (at[size - 1] == ':') size--;
			ret->event = (struct text_part){ at, size };
			return;
		}
		at += size;
	}
}

/* " [0001]  comm[13/12]  ..." */
static void parse_timehist(const char *at, struct text_heading *ret)
{
	at += strspn(at, " ");
	if (*at == '[') at += strcspn(at, "]");
	at += *at == ']';
	at += strspn(at, " ");
	for (const char *open = at; (open = strchr(open, '[')); open++) {
		const char *end = strchr(open, ']');
		if (!end) break;
		if (strspn(open + 1, "0123456789/") != (size_t)(end - open - 1)) continue;
		(void)parse_ids(open + 1, end, &ret->tid, &ret->pid);
		set_part(&ret->comm, at, open);
		return;
	}
	set_part(&ret->comm, at, at + strcspn(at, " "));
}

void text_heading_parse(const char *line, struct text_heading *ret)
{
	*ret = (struct text_heading){ .pid = UINT64_MAX, .tid = UINT64_MAX };
	for (const char *at = line + strspn(line, " "); *at; at += strspn(at, " ")) {
		size_t size;
		if (text_time_parse(at, &ret->time_ns, &size) && (at[size] == ':' || at[size] == ' ' || !at[size])) {
			ret->has_time = true;
			if (at[size] == ':') {
				parse_task(line, at, ret);
				parse_event(at + size + 1, ret);
			} else {
				parse_timehist(at + size, ret);
			}
			return;
		}
		at += strcspn(at, " ");
	}
}

/* ---- filters */

static const struct {
	const char *name;
	int kind;
	bool is_number;
} names[] = {
	{ "comm=", TEXT_COMM, false },
	{ "event=", TEXT_EVENT, false },
	{ "pid=", TEXT_PID, true },
	{ "tid=", TEXT_TID, true },
};

/* False: the value is no number where one is needed. */
static bool parse_condition(const char *word, struct text_condition *ret)
{
	*ret = (struct text_condition){ .kind = TEXT_ANYWHERE };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strncmp(word, names[i].name, strlen(names[i].name)) != 0) continue;
		word += strlen(names[i].name);
		ret->kind = names[i].kind;
		if (!names[i].is_number) break;
		if (!*word || word[strspn(word, "0123456789")]) return false;
		ret->number = strtoull(word, NULL, 10);
	}
	ret->text = xstrdup(word);
	return true;
}

const char *text_filter_parse(const char *text, struct text_filter *ret)
{
	*ret = (struct text_filter){ .conditions = VEC_INIT };
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		size_t size = strcspn(text, " ");
		_free_ char *word = xstrndup(text, size);
		struct text_condition condition;
		bool is_good = ret->conditions.count < MAX_CONDITIONS && parse_condition(word, &condition);
		if (!is_good) {
			bool is_many = ret->conditions.count == MAX_CONDITIONS;
			text_filter_done(ret);
			return is_many ? "Too many words" : "pid= and tid= take a number";
		}
		vec_push(&ret->conditions, condition);
		text += size;
	}
	return NULL;
}

void text_filter_done(struct text_filter *filter)
{
	for (size_t i = 0; i < filter->conditions.count; i++) free(filter->conditions.items[i].text);
	vec_done(&filter->conditions);
}

static bool part_has(const struct text_part *part, const char *text)
{
	if (!part->size) return !*text;
	_free_ char *copy = xstrndup(part->text, part->size);
	return line_find(copy, text) != NULL;
}

static bool is_met(const struct text_condition *condition, const char *line, const struct text_heading *heading)
{
	if (condition->kind == TEXT_ANYWHERE) return line_find(line, condition->text) != NULL;
	if (!heading) return false;
	switch (condition->kind) {
	case TEXT_COMM: return part_has(&heading->comm, condition->text);
	case TEXT_EVENT: return part_has(&heading->event, condition->text);
	case TEXT_PID: return heading->pid == condition->number;
	default: return heading->tid == condition->number;
	}
}

uint64_t text_filter_met(const struct text_filter *filter, const char *line, const struct text_heading *heading)
{
	uint64_t met = 0;
	for (size_t i = 0; i < filter->conditions.count; i++)
		if (is_met(&filter->conditions.items[i], line, heading)) met |= (uint64_t)1 << i;
	return met;
}
