/* Bytes at random as a trace of each kind that is shown packet by packet: the first byte says which. */
#include "hwtrace/trace_format.h"
#include "perfdata/record/record.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	if (!size) return;
	const struct trace_format *format = trace_format_find(data[0] % (AUXTRACE_HISI_PTT + 1u));
	if (!format || !format->dump) return;
	struct outbuf out;
	out_init(&out, -1);
	format->dump(data + 1, size - 1, &out);
	out_done(&out);
}
