/* UTF-8, as RFC 3629 has it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The length of the sequence at text, of which `left` (more than 0) bytes are there; 0 when it is none: section 4 of
 * the RFC. */
size_t utf8_length(const uint8_t *text, size_t left);

#endif
