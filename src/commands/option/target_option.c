/* Targets that exclude each other: upstream drops one of them, says which, and its scripts know the exit statuses. */
#include "commands/option/target_option.h"

/* The parts of a target that rules speak of, as bits. */
enum part { TASK = 1, UID = 2, CPUS = 4, SYSTEM = 8, PER_THREAD = 16 };

/* Rules in the order of their application: when one of `by` and `what` are both given, `what` is dropped. status:
 * the exit status of upstream's perf trace for it. A part that a rule has dropped does not count for the later ones.
 * A new rule goes to upstream's place, since the first that applies gives the status. */
static const struct {
	enum part by, what;
	int status;
	const char *text;
} rules[] = {
	{ TASK, CPUS, 240, "PID/TID switch overriding CPU" },
	{ TASK, UID, 241, "PID/TID switch overriding UID" },
	{ UID, CPUS, 242, "UID switch overriding CPU" },
	{ TASK, SYSTEM, 243, "PID/TID switch overriding SYSTEM" },
	{ UID, SYSTEM, 244, "UID switch overriding SYSTEM" },
	{ CPUS | SYSTEM, PER_THREAD, 245, "SYSTEM/CPU switch overriding PER-THREAD" },
};

static unsigned given(const struct target_options *target)
{
	unsigned parts = 0;
	if (target->pids || target->tids) parts |= TASK;
	if (target->uid) parts |= UID;
	if (target->cpus) parts |= CPUS;
	if (target->all_cpus) parts |= SYSTEM;
	if (target->per_thread) parts |= PER_THREAD;
	return parts;
}

static void take_away(struct target_options *target, enum part part)
{
	if (part == UID) target->uid = NULL;
	if (part == CPUS) target->cpus = NULL;
	if (part == SYSTEM) target->all_cpus = false;
	if (part == PER_THREAD) target->per_thread = false;
}

/* given() is asked anew for each rule: an earlier one may have dropped a part. */
int target_option_resolve(struct target_options *target, void (*tell)(const char *text))
{
	int status = 0;
	if (target->pids) target->tids = NULL;
	for (size_t i = 0; i < ARRAY_SIZE(rules); i++) {
		unsigned parts = given(target);
		if (!(parts & rules[i].by) || !(parts & rules[i].what)) continue;
		tell(rules[i].text);
		take_away(target, rules[i].what);
		if (!status) status = rules[i].status;
	}
	return status;
}
