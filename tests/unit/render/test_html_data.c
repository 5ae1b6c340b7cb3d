/* Data of pages: numbers as bytes, elements that scripts inflate, texts that are cut, lines of code that are chosen. */
#include <zlib.h>
#include "render/html/html_code_lines.h"
#include "render/html/html_data.h"
#include "render/html/html_names.h"

#include "tests/unit/test.h"

static void check_bytes(const struct html_data *data, const char *wanted, size_t size)
{
	CHECK_INT(data->bytes.size, size);
	CHECK(memcmp(data->bytes.data, wanted, size) == 0);
}

TEST(numbers_are_leb128)
{
	struct html_data data;
	html_data_init(&data);
	html_data_number(&data, 0);
	html_data_number(&data, 127);
	html_data_number(&data, 128);
	html_data_number(&data, 300);
	html_data_number(&data, UINT64_MAX);
	check_bytes(&data, "\x00\x7f\x80\x01\xac\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 16);
	html_data_done(&data);
}

TEST(signed_numbers_are_zigzag)
{
	struct html_data data;
	html_data_init(&data);
	html_data_signed(&data, 0);
	html_data_signed(&data, -1);
	html_data_signed(&data, 1);
	html_data_signed(&data, -2);
	html_data_signed(&data, INT64_MIN);
	check_bytes(&data, "\x00\x01\x02\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 14);
	html_data_done(&data);
}

static size_t digit_of(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	return (size_t)(strchr(digits, c) - digits);
}

/* Decodes base64; returns the number of bytes. */
static size_t from_base64(const char *text, size_t size, uint8_t *to)
{
	uint32_t bits = 0;
	size_t count = 0;
	for (size_t i = 0, have = 0; i < size && text[i] != '='; i++) {
		bits = bits << 6 | (uint32_t)digit_of(text[i]);
		have += 6;
		if (have < 8) continue;
		have -= 8;
		to[count++] = (uint8_t)(bits >> have);
	}
	return count;
}

/* What a page has of so many bytes is these bytes, whatever is left of the last three. */
static void check_element(size_t size)
{
	static const char begin[] = "<script type=\"text/plain\" id=\"nodes7\">", end[] = "</script>\n";
	struct html_data data;
	struct outbuf out;
	uint8_t packed[4096], got[4096];
	html_data_init(&data);
	out_init(&out, -1);
	for (size_t i = 0; i < size; i++) html_data_number(&data, i * 37 % 128);
	html_data_put(&data, "nodes", 7, &out);
	CHECK_INT(data.bytes.size, 0);
	CHECK(out.size > strlen(begin) + strlen(end) && memcmp(out.data, begin, strlen(begin)) == 0);
	CHECK(memcmp(out.data + out.size - strlen(end), end, strlen(end)) == 0);
	size_t length = out.size - strlen(begin) - strlen(end);
	CHECK_INT(length % 4, 0);
	size_t packed_size = from_base64(out.data + strlen(begin), length, packed);
	uLongf got_size = sizeof(got);
	CHECK_INT(uncompress(got, &got_size, packed, packed_size), Z_OK);
	CHECK_INT(got_size, size);
	for (size_t i = 0; i < size; i++) CHECK_INT(got[i], i * 37 % 128);
	html_data_done(&data);
	out_done(&out);
}

TEST(elements_are_base64_of_zlib)
{
	for (size_t size = 0; size < 40; size++) check_element(size);
	check_element(2000);
}

TEST(names_are_stored_once_and_cut)
{
	struct html_names names;
	struct outbuf out;
	static char huge[3 * HTML_NAME_MAX_BYTES];
	html_names_init(&names);
	CHECK_INT(html_name(&names, "</script>\"\n"), 0);
	CHECK_INT(html_name(&names, "b"), 1);
	CHECK_INT(html_name(&names, "</script>\"\n"), 0);
	/* a character of two bytes lies over the edge */
	memset(huge, 'x', sizeof(huge) - 1);
	memcpy(huge + HTML_NAME_MAX_BYTES - 1, "\xc3\xa4", 2);
	CHECK_INT(html_name(&names, huge), 2);
	CHECK_INT(names.nr_cut, 1);
	const char *cut = intern_text(&names.texts, 2);
	CHECK_INT(strlen(cut), HTML_NAME_MAX_BYTES - 1 + 3);
	CHECK_STR(cut + HTML_NAME_MAX_BYTES - 2, "x\xe2\x80\xa6");
	out_init(&out, -1);
	html_names_json(&names, &out);
	out_char(&out, '\0');
	CHECK(strstr(out.data, "\\n\",\n\"b\",\n\"xxx") != NULL);
	out_done(&out);
	html_names_done(&names);
}

static void add_lines(struct code_listing *listing, size_t count)
{
	code_listing_init(listing);
	for (size_t i = 0; i < count; i++) code_add_line(listing)->kind = CODE_INSN;
}

TEST(short_functions_are_whole)
{
	struct code_listing listing;
	bool hot[5] = { false };
	add_lines(&listing, 5);
	uint32_t *numbers = html_code_lines(&listing, hot, 5);
	for (size_t i = 0; i < 5; i++) CHECK_INT(numbers[i], i + 1);
	free(numbers);
	code_listing_done(&listing);
}

TEST(of_long_functions_lines_near_samples_are_kept)
{
	static bool hot[1000];
	struct code_listing listing;
	memset(hot, 0, sizeof(hot));
	hot[100] = hot[103] = hot[900] = true;
	add_lines(&listing, 1000);
	uint32_t *numbers = html_code_lines(&listing, hot, 24);
	size_t kept = 0;
	for (size_t i = 0; i < 1000; i++) kept += numbers[i] > 0;
	CHECK(kept > 3 && kept <= 24);
	/* the first number is that of the line which stands for those that were left out in front */
	CHECK_INT(numbers[99], numbers[100] - 1);
	CHECK_INT(numbers[0], 0);
	CHECK_INT(numbers[103], numbers[100] + 3);
	CHECK_INT(numbers[500], 0);
	/* between both runs there is such a line */
	size_t last = 500, first = 500;
	while (!numbers[last]) last--;
	while (!numbers[first]) first++;
	CHECK_INT(numbers[first], numbers[last] + 2);
	free(numbers);
	/* more hot lines than there is room for */
	memset(hot, 1, sizeof(hot));
	numbers = html_code_lines(&listing, hot, 24);
	kept = 0;
	for (size_t i = 0; i < 1000; i++) kept += numbers[i] > 0;
	CHECK_INT(kept, 24);
	free(numbers);
	code_listing_done(&listing);
}

TEST_MAIN
