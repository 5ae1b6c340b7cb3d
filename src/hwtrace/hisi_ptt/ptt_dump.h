/* HiSilicon PCIe tune and trace: headers of PCIe packets in 4 or 8 words (the kernel's
 * Documentation/trace/hisi-ptt.rst). */
#ifndef HWTRACE_HISI_PTT_PTT_DUMP_H
#define HWTRACE_HISI_PTT_PTT_DUMP_H

#include "base/outbuf.h"

/* Appends the headers as text, a line a word, under a headline with the number of bytes; what is less than a header at
 * the end is left out. Where out has a descriptor, it is written now and then, and the text ends where that fails
 * (out->error). Any bytes. */
void ptt_dump(const uint8_t *bytes, size_t size, struct outbuf *out);

#endif
