/* A request becomes a command line of perf record: it runs as typed, and the header of the recording has it, so that
 * `perf report --header` shows what would record the same again. */
#include "commands/record/record_request.h"

#include <inttypes.h>
#include <string.h>
#include "cli/exit_signal.h"
#include "commands/record/record_setup.h"

void record_request_add(struct record_request *request, const char *event, const char *filter)
{
	struct record_request_event added = { .name = arena_strdup(&request->texts, event),
					      .filter = filter ? arena_strdup(&request->texts, filter) : NULL };
	vec_push(&request->events, added);
}

void record_request_done(struct record_request *request)
{
	vec_done(&request->events);
	arena_done(&request->texts);
}

/* The words of perf record's command line; borrowed. */
typedef VEC(const char *) word_vec;

/* An option without a value, and one with its value as the next word; none when it was not asked for. */
static void add_flag(word_vec *words, bool given, const char *option)
{
	if (given) vec_push(words, option);
}

static void add_text(word_vec *words, const char *option, const char *value)
{
	if (!value) return;
	vec_push(words, option);
	vec_push(words, value);
}

/* The caller's argv comes behind the request: of an option that is given twice the user's counts. */
int record_request_run(const struct record_request *request, int argc, const char **argv)
{
	_free_ char *pages = request->pages ? xasprintf("%zu", request->pages) : NULL;
	_free_ char *period = request->period ? xasprintf("%" PRIu64, request->period) : NULL;
	word_vec words = VEC_INIT;

	vec_push(&words, "record");
	add_flag(&words, request->quiet, "-q");
	add_flag(&words, request->all_cpus, "-a");
	add_flag(&words, request->raw, "-R");
	add_text(&words, "-m", pages);
	add_text(&words, "-c", period);
	add_text(&words, "--synth", request->synth);
	add_flag(&words, request->chains, "-g");
	add_text(&words, "--call-graph", request->call_graph);
	add_text(&words, "-o", request->output);
	add_text(&words, "-C", request->cpus);
	add_text(&words, "-p", request->pids);
	add_text(&words, "-t", request->tids);
	for (const char *const *word = request->options; word && *word; word++) vec_push(&words, *word);
	for (size_t i = 0; i < request->events.count; i++) {
		add_text(&words, "-e", request->events.items[i].name);
		add_text(&words, "--filter", request->events.items[i].filter);
	}
	for (int i = 1; i < argc; i++) vec_push(&words, argv[i]);
	add_flag(&words, request->workload, "--");
	for (const char *const *word = request->workload; word && *word; word++) vec_push(&words, *word);
	int nr_words = (int)words.count;
	vec_push(&words, NULL);
	int signal_number;
	int status = record_run_within(nr_words, words.items, &signal_number);
	vec_done(&words);
	if (signal_number && !request->goes_on) exit_by_signal(signal_number);
	return status;
}
