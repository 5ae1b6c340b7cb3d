/* --pfm-events: events by libpfm4's names. The library is opened for one option and closed again; the events are
 * plain ones afterwards. */
#include "commands/option/pfm_option.h"

#include "cli/console.h"
#include "event/spec/pfm.h"

int pfm_option_store(const struct option *option, const char *arg, bool unset, void *events)
{
	_err_done_ struct err err = ERR_INIT;
	if (unset) return 0;
	struct pfm *pfm = pfm_open(&err);
	int r = pfm ? pfm_parse(pfm, events, arg, &err) : err.code;
	pfm_close(pfm);
	if (r < 0) console_err(&err);
	return r < 0 ? -1 : 0;
}
