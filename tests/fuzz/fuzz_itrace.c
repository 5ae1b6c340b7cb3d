/* The value of --itrace. */
#include "event/spec/itrace_options.h"
#include "tests/fuzz/fuzz.h"

FUZZ(data, size)
{
	struct itrace_options options;
	_err_done_ struct err err = ERR_INIT;
	char *text = fuzz_text(data, size);
	int r = itrace_options_parse(text, &options, &err);
	if (r == 0 ? err.message != NULL : !err.message) abort();
	if (r == 0 && (options.chain_size > ITRACE_SIZE_MAX || options.last_branch_size > ITRACE_SIZE_MAX)) abort();
	free(text);
}
