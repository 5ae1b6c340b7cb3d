#include "key/key_table.h"

/* Arm SPE's vector flags come with trace decoding; recorded samples have none. */
static uint64_t cell(struct key_env *env, const struct key_input *in) { return 0; }
static void format(const struct key_env *env, uint64_t cell_, unsigned width, struct outbuf *out) {}

const struct key key_simd = {
	.name = "simd",
	.header = "Simd",
	.scope = KEY_SAMPLE,
	.align = KEY_LEFT_RAGGED,
	.min_width = 7,
	.cell = cell,
	.order = NULL,
	.format = format,
};
