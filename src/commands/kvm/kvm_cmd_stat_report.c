/* perf kvm stat report: why guests were left, or what they accessed outside, and how long that took. */
#include <errno.h>
#include <stdio.h>
#include "commands/kvm/kvm_choice.h"
#include "commands/kvm/kvm_cmd.h"
#include "commands/option/session_show.h"

struct kvm_report_values {
	struct session_option_values session;
	struct kvm_choice choice;
	bool stdio;
};

static const char *const usage[] = { "perf kvm stat report [<options>]", NULL };
static const struct option options[] = {
	KVM_CHOICE_ROW_EVENT(struct kvm_report_values, choice),
	KVM_CHOICE_ROW_VCPU(struct kvm_report_values, choice),
	KVM_CHOICE_ROW_KEY(struct kvm_report_values, choice),
	KVM_CHOICE_ROW_PID(struct kvm_report_values, choice, "analyze events only for given process id(s)"),
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
	int r = kvm_run(session, &values->choice.wanted, &kvm, &result, err);
	if (r < 0) return r;
	if (result->nr_damaged)
		warnings_add(session_warnings(session), "damaged payload", "%llu events are too short for their fields",
			     (unsigned long long)result->nr_damaged);
	kvm_text(result, &values->choice.style, out);
	if (!kvm_events_has_exits(session))
		fprintf(stderr,
			"There are no events of guests in the recording: record with 'perf kvm stat record'.\n");
	kvm_free(kvm);
	return 0;
}

int kvm_cmd_stat_report(const struct kvm_cmd_values *before, int argc, const char **argv)
{
	struct kvm_report_values values = { .session = SESSION_OPTION_VALUES_INIT, .choice = KVM_CHOICE_INIT };
	int status;

	if (!option_table_parse(&table, &argc, argv, &values, &status)) return status;
	if (argc) return option_table_unexpected(&table, argv[0]);
	status = kvm_choice_finish(&values.choice);
	values.session.input = before->input ? before->input : kvm_cmd_file(before);
	if (!status)
		status = session_show_status(session_show(&(struct session_show){ .values = &values.session,
										  .ctx = &values,
										  .prepare = check_has_traces,
										  .show = kvm_report_show }));
	kvm_choice_done(&values.choice);
	return status;
}
