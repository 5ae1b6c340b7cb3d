/* SVG documents. Everything is text and numbers appended in order; coordinates are rounded to hundredths of a pixel, so
 * that documents are equal on all machines. The script and the style sheet are those of svg_page.js and svg_page.css,
 * built in as strings (tools/embed-text).
 *
 *     <svg data-x data-y data-width data-height data-from data-to data-unit>     what the script has to know
 *     <title>, <style>, <defs> with the clip path of the plot, title and subtitle as text
 *     ... what the picture draws ...
 *     <script> svg_page.js, the picture's own script, page.start() </script></svg>
 *
 * Style and script are CDATA sections, so that they need no escapes; text goes through svg_text. */
#include "render/timeline/svg_page.h"

#include <math.h>
#include "base/compiler.h"

extern const char svg_page_css[], svg_page_js[]; /* svg_page.css, svg_page.js */

/* Length of the UTF-8 sequence at text if XML has a place for it, else 0. */
static size_t sequence_size(const uint8_t *text, size_t left)
{
	uint8_t first = text[0];
	if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r';
	size_t size = 0;
	if (first >= 0xc2 && first <= 0xdf) size = 2;
	else if (first >= 0xe0 && first <= 0xef) size = 3;
	else if (first >= 0xf0 && first <= 0xf4) size = 4;
	if (!size || size > left) return 0;
	/* the first byte of a sequence of n has n ones and a zero in front */
	uint32_t code = first & (0x7f >> size);
	for (size_t i = 1; i < size; i++) {
		if ((text[i] & 0xc0) != 0x80) return 0;
		code = code << 6 | (text[i] & 0x3f);
	}
	/* overlong forms; those of two bytes cannot begin with less than 0xc2. Surrogates and U+FFFE, U+FFFF are no
	 * characters of XML. */
	bool is_short = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
	bool is_char = (code < 0xd800 || code > 0xdfff) && code <= 0x10ffff && code != 0xfffe && code != 0xffff;
	return !is_short && is_char ? size : 0;
}

/* Newlines and tabs as references, since attributes would turn them into blanks. */
void svg_text(struct outbuf *out, const char *text, size_t size_bytes)
{
	const uint8_t *bytes = (const uint8_t *)text;
	for (size_t i = 0; i < size_bytes;) {
		size_t size = sequence_size(bytes + i, size_bytes - i);
		switch (size ? bytes[i] : 0) {
		case 0:
			out_lit(out, "\xef\xbf\xbd");
			size = 1;
			break;
		case '<': out_lit(out, "&lt;"); break;
		case '>': out_lit(out, "&gt;"); break;
		case '&': out_lit(out, "&amp;"); break;
		case '"': out_lit(out, "&quot;"); break;
		case '\n': out_lit(out, "&#10;"); break; /* attributes would lose it */
		case '\t': out_lit(out, "&#9;"); break;
		case '\r': out_lit(out, "&#13;"); break;
		default: out_mem(out, bytes + i, size);
		}
		i += size;
	}
}

void svg_number(struct outbuf *out, double value)
{
	if (isnan(value)) value = 0;
	/* so that the product below fits its type */
	value = fmax(-1e12, fmin(value, 1e12));
	int64_t hundredths = (int64_t)floor(value * 100 + 0.5);
	uint64_t size = hundredths < 0 ? (uint64_t)-hundredths : (uint64_t)hundredths;
	if (hundredths < 0) out_char(out, '-');
	out_dec(out, size / 100, 0);
	if (!(size % 100)) return;
	out_char(out, '.');
	out_char(out, (char)('0' + size / 10 % 10));
	if (size % 10) out_char(out, (char)('0' + size % 10));
}

void svg_attribute(struct outbuf *out, const char *name, double value)
{
	out_char(out, ' ');
	out_str(out, name);
	out_lit(out, "=\"");
	svg_number(out, value);
	out_char(out, '"');
}

void svg_rect(struct outbuf *out, double x, double y, double width, double height)
{
	out_lit(out, "<rect");
	svg_attribute(out, "x", x);
	svg_attribute(out, "y", y);
	svg_attribute(out, "width", width);
	svg_attribute(out, "height", height);
}

/* A number to three places, or all before the point. */
static void significant(struct outbuf *out, double value)
{
	size_t start = out->size;
	unsigned decimals = value >= 10 ? 1 : 2;
	out_float(out, value, 0, value >= 100 ? 0 : decimals);
	if (!memchr(out->data + start, '.', out->size - start)) return;
	while (out->data[out->size - 1] == '0') out->size--;
	if (out->data[out->size - 1] == '.') out->size--;
}

/* The limits are half a unit of the last place below the next unit, so that nothing rounds to "1000 ms". */
void svg_time(struct outbuf *out, double time_ns)
{
	double size = fabs(time_ns);
	/* NaN as well */
	if (!(size > 0)) {
		out_lit(out, "0 s");
		return;
	}
	if (time_ns < 0) out_char(out, '-');
	if (size < 999.5) {
		significant(out, size);
		out_lit(out, " ns");
	} else if (size < 999.5e3) {
		significant(out, size / 1e3);
		out_lit(out, " \xc2\xb5s");
	} else if (size < 999.5e6) {
		significant(out, size / 1e6);
		out_lit(out, " ms");
	} else {
		size_t start = out->size;
		out_float(out, size / 1e9, 0, size < 1e12 ? 3 : 0);
		if (memchr(out->data + start, '.', out->size - start)) {
			while (out->data[out->size - 1] == '0') out->size--;
			if (out->data[out->size - 1] == '.') out->size--;
		}
		out_lit(out, " s");
	}
}

/* With all digits, as scripts compute with it. */
static void data_number(struct outbuf *out, const char *name, double value)
{
	out_printf(out, " data-%s=\"%.17g\"", name, value);
}

/* data-* attributes of the root tell the script where the plot is and what x means. */
void svg_page_begin(const struct svg_page *page, struct outbuf *out)
{
	out_lit(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<svg "
		     "xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
	svg_attribute(out, "width", page->width);
	svg_attribute(out, "height", page->height);
	out_lit(out, " role=\"img\"");
	svg_attribute(out, "data-page", page->width);
	svg_attribute(out, "data-x", page->plot.x);
	svg_attribute(out, "data-y", page->plot.y);
	svg_attribute(out, "data-width", page->plot.width);
	svg_attribute(out, "data-height", page->plot.height);
	data_number(out, "from", page->from);
	data_number(out, "to", page->to);
	data_number(out, "least", page->least_span);
	out_lit(out, " data-unit=\"");
	svg_text(out, page->unit ? page->unit : "", page->unit ? strlen(page->unit) : 0);
	out_lit(out, "\">\n<title>");
	svg_text(out, page->title, strlen(page->title));
	out_lit(out, "</title>\n<style><![CDATA[\n");
	/* a printed page is as large as the picture: nothing is cut off or spread */
	out_lit(out, "@page { size: ");
	svg_number(out, page->width);
	out_lit(out, "px ");
	svg_number(out, page->height);
	out_lit(out, "px; margin: 0; }\n");
	out_str(out, svg_page_css);
	if (page->style) out_str(out, page->style);
	out_lit(out, "]]></style>\n<defs><clipPath id=\"plot-clip\">");
	svg_rect(out, page->plot.x, page->plot.y, page->plot.width, page->plot.height);
	out_lit(out, "/></clipPath></defs>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n<text "
		     "class=\"title\" x=\"10\" y=\"24\">");
	svg_text(out, page->title, strlen(page->title));
	out_lit(out, "</text>\n");
	if (page->subtitle) {
		out_lit(out, "<text class=\"faint\" id=\"subtitle\" x=\"10\" y=\"41\">");
		svg_text(out, page->subtitle, strlen(page->subtitle));
		out_lit(out, "</text>\n");
	}
}

/* The picture's own script comes before start(), which calls what it has set. */
void svg_page_end(const struct svg_page *page, struct outbuf *out)
{
	out_lit(out, "<script><![CDATA[\n");
	out_str(out, svg_page_js);
	if (page->script) out_str(out, page->script);
	out_lit(out, "page.start();\n]]></script>\n</svg>\n");
}

/* ---- the scale: svg_page.js draws it the same way after a zoom */

/* The least of 1, 2, 5, 10 times a power of ten that makes at most `count` steps of the span. */
static double nice_step(double span, double count)
{
	static const double factors[] = { 1, 2, 5, 10 };
	double rough = span / count, power = pow(10, floor(log10(rough)));
	for (size_t i = 0; i < ARRAY_SIZE(factors); i++)
		if (rough <= factors[i] * power * 1.0000001) return factors[i] * power;
	return 10 * power;
}

/* As many decimals as the step has. */
static void exact(struct outbuf *out, double value, double step)
{
	double places = -floor(log10(step) + 1e-9);
	out_float(out, value, 0, places > 0 ? (unsigned)MIN(places, 12.0) : 0);
}

/* A value of the scale, with its unit. Times are in one unit along the whole scale, chosen by the largest value and the
 * step. */
static void tick_text(const struct svg_page *page, double value, double step, double largest, struct outbuf *out)
{
	double unit = 1;
	const char *name = page->unit ? page->unit : "";
	if (strcmp(name, "ns") == 0) {
		double size = fabs(largest);
		if (step >= 1e9 || (size >= 1e9 && step >= 1e6)) unit = 1e9, name = "s";
		else if (step >= 1e6 || (size >= 1e6 && step >= 1e3)) unit = 1e6, name = "ms";
		else if (step >= 1e3 || (size >= 1e3 && step >= 1)) unit = 1e3, name = "\xc2\xb5s";
	}
	exact(out, value / unit, step / unit);
	if (*name) out_char(out, ' ');
	svg_text(out, name, strlen(name));
}

/* Lines down through the plot, then the values above it. At most 1000 of each. */
void svg_axis(const struct svg_page *page, struct outbuf *out)
{
	const struct svg_box *plot = &page->plot;
	/* a picture of one moment has one tick */
	double span = page->to - page->from;
	/* about 100 pixels from one to the next */
	double step = span > 0 ? nice_step(span, plot->width > 100 ? plot->width / 100 : 1) : 1,
	       first = ceil(page->from / step - 1e-9) * step;
	unsigned count = span > 0 ? (unsigned)floor((page->to - first) / step + 1e-6) + 1 : 1;
	out_lit(out, "<g id=\"rules\">\n");
	/* first + i * step instead of a running sum: rounding errors would add up */
	for (unsigned i = 0; i < count && i < 1000; i++) {
		double x = plot->x + (span > 0 ? (first + i * step - page->from) / span * plot->width : 0);
		out_lit(out, "<line class=\"rule\"");
		svg_attribute(out, "x1", x);
		svg_attribute(out, "x2", x);
		svg_attribute(out, "y1", plot->y);
		svg_attribute(out, "y2", plot->y + plot->height);
		out_lit(out, "/>\n");
	}
	out_lit(out, "</g>\n<g id=\"axis\">\n");
	for (unsigned i = 0; i < count && i < 1000; i++) {
		out_lit(out, "<text class=\"tick\"");
		svg_attribute(out, "x",
			      plot->x + (span > 0 ? (first + i * step - page->from) / span * plot->width : 0));
		svg_attribute(out, "y", plot->y - 6);
		out_char(out, '>');
		tick_text(page, first + i * step, step, page->to, out);
		out_lit(out, "</text>\n");
	}
	out_lit(out, "</g>\n");
}

void svg_plot_begin(const struct svg_page *page, struct outbuf *out)
{
	(void)page;
	out_lit(out, "<g clip-path=\"url(#plot-clip)\"><g id=\"plot\">\n");
}

void svg_plot_end(struct outbuf *out) { out_lit(out, "</g></g>\n"); }
