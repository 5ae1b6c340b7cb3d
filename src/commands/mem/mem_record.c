/* perf mem record: perf record with the events that sample memory accesses on this machine.
 *
 * mem_record_run chooses events (choose) and hands a request to perf record; perf c2c record calls it, too. */
#include <stdio.h>
#include "cli/console.h"
#include "commands/mem/mem_cmd.h"
#include "commands/option/event_value.h"
#include "commands/record/record_request.h"
#include "commands/record/record_setup.h"

/* Upstream's words; what follows is ours: what there would have to be. */
static int say_no_events(void)
{
	fprintf(stderr,
		"failed: no PMU supports the memory events\n"
		"Hardware samples memory accesses: Intel (cpu/mem-loads/), AMD (ibs_op//), POWER (cpu/mem-loads/) and\n"
		"Arm with SPE (arm_spe_0//). This machine has none in /sys/bus/event_source/devices; virtual machines\n"
		"mostly have none. Recordings of other machines can be read here: perf mem report -i FILE\n");
	return 255;
}

/* The first name is enough where several PMUs have an event of it. */
static bool is_first_of_name(const memory_event_vec *events, size_t i)
{
	for (size_t n = 0; n < i; n++)
		if (strcmp(memory_event_name(&events->items[n]), memory_event_name(&events->items[i])) == 0)
			return false;
	return true;
}

/* -e list: each name once; with -v each event and what it is. */
static void list_events(const memory_event_vec *events, const unsigned *latency)
{
	for (size_t i = 0; i < events->count; i++) {
		_strbuf_done_ struct strbuf text = STRBUF_INIT;
		memory_event_format(&events->items[i], latency, &text);
		if (console.verbosity > 0)
			fprintf(stderr, "%-13s%-25s: available\n", memory_event_name(&events->items[i]),
				strbuf_text(&text));
		else if (is_first_of_name(events, i))
			fprintf(stderr, "%-13s: available\n", memory_event_name(&events->items[i]));
	}
}

/* Marks the events whose names have one of the words in them. False: a word is in none, which is said. */
static bool choose_named(const memory_event_vec *events, const char *words, bool *chosen)
{
	_free_ char *copy = xstrdup(words);
	char *save = NULL;
	bool any = false;
	for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		bool found = false;
		for (size_t i = 0; i < events->count; i++)
			if (strstr(memory_event_name(&events->items[i]), word)) found = chosen[i] = true;
		if (!found) {
			fprintf(stderr, "failed: event '%s' not found, use '-e list' to get list of available events\n",
				word);
			return false;
		}
		any = true;
	}
	if (!any)
		fprintf(stderr, "failed: event '%s' not found, use '-e list' to get list of available events\n", words);
	return any;
}

static bool has_both(const memory_event_vec *events, const struct event_pmu *pmu)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i].pmu == pmu &&
		    memory_event_accesses(&events->items[i]) == (MEMORY_LOADS | MEMORY_STORES))
			return true;
	return false;
}

/* Marks those for these accesses: one event for both where the PMU has one, else each by itself. False: a machine that
 * samples only both together was asked for one of them; that is said. */
static bool choose_accesses(const memory_event_vec *events, unsigned accesses, bool *chosen)
{
	bool any = false;
	for (size_t i = 0; i < events->count; i++) {
		unsigned has = memory_event_accesses(&events->items[i]);
		chosen[i] = accesses == (MEMORY_LOADS | MEMORY_STORES) && has_both(events, events->items[i].pmu)
				    ? has == accesses
				    : (has & ~accesses) == 0;
		any |= chosen[i];
	}
	if (!any)
		fprintf(stderr,
			"failed: this machine samples loads and stores together only ('%s'): record without -t, and "
			"look at\n"
			"one kind with: perf mem report -F overhead,op,symbol\n",
			memory_event_name(&events->items[0]));
	return any;
}

/* -v: what is run, in upstream's form. */
static void print_call(const char *const *options, const struct record_request *request, int argc, const char **argv)
{
	if (console.verbosity <= 0) return;
	fprintf(stderr, "calling: record ");
	for (; *options; options++) fprintf(stderr, "%s ", *options);
	for (size_t i = 0; i < request->events.count; i++) fprintf(stderr, "-e %s ", request->events.items[i].name);
	for (int i = 1; i < argc; i++) fprintf(stderr, "%s ", argv[i]);
	fputc('\n', stderr);
}

/* -W only where loads are recorded: stores have no latency. */
static int run_chosen(const struct mem_record_choice *choice, const memory_event_vec *events, const bool *chosen,
		      const char *const *options, int argc, const char **argv)
{
	struct record_request request = { .options = options };
	VEC(const char *) words = VEC_INIT;
	for (size_t i = 0; i < events->count; i++) {
		_strbuf_done_ struct strbuf text = STRBUF_INIT;
		if (!chosen[i]) continue;
		memory_event_format(&events->items[i], choice->latency, &text);
		record_request_add(&request, strbuf_text(&text), NULL);
		if (memory_event_accesses(&events->items[i]) & MEMORY_LOADS && !words.count) vec_push(&words, "-W");
	}
	for (; *options; options++) vec_push(&words, *options);
	vec_push(&words, NULL);
	request.options = words.items;
	print_call(words.items, &request, argc, argv);
	int status = record_request_run(&request, argc, argv);
	record_request_done(&request);
	vec_done(&words);
	return status;
}

int mem_record_run(const struct mem_record_choice *choice, const char *const *options, int argc, const char **argv)
{
	struct pmus *pmus = NULL;
	struct event_catalogue catalogue;
	memory_event_vec events = VEC_INIT;
	int status = 255;
	memory_events_find(event_value_catalogue(&pmus, &catalogue), &events);
	_free_ bool *chosen = xcalloc(events.count + 1, sizeof(*chosen));
	if (!events.count) {
		status = say_no_events();
	} else if (choice->events && strcmp(choice->events, "list") == 0) {
		list_events(&events, choice->latency);
		status = 0;
	} else if (choice->events ? choose_named(&events, choice->events, chosen)
				  : choose_accesses(&events, choice->accesses, chosen)) {
		status = run_chosen(choice, &events, chosen, options, argc, argv);
	}
	vec_done(&events);
	pmus_free(pmus);
	return status;
}

/* ---- the subcommand */

struct mem_record_values {
	struct mem_cmd_values cmd;
	const char *events;
	unsigned latency;
	bool latency_given, all_user, all_kernel;
};

static const char *const usage[] = { "perf mem record [<options>] [<command>]",
				     "perf mem record [<options>] -- <command> [<options>]", NULL };
static const struct option options[] = {
	OPTION_STRING('e', "event", struct mem_record_values, events, "event",
		      "event selector. use 'perf mem record -e list' to list available events"),
	MEM_CMD_ROWS(struct mem_record_values, cmd),
	{ OPTION_ROW(OPTION_KIND_UINT, 0, "ldlat", "mem-loads latency"), .arg_name = "n",
	  .member = OPTION_MEMBER(unsigned, struct mem_record_values, latency),
	  .given = OPTION_MEMBER(bool, struct mem_record_values, latency_given) },
	OPTION_BOOL('U', "all-user", struct mem_record_values, all_user, "collect only user level data"),
	OPTION_BOOL('K', "all-kernel", struct mem_record_values, all_kernel, "collect only kernel level data"),
	OPTION_END
};

int mem_cmd_record(const struct mem_cmd_values *before, int argc, const char **argv)
{
	const struct option_table table = {
		.rows = options, .usage = usage, .flags = OPTIONS_STOP_AT_NON_OPTION, .others = record_setup_table.rows
	};
	struct mem_record_values values = { .cmd = *before };
	const char *words[8];
	size_t count = 0;
	int status;
	/* What is left in argv are options of perf record's and the program; argv[0] becomes free for its name. */
	_free_ const char **rest = xcalloc((size_t)argc + 2, sizeof(*rest));
	memcpy(rest + 1, argv, (size_t)argc * sizeof(*argv));
	if (!option_table_parse(&table, &argc, rest + 1, &values, &status)) return status;
	words[count++] = "-d";
	if (values.cmd.phys_data) words[count++] = "--phys-data";
	if (values.cmd.data_page_size) words[count++] = "--data-page-size";
	if (values.all_user) words[count++] = "--all-user";
	if (values.all_kernel) words[count++] = "--all-kernel";
	if (values.cmd.cpus) {
		words[count++] = "-C";
		words[count++] = values.cmd.cpus;
	}
	words[count] = NULL;
	const struct mem_record_choice choice = { .events = values.events,
						  .accesses = values.cmd.accesses,
						  .latency = values.latency_given ? &values.latency : NULL };
	return mem_record_run(&choice, words, argc + 1, rest);
}
