/* Ending by a signal: the default action is restored and the signal raised again, so that the parent sees it in the
 * status (WIFSIGNALED). A core would show this tidying-up, not the crash: PR_SET_DUMPABLE turns it off. */
#include "cli/exit_signal.h"

#include <signal.h>
#include <sys/prctl.h>

void exit_by_signal(int signal_number)
{
	prctl(PR_SET_DUMPABLE, 0);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}
