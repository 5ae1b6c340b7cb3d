#include "render/timeline/svg_page.h"

#include "render/timeline/svg_palette.h"
#include "../test.h"

static const char *text_of(const char *text, size_t size_bytes)
{
	static char result[512];
	struct outbuf out;
	out_init(&out, -1);
	svg_text(&out, text, size_bytes);
	snprintf(result, sizeof(result), "%.*s", (int)out.size, out.size ? out.data : "");
	out_done(&out);
	return result;
}
#define TEXT(literal) text_of(literal, sizeof(literal) - 1)

TEST(text_is_escaped)
{
	CHECK_STR(TEXT("a<b>&\"c\"'"), "a&lt;b&gt;&amp;&quot;c&quot;'");
	CHECK_STR(TEXT("two\nlines\tand \r"), "two&#10;lines&#9;and &#13;");
	CHECK_STR(TEXT("]]>"), "]]&gt;");
	CHECK_STR(TEXT(""), "");
}

TEST(only_characters_of_xml)
{
	CHECK_STR(TEXT("\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x8e"), "\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x8e");
	CHECK_STR(TEXT("\x01\x1b"), "\xef\xbf\xbd\xef\xbf\xbd");
	CHECK_STR(TEXT("a\0b"), "a\xef\xbf\xbd"
				"b");
	CHECK_STR(TEXT("\xff"
		       "a\xc3"),
		  "\xef\xbf\xbd"
		  "a\xef\xbf\xbd");
	CHECK_STR(TEXT("\xc0\xaf"), "\xef\xbf\xbd\xef\xbf\xbd");                 /* too long a form */
	CHECK_STR(TEXT("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); /* half of a pair */
	CHECK_STR(TEXT("\xef\xbf\xbf"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); /* U+FFFF */
	CHECK_STR(TEXT("\xe2\x82"), "\xef\xbf\xbd\xef\xbf\xbd");
}

static const char *number_of(double value)
{
	static char result[64];
	struct outbuf out;
	out_init(&out, -1);
	svg_number(&out, value);
	snprintf(result, sizeof(result), "%.*s", (int)out.size, out.data);
	out_done(&out);
	return result;
}

TEST(numbers)
{
	CHECK_STR(number_of(0), "0");
	CHECK_STR(number_of(-0.001), "0");
	CHECK_STR(number_of(12), "12");
	CHECK_STR(number_of(1.5), "1.5");
	CHECK_STR(number_of(1.25), "1.25");
	CHECK_STR(number_of(1.006), "1.01");
	CHECK_STR(number_of(-3.05), "-3.05");
	CHECK_STR(number_of(0.0 / 0.0), "0");
	CHECK_STR(number_of(1e300), "1000000000000");
}

static const char *time_of(double ns)
{
	static char result[64];
	struct outbuf out;
	out_init(&out, -1);
	svg_time(&out, ns);
	snprintf(result, sizeof(result), "%.*s", (int)out.size, out.data);
	out_done(&out);
	return result;
}

TEST(times)
{
	CHECK_STR(time_of(0), "0 s");
	CHECK_STR(time_of(7), "7 ns");
	CHECK_STR(time_of(999), "999 ns");
	CHECK_STR(time_of(1000), "1 \xc2\xb5s");
	CHECK_STR(time_of(12500), "12.5 \xc2\xb5s");
	CHECK_STR(time_of(999600), "1 ms");
	CHECK_STR(time_of(1234567), "1.23 ms");
	CHECK_STR(time_of(100e6), "100 ms");
	CHECK_STR(time_of(1.5e9), "1.5 s");
	CHECK_STR(time_of(62.25e9), "62.25 s");
	CHECK_STR(time_of(-2e3), "-2 \xc2\xb5s");
}

TEST(a_page_is_whole)
{
	struct svg_page page = {
		.title = "a <title>",
		.subtitle = "below & more",
		.width = 500,
		.height = 300,
		.plot = { 50, 80, 400, 200 },
		.from = 0,
		.to = 1e9,
		.unit = "ns",
		.style = ".own { fill: red; }\n",
		.script = "page.chart.own = 1;\n",
	};
	struct outbuf out;
	out_init(&out, -1);
	svg_page_begin(&page, &out);
	svg_axis(&page, &out);
	svg_plot_begin(&page, &out);
	svg_plot_end(&out);
	svg_page_end(&page, &out);
	out_char(&out, '\0');
	CHECK(strstr(out.data, "<title>a &lt;title&gt;</title>"));
	CHECK(strstr(out.data, "below &amp; more"));
	CHECK(strstr(out.data, ".own { fill: red; }"));
	CHECK(strstr(out.data, "page.chart.own = 1;"));
	CHECK(strstr(out.data, ">0.5 s</text>"));
	CHECK(strstr(out.data, ">1.0 s</text>"));
	CHECK(strstr(out.data, "</svg>\n"));
	/* nothing from elsewhere */
	for (const char *at = out.data; (at = strstr(at, "http")) != NULL; at++)
		CHECK(strncmp(at, "http://www.w3.org/", 18) == 0);
	out_done(&out);
}

TEST(a_page_without_extent)
{
	struct svg_page page = { .title = "", .width = 0, .height = 0, .from = 5, .to = 5 };
	struct outbuf out;
	out_init(&out, -1);
	svg_page_begin(&page, &out);
	svg_axis(&page, &out);
	svg_page_end(&page, &out);
	CHECK(out.size > 0 && !memmem(out.data, out.size, "\"nan", 4) && !memmem(out.data, out.size, "\"inf", 4));
	out_done(&out);
}

TEST(colours)
{
	char text[8], again[8];
	svg_colour_format(svg_colour_of(SVG_WARM, "main", 4), text);
	svg_colour_format(svg_colour_of(SVG_WARM, "main", 4), again);
	CHECK_STR(text, again);
	/* a ramp gets darker all the way */
	unsigned last = UINT32_MAX;
	for (int i = 0; i <= 100; i++) {
		struct svg_colour colour = svg_colour_ramp(i / 100.0);
		unsigned light = 299 * colour.red + 587 * colour.green + 114 * colour.blue;
		CHECK(light <= last);
		last = light;
	}
	svg_colour_format(svg_colour_ramp(-1), text);
	CHECK_STR(text, "#fff7d6");
	svg_colour_format(svg_colour_ramp(0.0 / 0.0), text);
	CHECK_STR(text, "#fff7d6");
}

TEST_MAIN
