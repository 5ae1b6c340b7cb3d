/* The browser of perf c2c report, with the code of rows. */
#include <errno.h>
#include "commands/c2c/c2c_cmd.h"
#include "commands/option/numbered_file.h"
#include "commands/option/tui_option.h"
#include "tui/ui.h"
#include "tui/view/c2c_view.h"
#include "tui/view/code_view.h"

/* What the browser asks for code. */
struct browsing {
	const struct c2c_browse_options *options;
	struct annotate *annotate; /* samples by instruction, when code was asked for */
	struct annotate_reader *reader;
};

/* Samples are counted in a pass of their own, when code is first asked for. */
static int make_listing(struct browsing *b, const struct frame *code, struct code_listing *listing, struct err *err)
{
	const struct annotate_options how = { .filter = NULL };
	struct session *session = b->options->session;
	if (!code->symbol || !code->map)
		return err_set(err, -ENOENT, "There is no code to show: the row is of no function");
	if (!b->annotate) {
		int r = annotate_collect(session, &how, &b->annotate, err);
		if (r < 0) return r;
	}
	if (!b->reader) b->reader = annotate_reader_new(&b->options->listing);
	const struct annotate_samples samples = { .annotate = b->annotate,
						  .function = annotate_function_of(b->annotate, code->symbol),
						  .nr_events = session_events(session)->count };
	struct object *object = frame_space_object(session_frames(session), code->map->dso);
	return annotate_listing_make(b->reader, object, code->symbol, &samples, listing, err);
}

/* c2c_view_host.code */
static struct view *c2c_browse_code(void *ctx, const struct c2c_row *row, struct err *err)
{
	struct browsing *b = ctx;
	const struct code_view_options options = { .host = { .ctx = ctx, .save = numbered_file_write } };
	struct code_listing listing;
	code_listing_init(&listing);
	if (make_listing(b, c2c_row_code(b->options->c2c, row->id), &listing, err) == 0)
		return code_view_new(&listing, &options);
	code_listing_done(&listing);
	return NULL;
}

int c2c_browse(const struct c2c_browse_options *options, struct err *err)
{
	struct browsing b = { .options = options };
	const struct c2c_view_host host = { &b, c2c_browse_code };
	struct screen *screen;
	int r = tui_option_open(&screen, err);
	if (r < 0) return r;
	struct ui *ui = ui_new(screen);
	ui_push(ui, c2c_view_new(options->result, options->style, &host));
	ui_run(ui);
	ui_free(ui);
	screen_close(screen);
	annotate_reader_free(b.reader);
	annotate_free(b.annotate);
	return 0;
}
