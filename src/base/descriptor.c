/* Closing descriptors whose scope ends. */
#include "base/descriptor.h"

#include <errno.h>

void descriptor_close(int *fd)
{
	int error = errno;
	if (*fd >= 0) close(*fd);
	*fd = -1;
	errno = error;
}
