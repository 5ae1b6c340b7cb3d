/* perf kvm stat report: why guests were left, or what they accessed outside, and how long that took. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/kvm/kvm.h"
#include "commands/kvm/kvm_cmd.h"
#include "commands/option/session_show.h"
#include "render/listing/kvm_text.h"

struct kvm_report_values {
	struct session_option_values session;
	const char *event, *key, *pids;
	int vcpu;
	bool stdio;
	/* Made of these. */
	struct kvm_options wanted;
	struct kvm_text_style style;
};

static const struct {
	const char *name, *title;
} whats[] = {
	[KVM_WHAT_EXITS] = { "vmexit", "VM-EXIT" },        [KVM_WHAT_MMIO] = { "mmio", "MMIO Access" },
	[KVM_WHAT_PORTS] = { "ioport", "IO Port Access" }, [KVM_WHAT_MSRS] = { "msr", "MSR Access" },
	[KVM_WHAT_CALLS] = { "hcall", "HCALL-EVENT" },
};
static const char *const what_names[] = { "vmexit", "mmio", "ioport", "msr", "hcall", NULL };
/* Two of the names that the manual has are other words for the same order. */
static const struct {
	const char *name;
	enum kvm_key key;
} keys[] = { { "sample", KVM_KEY_SAMPLES }, { "percent_sample", KVM_KEY_SAMPLES },
	     { "time", KVM_KEY_TIME },      { "percent_time", KVM_KEY_TIME },
	     { "max_t", KVM_KEY_MAX },      { "min_t", KVM_KEY_MIN },
	     { "mean_t", KVM_KEY_MEAN } };
static const char *const key_names[] = { "sample", "percent_sample", "time",   "percent_time",
					 "max_t",  "min_t",          "mean_t", NULL };
static const struct option_set what_set = { .what = "event", .names = what_names },
			       key_set = { .what = "sort key", .names = key_names };
static const char *const usage[] = { "perf kvm stat report [<options>]", NULL };
static const struct option options[] = {
	OPTION_WORDS(0, "event", struct kvm_report_values, event, "report event",
		     "event for reporting: vmexit, mmio (x86 only), ioport (x86 only), msr (x86 only), hcall "
		     "(PowerPC only)",
		     &what_set),
	OPTION_INT(0, "vcpu", struct kvm_report_values, vcpu, "vcpu id to report"),
	OPTION_WORDS('k', "key", struct kvm_report_values, key, "sort-key",
		     "key for sorting: sample (number of samples), time, max_t, min_t, mean_t", &key_set),
	OPTION_STRING('p', "pid", struct kvm_report_values, pids, "pid", "analyze events only for given process id(s)"),
	SESSION_ROW_FORCE(struct kvm_report_values, session),
	OPTION_BOOL(0, "stdio", struct kvm_report_values, stdio, "use the stdio interface, which there is only"),
	OPTION_END
};
static const struct option_table table = { .rows = options, .usage = usage };

/* As upstream: who has recorded something else altogether is told so. */
static int check_has_traces(struct session *session, struct err *err)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.type == ATTR_TYPE_TRACEPOINT) return 0;
	return err_set(err, -EINVAL, "No trace sample to read. Did you call 'perf kvm stat record'?");
}

/* The hook of session_show. */
static int kvm_report_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	struct kvm_report_values *values = ctx;
	struct kvm *kvm;
	const struct kvm_result *result;
	int r = kvm_run(session, &values->wanted, &kvm, &result, err);
	if (r < 0) return r;
	if (result->nr_damaged)
		warnings_add(session_warnings(session), "damaged payload", "%llu events are too short for their fields",
			     (unsigned long long)result->nr_damaged);
	kvm_text(result, &values->style, out);
	if (!kvm_events_has_exits(session))
		fprintf(stderr,
			"There are no events of guests in the recording: record with 'perf kvm stat record'.\n");
	kvm_free(kvm);
	return 0;
}

/* What the words mean; they are of their sets. */
static void choose(struct kvm_report_values *values)
{
	for (size_t i = 0; i < ARRAY_SIZE(whats); i++) {
		if (strcmp(values->event, whats[i].name) != 0) continue;
		values->wanted.what = (enum kvm_what)i;
		values->style.title = whats[i].title;
	}
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (strcmp(values->key, keys[i].name) == 0) values->wanted.key = keys[i].key;
	values->wanted.vcpu = values->style.vcpu = values->vcpu;
	values->style.pids = values->pids;
}

int kvm_cmd_stat_report(const struct kvm_cmd_values *before, int argc, const char **argv)
{
	struct kvm_report_values values = {
		.session = SESSION_OPTION_VALUES_INIT, .event = "vmexit", .key = "sample", .vcpu = -1
	};
	struct number_list pids = { .numbers = NULL };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	if (values.vcpu < -1) {
		fprintf(stderr, "Invalid vcpu:%d.\n", values.vcpu);
		return 256 - EINVAL;
	}
	_err_done_ struct err err = ERR_INIT;
	if (values.pids && number_list_parse(&pids, values.pids, &err) < 0) {
		fprintf(stderr, "Error parsing process id string\n%s\n", err.message);
		number_list_done(&pids);
		return 256 - EINVAL;
	}
	values.session.input = before->input ? before->input : kvm_cmd_file(before);
	choose(&values);
	values.wanted.pids = values.pids ? &pids : NULL;
	status = session_show_status(session_show(&(struct session_show){
		.values = &values.session, .ctx = &values, .prepare = check_has_traces, .show = kvm_report_show }));
	number_list_done(&pids);
	return status;
}
