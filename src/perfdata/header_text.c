/* Header text, line by line as upstream prints it: the file's own facts, then what each feature prints of itself. */
#include "perfdata/header_text.h"

#include <inttypes.h>
#include <time.h>
#include "perfdata/feature/header_feature.h"

/* One feature, if it is there and has something to say. */
static void format_feature(const struct perf_header *h, unsigned bit, bool full, struct outbuf *out)
{
	const struct feature_desc *desc = feature_desc(bit);
	if (!desc || !desc->print || !header_has(h, bit)) return;
	if (desc->long_text && !full)
		out_printf(out, "# %s info available, use -I to display\n", header_feature_name(bit));
	else desc->print(h, out);
}

void header_text_format(const struct perfdata *pd, bool full, struct outbuf *out)
{
	const struct perf_header *h = perfdata_header(pd);
	bool pipe = perfdata_pipe_records(pd);
	struct perfdata_info info;
	perfdata_info(pd, &info);
	time_t seconds = (time_t)info.mtime_s;
	char date[32] = "\n";
	ctime_r(&seconds, date); /* ends with a newline */

	out_lit(out, "# ========\n");
	out_lit(out, "# captured on    : ");
	out_str(out, date);
	out_lit(out, "# header version : 1\n"); /* of the features; upstream has never had another */
	out_printf(out, "# data offset    : %" PRIu64 "\n", pipe ? 0 : info.data_offset);
	out_printf(out, "# data size      : %" PRIu64 "\n", pipe ? 0 : info.data_size);
	out_printf(out, "# feat offset    : %" PRIu64 "\n", pipe ? 0 : info.feature_offset);
	/* In pipe form the frame ends here, and features follow it. */
	if (pipe) out_lit(out, "# ========\n#\n");
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) format_feature(h, bit, full, out);
	if (pipe) return;
	out_lit(out, "# missing features: ");
	/* Known features that this recording does not have. */
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++)
		if (header_feature_name(bit) && !header_has(h, bit)) out_printf(out, "%s ", header_feature_name(bit));
	out_lit(out, "\n# ========\n#\n");
}

int header_text_read_all(struct perfdata *pd)
{
	struct record r;
	int got = 0;
	if (!perfdata_pipe_records(pd)) return 0;
	while ((got = perfdata_next(pd, &r)) > 0)
		if (r.type == RECORD_HEADER_FEATURE) {
			struct record_header_feature f;
			if (record_decode_header_feature(&r, &f) == 0 && f.bit == FEATURE_END &&
			    !cursor_left(&f.payload))
				return 0;
		}
	return got;
}
