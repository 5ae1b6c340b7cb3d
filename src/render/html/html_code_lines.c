#include "render/html/html_code_lines.h"
#include <stdlib.h>
#include <string.h>

/* Marks the lines that are at most `around` lines from a hot one; returns how many. */
static size_t mark_lines(const bool *hot, size_t count, size_t around, uint32_t *marks)
{
	size_t marked = 0, until = 0;
	for (size_t i = 0; i < count; i++) {
		if (!hot[i]) continue;
		size_t first = MAX(until, i > around ? i - around : 0);
		until = MIN(count, i + around + 1);
		for (size_t n = first; n < until; n++) marks[n] = 1;
		marked += until > first ? until - first : 0;
	}
	return marked;
}

uint32_t *html_code_lines(const struct code_listing *listing, const bool *hot, size_t max_lines)
{
	size_t count = listing->lines.count, around = 256;
	uint32_t *numbers = xcalloc(count + 1, sizeof(*numbers)), number = 0;
	if (count <= max_lines) {
		for (size_t i = 0; i < count; i++) numbers[i] = (uint32_t)i + 1;
		return numbers;
	}
	while (mark_lines(hot, count, around, numbers) > max_lines && around) {
		around /= 2;
		memset(numbers, 0, count * sizeof(*numbers));
	}
	/* each run of lines that are left out becomes a line of its own */
	for (size_t i = 0; i < count; i++) {
		if (!numbers[i]) {
			number += i == 0 || numbers[i - 1];
			continue;
		}
		numbers[i] = number < max_lines ? ++number : 0;
	}
	return numbers;
}
