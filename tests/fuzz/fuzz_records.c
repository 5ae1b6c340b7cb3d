/* Records behind a sound header. Input: sample_type (4 bytes), read_format, branch type bits and register mask (1 byte
 * each), one byte unused, then records. */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/pipe_prefix.h"
#include "tests/fuzz/read_all.h"

FUZZ(data, size)
{
	if (size < 8) return;
	uint32_t sample_type;
	memcpy(&sample_type, data, 4);
	uint8_t *stream = malloc(PIPE_PREFIX_BYTES + size - 8);
	pipe_prefix(sample_type & ((1u << 25) - 1), data[4] & 31, (uint64_t)data[5] << 14, data[6], stream);
	memcpy(stream + PIPE_PREFIX_BYTES, data + 8, size - 8);
	struct memfile file = memfile_open(stream, PIPE_PREFIX_BYTES + size - 8);
	(void)read_all(file.path, size);
	memfile_close(&file);
	free(stream);
}
