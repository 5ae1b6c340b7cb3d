/* Compiling one tracepoint's format and printing payloads with it. Input: payload size (1 byte), payload, format text. */
#include "event/tracepoint.h"
#include "event/tracing_data.h"
#include "tests/fuzz/fuzz.h"

static void put_sized(struct outbuf *blob, const void *text, uint64_t size)
{
	out_mem(blob, &size, 8);
	out_mem(blob, text, size);
}

FUZZ(data, size)
{
	static const char head[] = "\x17\x08\x44" "tracing0.6\0\0\x08\0\x10\0\0header_page\0";
	static const char page[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n";
	if (size < 1 || size < 1u + data[0])
		return;
	size_t payload_size = data[0];
	uint8_t *payload = malloc(payload_size ? payload_size : 1);
	memcpy(payload, data + 1, payload_size);
	const uint32_t zero = 0, one = 1;
	struct outbuf blob, text;
	out_init(&blob, -1);
	out_init(&text, -1);
	out_mem(&blob, head, sizeof(head) - 1);
	put_sized(&blob, page, sizeof(page) - 1);
	out_mem(&blob, "header_event", 13);
	put_sized(&blob, "", 0);
	out_mem(&blob, &zero, 4);
	out_mem(&blob, &one, 4);
	out_mem(&blob, "sys", 4);
	out_mem(&blob, &one, 4);
	put_sized(&blob, data + 1 + payload_size, size - 1 - payload_size);
	out_mem(&blob, &zero, 4);
	out_mem(&blob, &zero, 4);
	put_sized(&blob, "", 0);
	struct tracepoints *tps = tracepoints_new(blob.data, blob.size, NULL);
	for (uint64_t id = 0; tps && id < 4; id++) {
		const struct tracepoint *tp = tracepoints_find(tps, id);
		if (!tp)
			continue;
		tracepoint_print(tp, payload, payload_size, NULL, &text);
		tracepoint_print_fields(tp, payload, payload_size, &text);
		for (size_t i = 0; i < tp->nr_fields && i < 50; i++)
			(void)tracepoint_number(tp, &tp->fields[i], payload, payload_size);
	}
	tracepoints_free(tps);
	out_done(&text);
	out_done(&blob);
	free(payload);
}
