/* What readers must know of a trace that record/step makes: the words are those of Intel PT (aux_intel_pt.c). */
#include <errno.h>
#include "record/aux/aux_kind.h"

/* Bits of the event's config, as Intel's driver has them. */
enum { CONFIG_TSC = 1 << 10, CONFIG_NORETCOMP = 1 << 11, CONFIG_BRANCH = 1 << 13 };

int aux_single_step_set_up(const struct aux_facts *facts, struct event_spec *spec, struct err *err)
{
	(void)facts;
	(void)err;
	if (!spec->names_guests) spec->attr.flags &= ~ATTR_EXCLUDE_GUEST; /* as Intel PT's */
	return 0;
}

int aux_single_step_check(const struct aux_facts *facts, struct err *err)
{
	const uint64_t always = CONFIG_TSC | CONFIG_NORETCOMP | CONFIG_BRANCH;
	if (facts->has_cpu) {
		(void)err_set(err, -EINVAL, "single_step steps programs, not CPUs.");
		err_hint(err, "Name a program to run, or processes or threads with -p or -t.");
		return -EINVAL;
	}
	if (facts->spec->attr.flags & ATTR_EXCLUDE_USER)
		return err_set(err, -EINVAL,
			       "single_step sees no code of the kernel: single_step//u is what it can do.");
	if ((facts->spec->attr.config & always) != always)
		return err_set(err, -EINVAL,
			       "single_step always tells branches and the time, and never compresses returns.");
	return 0;
}

size_t aux_single_step_info(const struct aux_facts *facts, uint64_t *words)
{
	size_t count = 0;
	words[count++] = facts->spec->attr.type;
	words[count++] = facts->clock.shift;
	words[count++] = facts->clock.mult;
	words[count++] = facts->clock.zero_ns;
	words[count++] = facts->clock_known;
	words[count++] = CONFIG_TSC;
	words[count++] = CONFIG_NORETCOMP;
	words[count++] = 0; /* context switches */
	words[count++] = facts->snapshots;
	words[count++] = 0; /* of threads, not of CPUs */
	/* MTC packets and their period, the ratio of TSC to crystal clock, CYC packets, CPU frequency, filter, event
	 * trace: none of these */
	for (int i = 0; i < 8; i++) words[count++] = 0;
	return count;
}
