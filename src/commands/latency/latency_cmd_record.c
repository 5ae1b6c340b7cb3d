/* perf latency record: the two events of a latency, recorded by perf record. A few options are this command's own
 * and are taken out of the command line; all other words are handed to perf record as they stand:
 *
 *     perf latency record --pair block -o disk.data -- sync
 *     perf record -a -e block:block_rq_issue -e block:block_rq_complete -o disk.data -- sync
 *
 * There is no option table, because it would have to know perf record's options to find its own among them. */
#include "base/vec.h"
#include "base/host.h"
#include "commands/latency/latency_cmd.h"
#include "commands/record/record_request.h"
#include "syscall/syscall.h"
#include <string.h>

/* What `record` takes for itself. syscalls: names with commas, "" for all calls; NULL: not given. has_target: some
 * option chooses what is recorded, so that -a is not added. */
struct wanted {
	const char *pair, *syscalls;
	bool has_target, bad;
};

/* Looks at words, not at options: what belongs to which is perf record's to know. A value that looks like one of
 * these options (-o -a) only costs the -a that would have been added. */
static bool is_target(const char *word)
{
	static const char *const names[] = { "--all-cpus", "--pid",    "--tid",       "--uid",
					     "--cpu",      "--cgroup", "--per-thread" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strncmp(word, names[i], strlen(names[i])) == 0) return true;
	return word[0] == '-' && word[1] && strchr("aptuCG", word[1]);
}

/* Whether argv[*i] is "--name VALUE" or "--name=VALUE"; then *ret is the value and *i is moved to its last word. A
 * name that is the last word has no value: *ret is NULL, as if it had not been given. */
static bool takes(const char *name, int argc, const char **argv, int *i, const char **ret)
{
	size_t size = strlen(name);
	if (strncmp(argv[*i], name, size) != 0) return false;
	if (argv[*i][size] == '=') {
		*ret = argv[*i] + size + 1;
		return true;
	}
	if (argv[*i][size] != '\0') return false;
	*ret = *i + 1 < argc ? argv[++*i] : NULL;
	return true;
}

/* The kernel's filter for these calls, by their numbers on this machine: "read,write" becomes "id == 0 || id == 1"
 * on x86-64. The caller frees it. NULL: one of them is not known, and *ret_unknown is its name, the caller's to
 * free. */
static char *filter_of(const char *names, char **ret_unknown)
{
	const struct host host = host_read();
	char *filter = xstrdup("");
	while (*names) {
		size_t size = strcspn(names, ",");
		_free_ char *name = xstrndup(names, size), *before = filter;
		int number = syscall_number(host.machine, name);
		if (number < 0) {
			*ret_unknown = take(name);
			return NULL;
		}
		filter = xasprintf("%s%sid == %d", before, *before ? " || " : "", number);
		names += size + (names[size] == ',');
	}
	return filter;
}

/* Words in front of "--" that are this command's are taken out, wherever they stand; those behind it are the
 * workload. --key is accepted and ignored, so that the words of `report` can be used for both: all fields are
 * recorded anyhow. */
int latency_cmd_record(int argc, const char **argv)
{
	_err_done_ struct err err = ERR_INIT;
	struct latency_spec spec = { 0 };
	struct wanted wanted = { 0 };
	VEC(const char *) rest = VEC_INIT;
	struct record_request request = { 0 };
	_free_ char *filter = NULL, *unknown = NULL;
	const char *ignored;
	int status = OPTION_USAGE_STATUS;

	/* rest becomes perf record's argv. */
	vec_push(&rest, "record");
	int i = 1;
	for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (takes("--pair", argc, argv, &i, &wanted.pair) || takes("--key", argc, argv, &i, &ignored)) continue;
		if (strcmp(argv[i], "--syscalls") == 0) wanted.syscalls = "";
		else if (strncmp(argv[i], "--syscalls=", 11) == 0) wanted.syscalls = argv[i] + 11;
		else vec_push(&rest, argv[i]);
		wanted.has_target |= is_target(argv[i]);
	}
	for (; i < argc; i++) vec_push(&rest, argv[i]);
	if (wanted.syscalls) {
		wanted.pair = "syscalls";
		filter = *wanted.syscalls ? filter_of(wanted.syscalls, &unknown) : NULL;
	}
	if (!wanted.pair) {
		fprintf(stderr, "Which latencies? Name two events: --pair BEGIN,END, or a known pair: ");
		for (size_t k = 0; k < nr_latency_known_pairs; k++)
			fprintf(stderr, "%s%s", k ? ", " : "", latency_known_pairs[k].name);
		fprintf(stderr, "\n");
	} else if (unknown) {
		fprintf(stderr, "'%s' is no system call of this machine\n", unknown);
	} else if (latency_spec_parse_pair(&spec, wanted.pair, &err) < 0) {
		console_err(&err);
	} else if (spec.function) {
		fprintf(stderr,
			"Calls are measured in a hardware trace: perf record -e intel_pt//u, or without such a "
			"processor -e single_step//u; then perf latency report --pair %s\n",
			wanted.pair);
	} else {
		const struct latency_known_pair *known = latency_known_pair_of(spec.events[LATENCY_BEGIN],
									       spec.events[LATENCY_END]);
		/* Of pairs such as block or sched one end happens in another thread than the other. */
		request.all_cpus = known && known->whole_system && !wanted.has_target;
		for (int side = 0; side < NR_LATENCY_SIDES; side++)
			/* A pair of the same event twice (from one to the next) records it once. */
			if (!side || strcmp(spec.events[0], spec.events[1]) != 0)
				record_request_add(&request, spec.events[side], filter);
		status = record_request_run(&request, (int)rest.count, rest.items);
	}
	latency_spec_done(&spec);
	record_request_done(&request);
	vec_done(&rest);
	return status;
}
