/* Times with units, and locks by symbol or address. */
#include "commands/lock/lock_delays.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/lock/lock_stats.h"

/* "10ms": ns without a unit. 0; -EINVAL: no number, or no unit; -ERANGE: too long. */
static int parse_time(const char *text, size_t size, uint64_t *ret_ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = { { "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 } };
	char *end;
	if (*text < '0' || *text > '9') return -EINVAL;
	errno = 0;
	unsigned long long number = strtoull(text, &end, 10);
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		size_t length = strlen(units[i].name);
		if ((size_t)(end - text) + length != size || strncmp(end, units[i].name, length) != 0) continue;
		if (errno || number > LOCK_DELAY_MOST_NS / units[i].ns) return -ERANGE;
		*ret_ns = number * units[i].ns;
		return 0;
	}
	return -EINVAL;
}

/* Upstream's words. */
static int add_one(const struct option *option, const char *word, struct lock_delays *delays)
{
	const char *at = strchr(word, '@');
	uint64_t ns = 0;
	if (!at) return option_error(option, "lock delay should have '@' sign: %s", word);
	if (at == word) return option_error(option, "lock delay should have time before '@': %s", word);
	int r = parse_time(word, (size_t)(at - word), &ns);
	if (r == -ERANGE) return option_error(option, "lock delay is too long: %s (> 10ms)", word);
	if (r < 0) return option_error(option, "invalid delay time: %s (a number with ns, us or ms)", word);
	if (!at[1]) return option_error(option, "lock delay should have a lock after '@': %s", word);
	if (delays->list.count == LOCK_DELAY_MOST_LOCKS)
		return option_error(option, "at most %d locks can be delayed", LOCK_DELAY_MOST_LOCKS);
	vec_push(&delays->list, ((struct lock_delay_word){ ns, xstrdup(at + 1) }));
	return 0;
}

int lock_delays_add(const struct option *option, const char *arg, bool unset, void *delays)
{
	_free_ char *list = xstrdup(unset ? "" : arg);
	char *rest = NULL;
	int r = 0;
	for (char *word = strtok_r(list, ", ", &rest); r >= 0 && word; word = strtok_r(NULL, ", ", &rest))
		r = add_one(option, word, delays);
	return r;
}

int lock_delays_find(struct lock_delays *delays, struct frame_space *kernel, struct err *err)
{
	for (size_t i = 0; i < delays->list.count; i++) {
		const struct lock_delay_word *word = &delays->list.items[i];
		char *end;
		uint64_t vaddr = strtoull(word->lock, &end, 16);
		if (*end && !lock_stats_find_lock(kernel, word->lock, &vaddr)) {
			err_set(err, -ENOENT, "The kernel has no lock %s to be delayed", word->lock);
			err_hint(err, "perf lock contention -abl shows locks with their names and addresses.");
			return -ENOENT;
		}
		vec_push(&delays->found, ((struct lock_delay_of){ vaddr, word->ns }));
	}
	return 0;
}

void lock_delays_done(struct lock_delays *delays)
{
	for (size_t i = 0; i < delays->list.count; i++) free(delays->list.items[i].lock);
	vec_done(&delays->list);
	vec_done(&delays->found);
}
