/* The symbols in address filters (event/spec/address_filter.h) become numbers: offsets into the named file, addresses
 * of the running kernel. */
#ifndef PROBE_SEARCH_ADDRESS_SYMBOLS_H
#define PROBE_SEARCH_ADDRESS_SYMBOLS_H

#include "event/spec/address_filter.h"
#include "kernel/kernelfs.h"

/* Filters as the user writes them -> as the kernel takes them, with commas between: "filter main @ ./a.out" -> "filter
 * 0x1130/0x2a@/tmp/a.out". Only functions count. fs: whose proc/kallsyms tells of the kernel. -EINVAL, -ENOENT or
 * -EPERM with err: the form is wrong, a symbol or file is not there, there are several of a name (all are listed, as
 * upstream does). ret gets text appended, or is left alone. */
int address_symbols_resolve(const char *text, const struct kernelfs *fs, struct strbuf *ret, struct err *err);

#endif
