/* A cfi as bytes without pointers, to be kept in the cache: its rows are used where they are mapped, its few rules are
 * copied and checked. */
#ifndef SYMBOL_CFI_CFI_FLAT_H
#define SYMBOL_CFI_CFI_FLAT_H

#include "symbol/cfi/cfi.h"

/* To be increased whenever the layout of the bytes or the meaning of rules changes: the cache then does not take what
 * an older perf kept. */
#define CFI_FLAT_VERSION 1

/* Caller frees; NULL when it is too large to be kept. */
void *cfi_flatten(const struct cfi *cfi, size_t *ret_size_bytes);
/* Over bytes at a multiple of 8, which stay where they are until cfi_free. -EBADMSG. */
int cfi_unflatten(const void *data, size_t size_bytes, struct cfi **ret) _warn_unused_;

#endif
