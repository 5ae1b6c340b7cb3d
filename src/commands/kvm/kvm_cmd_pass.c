/* perf kvm record, report, top, diff: the command of that name, with what was given in front of it as its own options.
 */
#include <stdio.h>
#include "base/vec.h"
#include "commands/diff/diff_run.h"
#include "commands/kvm/kvm_cmd.h"
#include "commands/record/record_setup.h"
#include "commands/report/report_show.h"
#include "commands/top/top_show.h"

typedef VEC(const char *) word_vec;

static void add(word_vec *words, const char *option, const char *value)
{
	if (!value) return;
	vec_push(words, option);
	vec_push(words, value);
}

/* Guests alone, unless the host was named. */
static void add_machines(word_vec *words, const struct kvm_cmd_values *values)
{
	const char *both = values->guest ? "host,guest" : "host";
	add(words, "--machines", values->host ? both : "guest");
}

static void add_guests(word_vec *words, const struct kvm_cmd_values *values)
{
	add(words, "--guestmount", values->guest_mount);
	add(words, "--guestkallsyms", values->guest_kallsyms);
	add(words, "--guestvmlinux", values->guest_vmlinux);
	add(words, "--guestmodules", values->guest_modules);
}

/* What was typed behind the name comes last and wins. */
static int run_words(int (*run)(int argc, const char **argv), word_vec *words, int argc, const char **argv)
{
	for (int i = 1; i < argc; i++) vec_push(words, argv[i]);
	int nr_words = (int)words->count;
	vec_push(words, NULL);
	int status = run(nr_words, words->items);
	vec_done(words);
	return status;
}

/* Where the files of guests are matters when samples are shown, not here: addresses are recorded. */
int kvm_cmd_record(const struct kvm_cmd_values *values, int argc, const char **argv)
{
	word_vec words = VEC_INIT;
	vec_push(&words, "record");
	add(&words, "-o", values->output ? values->output : kvm_cmd_file(values));
	add_machines(&words, values);
	return run_words(record_run, &words, argc, argv);
}

int kvm_cmd_report(const struct kvm_cmd_values *values, int argc, const char **argv)
{
	word_vec words = VEC_INIT;
	vec_push(&words, "report");
	add(&words, "-i", values->input ? values->input : kvm_cmd_file(values));
	add_machines(&words, values);
	add_guests(&words, values);
	if (values->guest_code) vec_push(&words, "--guest-code");
	return run_words(report_run, &words, argc, argv);
}

int kvm_cmd_top(const struct kvm_cmd_values *values, int argc, const char **argv)
{
	word_vec words = VEC_INIT;
	vec_push(&words, "top");
	add_machines(&words, values);
	add_guests(&words, values);
	return run_words(top_run, &words, argc, argv);
}

int kvm_cmd_pass(const struct kvm_cmd_values *values, int (*run)(int argc, const char **argv), int argc,
		 const char **argv)
{
	word_vec words = VEC_INIT;
	vec_push(&words, argv[0]);
	add_machines(&words, values);
	return run_words(run, &words, argc, argv);
}

static int diff_host_and_guest(int argc, const char **argv)
{
	return diff_run_of("perf.data.host", "perf.data.guest", argc, argv);
}

/* Both recordings are shown whole: usually one is of the host, the other of its guests. */
int kvm_cmd_diff(const struct kvm_cmd_values *values, int argc, const char **argv)
{
	word_vec words = VEC_INIT;
	vec_push(&words, "diff");
	add_guests(&words, values);
	return run_words(diff_host_and_guest, &words, argc, argv);
}
