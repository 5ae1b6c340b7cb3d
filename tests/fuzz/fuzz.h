/* What every fuzz target is: FUZZ(data, size) { ... } in a file fuzz_NAME.c; meson finds it by that name. The function
 * must not crash, hang, leak or trip a sanitizer on any bytes. Under libFuzzer the fuzzer calls it; in ordinary builds
 * corpus.c calls it with every file of corpus/NAME. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
#define FUZZ(data, size)                                                \
	static void fuzz_one(const uint8_t *data, size_t size);         \
	int LLVMFuzzerTestOneInput(const uint8_t *bytes_, size_t size_) \
	{                                                               \
		fuzz_one(bytes_, size_);                                \
		return 0;                                               \
	}                                                               \
	static void fuzz_one(const uint8_t *data, size_t size)

/* The input as a NUL-terminated string of its own allocation, cut at its first NUL; the caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

#endif
