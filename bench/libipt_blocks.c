/* How fast libipt's block decoder goes through a raw Intel PT trace: what our decoder is measured against.
 *
 *     cc -O2 -o libipt_blocks bench/libipt_blocks.c -lipt          (Debian: libipt-dev)
 *     libipt_blocks TRACE PROGRAM OFFSET SIZE VADDR                where PROGRAM is mapped, as readelf -lW shows it
 *
 * Prints instructions, errors and seconds of CPU time. */
#include <intel-pt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint8_t *read_file(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END)) return NULL;
	*ret_size = (size_t)ftell(file);
	rewind(file);
	uint8_t *bytes = malloc(*ret_size);
	if (bytes && fread(bytes, 1, *ret_size, file) != *ret_size) return NULL;
	fclose(file);
	return bytes;
}

/* To the next PSB, and from there as long as there is no error. Returns the last code. */
static int decode(struct pt_block_decoder *decoder, uint64_t *insns)
{
	int status = pt_blk_sync_forward(decoder);
	while (status >= 0) {
		struct pt_block block = { 0 };
		while (status & pts_event_pending) {
			struct pt_event event;
			status = pt_blk_event(decoder, &event, sizeof(event));
			if (status < 0) return status;
		}
		if (status & pts_eos) return -pte_eos;
		status = pt_blk_next(decoder, &block, sizeof(block));
		*insns += block.ninsn;
	}
	return status;
}

int main(int argc, char **argv)
{
	size_t size;
	uint8_t *bytes = argc == 6 ? read_file(argv[1], &size) : NULL;
	if (!bytes) {
		fprintf(stderr, "usage: libipt_blocks TRACE PROGRAM OFFSET SIZE VADDR\n");
		return 1;
	}
	struct pt_config config;
	pt_config_init(&config);
	config.begin = bytes;
	config.end = bytes + size;
	struct pt_block_decoder *decoder = pt_blk_alloc_decoder(&config);
	if (!decoder) return 1;
	if (pt_image_add_file(pt_blk_get_image(decoder), argv[2], strtoull(argv[3], NULL, 0),
			      strtoull(argv[4], NULL, 0), NULL, strtoull(argv[5], NULL, 0)) < 0)
		return 1;
	uint64_t insns = 0, errors = 0;
	clock_t started = clock();
	while (decode(decoder, &insns) != -pte_eos) errors++;
	printf("%llu instructions, %llu errors, %.3f s\n", (unsigned long long)insns, (unsigned long long)errors,
	       (double)(clock() - started) / CLOCKS_PER_SEC);
	pt_blk_free_decoder(decoder);
	free(bytes);
	return 0;
}
