/* uname(2), in a struct that knows nothing of its system header. */
#include "base/host.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

struct host host_read(void)
{
	struct host host = { "", "", "", "" };
	struct utsname uts;

	if (uname(&uts) < 0) return host;
	snprintf(host.name, sizeof(host.name), "%s", uts.nodename);
	snprintf(host.release, sizeof(host.release), "%s", uts.release);
	snprintf(host.version, sizeof(host.version), "%s", uts.version);
	snprintf(host.machine, sizeof(host.machine), "%s", uts.machine);
	return host;
}

bool host_runs_release(const char *release)
{
	struct host host = host_read();
	return *host.release && strcmp(host.release, release) == 0;
}
