/* The picture: a group a node, with what the script has to know as attributes:
 *
 *     <g data-t="name&#10;object&#10;12.3% ..." data-x="0.25" data-w="0.125" data-f="1"><rect/><text>name</text></g>
 *
 * x and w are shares of the width, f the number of the node's function, so that the search adds up no sample twice. */
#include "render/flame/flame_svg.h"
#include <stdio.h>
#include "base/printable.h"
#include "render/flame/flame_colour.h"
#include "render/flame/flame_layout.h"
#include "render/short_name.h"
#include "render/timeline/svg_page.h"

extern const char flame_svg_css[], flame_svg_js[];

/* In pixels. CHARACTER: of the font that names have, which is as wide for every letter. */
enum { WIDTH = 1200, MARGIN = 10, TOP = 66, ROW = 17, BOTTOM = 14 };
#define CHARACTER 6.63
#define LEAST_PIXELS 0.25

/* A picture in the making. */
struct flame_picture {
	const struct flame *flame;
	const struct flame_svg_options *options;
	struct flame_layout layout;
	struct svg_page page;
	enum flame_colours colours;
	struct outbuf name;
	struct outbuf *out;
};

static void put_share(struct outbuf *out, const char *what, uint64_t part, uint64_t whole)
{
	out_str(out, what);
	out_float(out, whole ? 100.0 * (double)part / (double)whole : 0, 0, 2);
	out_char(out, '%');
}

/* What a tooltip says, as an attribute. */
static void put_tip(struct flame_picture *picture, size_t i)
{
	const struct flame *flame = picture->flame;
	const struct flame_frame *frame = &flame->frames[flame->nodes[i].frame];
	struct outbuf *out = picture->out;
	out_lit(out, " data-t=\"");
	svg_text(out, picture->name.data, picture->name.size);
	if (frame->kind == FLAME_INLINED) out_lit(out, " (inlined)");
	if (*frame->object) {
		out_lit(out, "&#10;");
		svg_text(out, frame->object, strlen(frame->object));
	}
	put_share(out, "&#10;total ", picture->layout.totals[i], flame->total);
	if (flame->is_time) {
		out_lit(out, " \xe2\x80\x93 ");
		svg_time(out, (double)picture->layout.totals[i]);
	} else {
		out_printf(out, " \xe2\x80\x93 %llu", (unsigned long long)picture->layout.totals[i]);
	}
	put_share(out, "&#10;self ", flame->nodes[i].own, flame->total);
	if (picture->layout.was_totals) {
		put_share(out, "&#10;before ", picture->layout.was_totals[i], flame->was_total);
		out_printf(out, " (%+.2f)", 100 * flame_layout_change(flame, &picture->layout, i));
	}
	out_char(out, '"');
}

/* The name as it fits into the node; nothing where no three letters do. */
static void put_label(struct flame_picture *picture, double x, double y, double width)
{
	struct outbuf *out = picture->out, fitted;
	double room = (width - 6) / CHARACTER;
	if (room < 3) return;
	out_init(&fitted, -1);
	out_char(&picture->name, '\0');
	if (room >= 8) {
		short_name_write(picture->name.data, (unsigned)room, &fitted);
	} else {
		/* short_name_write takes 8 columns at least */
		size_t size = picture->name.size - 1, some = (size_t)room;
		out_mem(&fitted, picture->name.data, MIN(size, size > some ? some - 1 : some));
		if (size > some) out_lit(&fitted, "\xe2\x80\xa6");
	}
	picture->name.size--;
	out_lit(out, "<text");
	svg_attribute(out, "x", x + 3);
	svg_attribute(out, "y", y + 12);
	out_char(out, '>');
	svg_text(out, fitted.data, fitted.size);
	out_lit(out, "</text>");
	out_done(&fitted);
}

static void put_node(struct flame_picture *picture, size_t i)
{
	const struct svg_box *plot = &picture->page.plot;
	const struct flame_node *node = &picture->flame->nodes[i];
	const struct flame_frame *frame = &picture->flame->frames[node->frame];
	const struct flame_layout *layout = &picture->layout;
	struct outbuf *out = picture->out;
	uint32_t level = picture->options->icicle ? node->depth : layout->depth - node->depth;
	double x = plot->x + layout->left[i] * plot->width, y = plot->y + level * (double)ROW,
	       width = layout->width[i] * plot->width;
	char colour[8];
	picture->name.size = 0;
	out_name(&picture->name, frame->name);
	svg_colour_format(flame_colour(frame, picture->colours, flame_layout_change(picture->flame, layout, i),
				       layout->width[i]),
			  colour);
	out_lit(out, "<g");
	put_tip(picture, i);
	out_printf(out, " data-x=\"%.9g\" data-w=\"%.9g\" data-s=\"%.9g\"", layout->left[i], layout->width[i],
		   picture->flame->total ? (double)layout->totals[i] / (double)picture->flame->total : 0);
	if (layout->was_totals && !layout->totals[i]) out_lit(out, " class=\"gone\"");
	out_char(out, '>');
	svg_rect(out, x, y, width, ROW - 1);
	out_printf(out, " fill=\"%s\"/>", colour);
	put_label(picture, x, y, width);
	out_lit(out, "</g>\n");
}

static void make_subtitle(const struct flame_picture *picture, struct outbuf *text)
{
	const struct flame *flame = picture->flame;
	out_printf(text, "%s: %llu samples, ", flame->event, (unsigned long long)flame->nr_samples);
	if (flame->is_time) svg_time(text, (double)flame->total);
	else out_dec(text, flame->total, 0);
	if (flame->has_baseline) out_lit(text, ". Red: more than in the baseline, blue: less, hatched: gone; by share");
	if (picture->layout.nr_narrow)
		out_printf(text, ". %zu of %zu calls are too narrow to be shown", picture->layout.nr_narrow,
			   flame->nr_nodes);
	out_char(text, '\0');
}

void flame_svg(const struct flame *flame, const struct flame_svg_options *options, struct outbuf *out)
{
	struct flame_picture picture = { .flame = flame, .options = options, .out = out };
	struct outbuf subtitle;
	double least = LEAST_PIXELS / (WIDTH - 2 * MARGIN);
	flame_layout_make(flame, least, &picture.layout);
	picture.colours = flame_colours_parse(options->colours, flame);
	out_init(&picture.name, -1);
	out_init(&subtitle, -1);
	make_subtitle(&picture, &subtitle);
	double height = (picture.layout.depth + 1) * (double)ROW;
	picture.page = (struct svg_page){
		.title = options->title ? options->title : "Flame graph",
		.subtitle = subtitle.data,
		.width = WIDTH,
		.height = TOP + height + BOTTOM,
		.plot = { MARGIN, TOP, WIDTH - 2 * MARGIN, height },
		.to = 1,
		.least_span = 1e-7,
		.style = flame_svg_css,
		.script = flame_svg_js,
	};
	svg_page_begin(&picture.page, out);
	out_lit(out, "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
		     "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#3a76d6\"/><rect "
		     "width=\"2\" height=\"6\" fill=\"#fff\" fill-opacity=\"0.5\"/></pattern></defs>\n");
	svg_plot_begin(&picture.page, out);
	if (options->icicle) out_lit(out, "<g id=\"icicle\"/>\n");
	for (size_t i = 0; i < flame->nr_nodes; i++)
		if (picture.layout.width[i] >= least) put_node(&picture, i);
	svg_plot_end(out);
	svg_page_end(&picture.page, out);
	out_done(&subtitle);
	out_done(&picture.name);
	flame_layout_done(&picture.layout);
}
