/* Compiling one tracepoint's format and printing payloads with it, for a 64-bit machine of this byte order and a 32-bit
 * one of the other. Input: payload size (1 byte), payload, format text. Also with short forms, as an event of a system
 * that has such. */
#include "event/format/tracepoint.h"
#include "tests/fuzz/fuzz.h"

static void put(struct outbuf *blob, uint64_t value, unsigned bytes, bool swap)
{
	const uint64_t bits = swap ? __builtin_bswap64(value) >> (64 - 8 * bytes) : value;
	out_mem(blob, &bits, bytes);
}

/* Tracing data with this format alone, and one printk string. */
static struct tracepoints *tracepoints_of(const void *format, size_t size, const char *system, bool other,
					  struct outbuf *blob)
{
	static const char printk[] = "0xffffffff82000000 : \"a kernel string\"\n";
	out_lit(blob, "\x17\x08\x44"
		      "tracing0.6\0");
	put(blob, other, 1, false); /* fuzzing runs on little-endian machines */
	put(blob, other ? 4 : 8, 1, false);
	put(blob, 4096, 4, other);
	out_lit(blob, "header_page\0");
	put(blob, 0, 8, other);
	out_lit(blob, "header_event\0");
	put(blob, 0, 8, other);
	put(blob, 0, 4, other);
	put(blob, 1, 4, other);
	out_mem(blob, system, strlen(system) + 1);
	put(blob, 1, 4, other);
	put(blob, size, 8, other);
	out_mem(blob, format, size);
	put(blob, 0, 4, other);
	put(blob, sizeof(printk) - 1, 4, other);
	out_mem(blob, printk, sizeof(printk) - 1);
	put(blob, 0, 8, other);
	return tracepoints_new(blob->data, blob->size, NULL);
}

static const char *find_name(void *ctx, uint64_t ip, uint64_t *ret_sym_off)
{
	(void)ctx;
	*ret_sym_off = ip & 0xff;
	return ip & 1 ? "name" : NULL;
}

FUZZ(data, size)
{
	static const struct payload_names names = { find_name, NULL };
	if (size < 1 || size < 1u + data[0]) return;
	const size_t payload_size = data[0];
	uint8_t *payload = malloc(payload_size ? payload_size : 1); /* exactly as long: a byte too many is seen */
	memcpy(payload, data + 1, payload_size);
	static const char *const systems[] = { "sched",    "kmem", "timer",  "tlb",     "ftrace",
					       "syscalls", "kvm",  "kvmmmu", "mac80211" };
	for (size_t variant = 0; variant < 2 + 2 * ARRAY_SIZE(systems); variant++) {
		const bool other = variant & 1, short_forms = variant > 1;
		const char *system = short_forms ? systems[variant / 2 - 1] : "sys";
		struct outbuf blob, text;
		out_init(&blob, -1);
		out_init(&text, -1);
		struct tracepoints *tps = tracepoints_of(data + 1 + payload_size, size - 1 - payload_size, system,
							 other, &blob);
		if (short_forms) tracepoints_use_short_forms(tps);
		for (uint64_t id = 0; tps && id < 1000; id++) {
			const struct tracepoint *tp = tracepoints_find(tps, id);
			if (!tp) continue;
			tracepoint_print(tp, payload, payload_size, &names, &text);
			tracepoint_print_fields(tp, payload, payload_size, &text);
			for (size_t i = 0; i < tp->nr_fields && i < 50; i++)
				(void)tracepoint_number(tp, &tp->fields[i], payload, payload_size);
		}
		tracepoints_free(tps);
		out_done(&text);
		out_done(&blob);
	}
	free(payload);
}
