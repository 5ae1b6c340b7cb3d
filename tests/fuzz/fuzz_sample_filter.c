/* --filter of samples: text, and once more behind itself. */
#include "event/spec/sample_filter_parse.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct sample_filter filter = { 0 };
	const struct event_attr attr = { .sample_type = SAMPLE_IP };
	_err_done_ struct err err = ERR_INIT;
	char *text = fuzz_text(data, size);
	int r = sample_filter_parse(&filter, text, &err);
	if (r == 0 ? err.message != NULL : !err.message) abort();
	if ((r == 0) != (filter.count > 0) || filter.count > SAMPLE_FILTER_MOST) abort();
	if (r == 0 && !filter.items[filter.count - 1].is_last) abort();
	if (r == 0) (void)!sample_filter_parse(&filter, text, NULL);
	(void)!sample_filter_check(&filter, &attr, "event", NULL);
	free(text);
}
