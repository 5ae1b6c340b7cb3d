/* jit-PID.dump files, and what is made of them. */
#include "symbol/cfi/cfi.h"
#include "symbol/jit/jitted_elf.h"
#include "tests/fuzz/fuzz.h"

static bool look(void *ctx, uint64_t code_off, const char *file, uint32_t line, uint32_t discriminator)
{
	(void)line;
	(void)discriminator;
	*(size_t *)ctx += strlen(file) + (size_t)code_off;
	return true;
}

/* Read in two pieces. */
static void grow(const uint8_t *data, size_t size)
{
	struct blob blob = blob_of_memory(data, MIN(size, 40 + size / 2));
	struct jitdump *dump;
	struct bytes frames = BYTES_INIT;
	if (jitdump_new(&blob, &dump) < 0) return;
	size_t nr_loads = dump->loads.count;
	blob = blob_of_memory(data, size);
	jitdump_grow(dump, &blob);
	if (jitdump_eh_frame(dump, nr_loads, &frames) == 0) bytes_done(&frames);
	jitdump_free(dump);
}

/* Objects of the first few loads. */
static void put_objects(const struct jitdump *dump)
{
	uint8_t id[JITTED_BUILD_ID_BYTES];
	struct outbuf out;
	out_init(&out, -1);
	for (size_t i = 0; i < MIN(dump->loads.count, (size_t)16); i++) {
		out.size = 0;
		(void)!jitted_elf_put(dump, &dump->loads.items[i], &out, id);
		(void)jitdump_load_mapped_bytes(dump, &dump->loads.items[i]);
	}
	out_done(&out);
}

FUZZ(data, size)
{
	struct blob blob = blob_of_memory(data, size);
	struct jitdump *dump;
	struct bytes frames = BYTES_INIT;
	size_t sum = 0;
	grow(data, size);
	if (jitdump_new(&blob, &dump) < 0) return;
	for (size_t i = 0; i < dump->loads.count; i++) {
		const struct jitdump_load *load = &dump->loads.items[i];
		sum += strlen(load->name) + (jitdump_load_at(dump, load->code_off) == load);
		if (i < 64) jitdump_lines(dump, load, look, &sum);
	}
	put_objects(dump);
	if (jitdump_eh_frame(dump, 0, &frames) == 0) {
		struct cfi_input input = { .data = frames.data,
					   .size = frames.size,
					   .is64 = dump->is64,
					   .swap = dump->swap,
					   .machine = dump->machine };
		struct cfi *cfi;
		if (cfi_new(&input, &cfi) == 0) cfi_free(cfi);
		bytes_done(&frames);
	}
	jitdump_free(dump);
}
