/* File descriptors that one thing owns. */
#ifndef BASE_DESCRIPTOR_H
#define BASE_DESCRIPTOR_H

#include <unistd.h>
#include "base/compiler.h"

/* Closes it, if there is one, and leaves -1; errno stays. */
void descriptor_close(int *fd);
/* int fd = -1 that is closed when its scope is left */
#define _close_ _cleanup_(descriptor_close)

#endif
