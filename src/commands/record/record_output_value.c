/* Values of perf record's options about files, threads and orders: where the output goes, when it is switched, who
 * empties the buffers, and who may command the recorder. */
#include "commands/record/record_output_value.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/console.h"
#include "commands/record/record_setup.h"
#include "commands/record/record_value.h"
#include "event/spec/event_parse.h"

static const char *const affinity_names[] = { "node", "cpu", "sys", NULL };
const struct option_set record_value_affinity_set = { .what = "affinity", .names = affinity_names };

/* DRAIN_ANYWHERE ("sys"): threads are not bound. */
int record_value_affinity(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	setup->recording.affinity = DRAIN_ANYWHERE;
	if (option_check_set(option, arg, unset) < 0) return -1;
	if (!unset && strcmp(arg, "node") == 0) setup->recording.affinity = DRAIN_ON_NODE;
	if (!unset && strcmp(arg, "cpu") == 0) setup->recording.affinity = DRAIN_ON_CPU;
	return 0;
}

/* Opened at once, so that a wrong path ends the command before anything runs. A second --control takes the place of
 * the first. */
int record_value_control(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	_err_done_ struct err err = ERR_INIT;
	if (setup->recording.control) control_close(&setup->control);
	setup->recording.control = NULL;
	if (unset) return 0;
	if (control_open(&setup->control, arg, &err) < 0) return option_error(option, "%s", err.message);
	setup->recording.control = &setup->control;
	return 0;
}

/* A list of their own, beside the events of -e: each of these events begins a new file. */
int record_value_switch_event(const struct option *option, const char *arg, bool unset, void *member)
{
	struct record_setup *setup = member;
	_err_done_ struct err err = ERR_INIT;
	if (unset) return 0;
	if (event_parse(&setup->switch_events, arg, record_value_catalogue(setup), EVENT_USE_RECORD, &err) < 0) {
		console_err(&err);
		fprintf(stderr, "Run 'perf list' for a list of valid events\n");
		return -1;
	}
	setup->recording.switch_events = &setup->switch_events;
	return 0;
}

int record_value_switch_output(const struct option *option, const char *arg, bool unset)
{
	struct recording_next_file next;
	_free_ char *size = xasprintf("%s", arg);
	if (record_value_next_file(arg, &next)) return 0;
	option_error(option,
		     " Error: option `switch-output' expects signal, a size (100B, 100K, 2M, 1G) or a time (30s, 10m, "
		     "1h, 1d), not `%s'",
		     arg);
	/* Tries the same value with the unit's letter in the case that has a meaning: 10k becomes 10K, 5S becomes
	 * 5s. */
	char *unit = strlen(size) ? size + strlen(size) - 1 : size;
	*unit = (char)(strchr("bkg", *unit) ? toupper((unsigned char)*unit) : tolower((unsigned char)*unit));
	if (record_value_next_file(size, &next)) fprintf(stderr, "Did you mean this?\n\t%s\n", size);
	return -1;
}

/* One letter behind the number is required; more than one, and a sign, are no unit. */
bool record_value_next_file(const char *text, struct recording_next_file *ret)
{
	/* A unit means bytes or seconds, by case: M is megabytes, m is minutes. Bytes are powers of 1024. */
	static const struct {
		char unit;
		uint64_t bytes;
		int64_t seconds;
	} units[] = {
		{ 'B', 1, 0 }, { 'K', 1 << 10, 0 }, { 'M', 1 << 20, 0 }, { 'G', 1 << 30, 0 },
		{ 's', 0, 1 }, { 'm', 0, 60 },      { 'h', 0, 3600 },    { 'd', 0, 86400 },
	};
	if (strcmp(text, "signal") == 0) {
		*ret = (struct recording_next_file){ .on_signal = true };
		return true;
	}
	char *end;
	unsigned long long value = strtoull(text, &end, 10);
	if (end == text || text[0] == '-' || !*end || end[1]) return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		/* The bound keeps days in ns within int64_t. */
		if (units[i].unit != *end || value > (uint64_t)INT64_MAX / 1000000000 / 86400) continue;
		*ret = (struct recording_next_file){ .bytes = value * units[i].bytes,
						     .ns = (int64_t)value * units[i].seconds * 1000000000 };
		return true;
	}
	return false;
}
