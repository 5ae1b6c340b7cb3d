/* Whether a command frees what it holds when it ends. The process ends right after it, and the kernel takes back a
 * session of gigabytes in a fraction of the time that freeing it piece by piece takes. Builds with the address
 * sanitizer do free: what is still held then was lost, and a leak in a loop is seen. */
#ifndef BASE_TEARDOWN_H
#define BASE_TEARDOWN_H

#include <stdbool.h>

/* A constant of the build: whether everything is to be freed. */
static inline bool teardown_is_whole(void)
{
#if defined(__SANITIZE_ADDRESS__)
	return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
	return true;
#else
	return false;
#endif
#else
	return false;
#endif
}

#endif
