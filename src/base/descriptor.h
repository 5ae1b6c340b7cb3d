/* File descriptors that one thing owns. */
#ifndef BASE_DESCRIPTOR_H
#define BASE_DESCRIPTOR_H

#include <unistd.h>
#include "base/compiler.h"

/* Closes *fd if it is not negative, and sets it to -1. errno stays as it was, so that it can stand between a failed
 * call and its "return -errno". Errors of close(2) are ignored: who writes checks them itself. */
void descriptor_close(int *fd);
/* For "_close_ int fd = -1;": closed when its scope is left. To keep the descriptor, copy it and set the variable to
 * -1. */
#define _close_ _cleanup_(descriptor_close)

#endif
