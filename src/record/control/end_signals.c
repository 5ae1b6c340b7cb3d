#include "record/control/end_signals.h"

#include <stddef.h>

bool signal_is_ignored(int signal_number)
{
	struct sigaction action;
	return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void end_signals_add(sigset_t *set)
{
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	if (!signal_is_ignored(SIGHUP)) sigaddset(set, SIGHUP);
	if (!signal_is_ignored(SIGQUIT)) sigaddset(set, SIGQUIT);
}
