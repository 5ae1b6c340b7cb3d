/* The words and bytes of every record, and the header's text. */
#include "perfdata/dump.h"
#include "perfdata/header_text.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct perfdata_options options = { 0 };
	struct perfdata *pd = NULL;
	if (size < 1 || perfdata_open_memory(data, size, "fuzz", &options, &pd, NULL) < 0) return;
	for (int tool = DUMP_REPORT; tool <= DUMP_SCRIPT; tool++) {
		struct outbuf out;
		struct dump dump;
		struct record r;
		out_init(&out, -1);
		dump_init(&dump, pd, (enum dump_tool)tool, &out);
		while (perfdata_next(pd, &r) > 0) {
			struct sample sample;
			dump_record(&dump, &r, &sample);
			out.size = 0;
		}
		header_text_format(pd, true, &out);
		dump_done(&dump);
		out_done(&out);
		perfdata_rewind(pd);
	}
	perfdata_close(pd);
}
