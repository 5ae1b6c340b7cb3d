#include "cli/exit_signal.h"

#include <signal.h>
#include <sys/prctl.h>

void exit_by_signal(int signal_number)
{
	prctl(PR_SET_DUMPABLE, 0);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}
