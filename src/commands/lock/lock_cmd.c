/* What the subcommands of perf lock share: their output, and the fields that they show and order by. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli/console.h"
#include "cli/textout.h"
#include "commands/lock/lock_cmd.h"
#include "commands/option/session_show.h"

int lock_cmd_open(const struct lock_cmd_values *values, struct outbuf *out, struct err *err)
{
	if (values->output) {
		int r = textout_create(values->output, false, out);
		return r < 0 ? err_set_errno(err, r, "failed to open output file: %s", values->output) : 0;
	}
	if (values->json) textout_stdout(out);
	else textout_stderr(out);
	return 0;
}

/* The name is for the message when writing fails. */
int lock_cmd_close(const struct lock_cmd_values *values, struct outbuf *out)
{
	return textout_close(out, values->output);
}

/* The session_show hooks: each passes on to the subcommand. */
static int lock_show_open(void *ctx, struct outbuf *out, struct err *err)
{
	const struct lock_cmd_show *how = ctx;

	return lock_cmd_open(how->values, out, err);
}

static int lock_show_close(void *ctx, struct outbuf *out)
{
	const struct lock_cmd_show *how = ctx;

	return lock_cmd_close(how->values, out);
}

static int lock_show(void *ctx, struct session *session, struct outbuf *out, struct err *err)
{
	const struct lock_cmd_show *how = ctx;

	return how->show(how->ctx, session, out, err);
}

/* As upstream: who has recorded something else altogether is told so, before anything is printed. */
static int lock_check_has_traces(struct session *session, struct err *err)
{
	const struct perf_events *events = session_events(session);
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i]->attr.type == ATTR_TYPE_TRACEPOINT) return 0;
	return err_set(err, -EINVAL, "No trace sample to read. Did you call 'perf lock record'?");
}

/* Everything around the analysis is session_show's. */
int lock_cmd_show(struct lock_cmd_show *how)
{
	const struct session_show what = { .values = &how->values->session,
					   .ctx = how,
					   .prepare = lock_check_has_traces,
					   .show = lock_show,
					   .open = lock_show_open,
					   .close = lock_show_close,
					   .quiet = how->values->quiet,
					   .dump = how->values->dump };
	return session_show_status(session_show(&what));
}

/* Upstream's names, as -k and -F take them. A new field has a row here, in the lists of words of the subcommands
 * that have it, and a column in render/listing. */
static const char *const field_names[NR_LOCK_FIELDS] = {
	[LOCK_FIELD_ACQUIRED] = "acquired", [LOCK_FIELD_CONTENDED] = "contended", [LOCK_FIELD_AVG] = "avg_wait",
	[LOCK_FIELD_TOTAL] = "wait_total",  [LOCK_FIELD_MAX] = "wait_max",        [LOCK_FIELD_MIN] = "wait_min",
};

/* Only fields of the set `allowed` (bits) have a name here. */
static bool parse_field(const char *name, unsigned allowed, enum lock_field *ret)
{
	for (size_t i = 0; i < NR_LOCK_FIELDS; i++) {
		if (!(allowed >> i & 1) || strcmp(name, field_names[i]) != 0) continue;
		*ret = (enum lock_field)i;
		return true;
	}
	return false;
}

/* Each column once. */
static void add_column(struct lock_columns *columns, enum lock_field field)
{
	for (size_t i = 0; i < columns->count; i++)
		if (columns->fields[i] == field) return;
	columns->fields[columns->count++] = field;
}

/* Columns stand in the order in which they were named. */
int lock_cmd_parse_fields(const char *key, const char *columns, unsigned allowed, const struct lock_columns *usual,
			  enum lock_field *ret_key, struct lock_columns *ret_columns)
{
	struct lock_columns found = { .count = 0 };
	enum lock_field field;
	if (!parse_field(key, allowed, ret_key)) {
		fprintf(stderr, "Unknown compare key: %s\n", key);
		return -EINVAL;
	}
	_free_ char *list = columns ? xstrdup(columns) : NULL;
	char *rest = NULL;
	for (char *word = list ? strtok_r(list, ", ", &rest) : NULL; word; word = strtok_r(NULL, ", ", &rest)) {
		if (!parse_field(word, allowed, &field)) {
			fprintf(stderr, "Unknown output field: %s\n", word);
			return -EINVAL;
		}
		add_column(&found, field);
	}
	if (!columns) found = *usual;
	add_column(&found, *ret_key);
	*ret_columns = found;
	return 0;
}
