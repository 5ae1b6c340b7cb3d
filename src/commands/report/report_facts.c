/* What perf report shows in place of a profile, or in front of it: each function runs an analysis of facts
 * (analysis/facts) or reads the header, and formats the result (render/listing). report_facts_dump is the odd one: it
 * shows records as they are in the file, so it opens the session itself and needs no setup of a profile. */
#include "commands/report/report_facts.h"

#include "analysis/facts/recording_facts.h"
#include "cli/console.h"
#include "cli/textout.h"
#include "perfdata/header_text.h"
#include "render/listing/facts_text.h"
#include "session/session_dump.h"

int report_facts_header(struct session *session, bool full, struct outbuf *out, struct err *err)
{
	int r = header_text_read_all(session_perfdata(session));
	if (r < 0) return err_set_errno(err, r, "failed to read the header");
	header_text_format(session_perfdata(session), full, out);
	return 0;
}

/* Counts of records by type and event. A pass over all records, since the header does not have them. */
static int show_counts(struct session *session, const struct record_counts_options *what, bool skip_empty,
		       struct outbuf *out, struct err *err)
{
	struct record_counts counts;
	int r = facts_record_counts(session, what, &counts, err);
	if (r < 0) return r;
	facts_text_record_counts(&counts, skip_empty, out);
	record_counts_done(&counts);
	return 0;
}

int report_facts_stats(struct session *session, bool skip_empty, struct outbuf *out, struct err *err)
{
	return show_counts(session, &(struct record_counts_options){ .unwinding = true }, skip_empty, out, err);
}

int report_facts_tasks(const struct session *session, bool maps, struct outbuf *out)
{
	struct task_tree tree;
	facts_task_tree(session, &tree);
	int r = facts_text_tasks(&tree, maps, out);
	task_tree_done(&tree);
	return r;
}

int report_facts_thread_counters(struct session *session, bool raw, struct outbuf *out, struct err *err)
{
	struct thread_counters counters;
	int r = facts_thread_counters(session, &counters, err);
	if (r < 0) return r;
	facts_text_thread_counters(&counters, raw, out);
	thread_counters_done(&counters);
	return 0;
}

/* The counts differ a little from those of --stats (in_dump, analysis/facts/recording_facts.h). */
static int dump_session(const struct session_options *options, const struct report_dump *dump, struct err *err)
{
	struct session *session = NULL;
	/* The lines in front are upstream's, too: people compare the texts of -D. */
	struct session_dump_options how = {
		.tool = DUMP_REPORT,
		.preamble = dump->has_preamble
				    ? "# To display the perf.data header info, please use --header/--header-only "
				      "options.\n#\n"
				    : NULL,
	};
	struct outbuf out;
	int r = session_open(options, &session, err);
	if (r < 0) return r;
	textout_stdout(&out);
	/* As report does: a group's counts in one sample become a sample of each member. */
	r = session_split_group_reads(session, err);
	if (r >= 0) r = session_dump(session, &how, &out, err);
	if (r >= 0)
		r = show_counts(session, &(struct record_counts_options){ .in_dump = true }, dump->skip_empty, &out,
				err);
	int closed = textout_close(&out, NULL);
	if (r >= 0) r = closed;
	session_close(session);
	return r;
}

int report_facts_dump(const struct session_options *options, struct warnings *warnings, const struct report_dump *dump)
{
	_err_done_ struct err err = ERR_INIT;
	int r = dump_session(options, dump, &err);
	if (r < 0) console_err(&err);
	console_warnings(warnings);
	return r < 0 ? 255 : 0;
}
