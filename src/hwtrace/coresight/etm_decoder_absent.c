/* Stands for etm_decoder.c where the headers of OpenCSD are missing. */
#include <errno.h>
#include "hwtrace/coresight/etm_decoder.h"

int etm_decoder_available(struct err *err)
{
	(void)err_set(err, -ENOPKG,
		      "CoreSight traces cannot be decoded: perf was built without the headers of OpenCSD");
	err_hint(err, "apt install libopencsd-dev, and build perf again");
	return -ENOPKG;
}

int etm_decoder_new(const struct etm_stream *stream, const struct etm_client *client, struct etm_decoder **ret,
		    struct err *err)
{
	(void)stream;
	(void)client;
	(void)ret;
	return etm_decoder_available(err);
}

void etm_decoder_free(struct etm_decoder *decoder) { (void)decoder; }

int etm_decoder_piece(struct etm_decoder *decoder, uint64_t offset, const uint8_t *bytes, size_t size)
{
	(void)decoder;
	(void)offset;
	(void)bytes;
	(void)size;
	return -ENOPKG;
}

int etm_dump_piece(const struct etm_stream *stream, uint64_t offset, const uint8_t *bytes, size_t size,
		   struct outbuf *out, struct err *err)
{
	(void)stream;
	(void)offset;
	(void)bytes;
	(void)size;
	(void)out;
	return etm_decoder_available(err);
}
