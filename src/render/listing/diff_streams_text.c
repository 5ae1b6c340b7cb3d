/* Streams match when they went through the same places. Two columns, the old recording on the left:
 *
 *     hot chain pair 1:
 *               cycles: 111, hits: 66.67%	          cycles: 205, hits: 66.67%
 *             ---------------------------	         --------------------------
 *                          main main.c:12	                     main main.c:12 */
#include "render/listing/diff_streams_text.h"
#include <stdio.h>
#include <string.h>
#include "base/printable.h"

enum { WIDTH = 35, MAX_SHOWN = 5 };

static void put_left(const char *text, struct outbuf *out) { out_name_right(out, text, WIDTH); }

static void put_pair(const char *left, const char *right, struct outbuf *out)
{
	put_left(left, out);
	out_char(out, '\t');
	put_left(right, out);
	out_char(out, '\n');
}

/* "cycles: 111, hits: 66.67%": the mean of a hit, the share of all samples. */
static void put_sums(const struct diff_stream *stream, const struct diff_streams *all, char text[static 64])
{
	snprintf(text, 64, "cycles: %llu, hits: %.2f%%", (unsigned long long)(stream->cycles / stream->hits),
		 100.0 * (double)stream->hits / (double)all->nr_samples);
}

static bool match(const struct diff_stream *a, const struct diff_stream *b)
{
	if (a->nr_places != b->nr_places) return false;
	for (size_t i = 0; i < a->nr_places; i++)
		if (strcmp(a->places[i], b->places[i]) != 0) return false;
	return true;
}

static const struct diff_stream *find_match(const struct diff_streams *in, const struct diff_stream *wanted)
{
	for (size_t i = 0; i < MIN(in->streams.count, (size_t)MAX_SHOWN); i++)
		if (match(&in->streams.items[i], wanted)) return &in->streams.items[i];
	return NULL;
}

static void put_both(const struct diff_streams *old, const struct diff_streams *new, struct outbuf *out)
{
	unsigned number = 0;
	out_lit(out, "[ Matched hot streams ]\n\n");
	for (size_t i = 0; i < MIN(old->streams.count, (size_t)MAX_SHOWN); i++) {
		const struct diff_stream *left = &old->streams.items[i], *right = find_match(new, left);
		char sums[2][64];
		if (!right) continue;
		put_sums(left, old, sums[0]);
		put_sums(right, new, sums[1]);
		out_printf(out, "hot chain pair %u:\n", ++number);
		put_pair(sums[0], sums[1], out);
		put_pair("---------------------------", "--------------------------", out);
		for (size_t n = 0; n < left->nr_places; n++) put_pair(left->places[n], right->places[n], out);
		out_char(out, '\n');
	}
}

/* Streams of one that the other has not, in the left column or in the right one. */
static void put_only(const struct diff_streams *of, const struct diff_streams *other, bool is_left, struct outbuf *out)
{
	unsigned number = 0;
	for (size_t i = 0; i < MIN(of->streams.count, (size_t)MAX_SHOWN); i++) {
		const struct diff_stream *stream = &of->streams.items[i];
		char sums[64];
		if (find_match(other, stream)) continue;
		put_sums(stream, of, sums);
		out_printf(out, "hot chain %u:\n", ++number);
		for (size_t n = 0; n < stream->nr_places + 2; n++) {
			const char *text = n == 0 ? sums : "--------------------------";
			if (n >= 2) text = stream->places[n - 2];
			if (!is_left) {
				put_pair("", text, out);
				continue;
			}
			put_left(text, out);
			out_char(out, '\n');
		}
		out_char(out, '\n');
	}
}

void diff_streams_text(const struct diff_streams *old, const struct diff_streams *new, struct outbuf *out)
{
	put_both(old, new, out);
	out_lit(out, "[ Hot streams in old perf data only ]\n\n");
	put_only(old, new, true, out);
	out_lit(out, "[ Hot streams in new perf data only ]\n\n");
	put_only(new, old, false, out);
}
