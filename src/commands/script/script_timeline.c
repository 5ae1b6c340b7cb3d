#include "commands/script/script_timeline.h"

#include <errno.h>
#include <string.h>
#include "cli/textout.h"

int script_timeline_begin(struct script_timeline *timeline, const struct session *session,
			  struct script_pass_options *pass, struct err *err)
{
	int r = 0;
	if (!session_traces_are_decoded(session)) {
		(void)err_set(err, -ENODATA, "--timeline shows the calls of a hardware trace, which is not here");
		err_hint(err, "record one: perf record -e intel_pt//u, or without such a processor -e single_step//u");
		return -ENODATA;
	}
	if (strcmp(timeline->path, "-") == 0) textout_stdout(&timeline->out);
	else r = textout_create(timeline->path, false, &timeline->out);
	if (r < 0) return err_set_errno(err, r, "--timeline %s", timeline->path);
	pass->out = &timeline->out;
	pass->timeline = timeline_new(pass->out);
	return 0;
}

int script_timeline_end(struct script_timeline *timeline, struct script_pass_options *pass, int r,
			struct strbuf *report)
{
	const bool is_file = strcmp(timeline->path, "-") != 0;
	struct timeline_totals totals;
	timeline_end(pass->timeline, &totals);
	timeline_free(pass->timeline);
	pass->timeline = NULL;
	int closed = textout_close(&timeline->out, is_file ? timeline->path : NULL);
	if (r < 0 || closed < 0) return r < 0 ? r : closed;
	if (is_file)
		strbuf_printf(
			report,
			"[ perf script: Wrote %s: %llu calls of %llu threads; open it in https://ui.perfetto.dev ]\n",
			timeline->path, (unsigned long long)totals.nr_calls, (unsigned long long)totals.nr_threads);
	return r;
}
