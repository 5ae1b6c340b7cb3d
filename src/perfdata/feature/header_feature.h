/* A header feature: its name, how its section is decoded, encoded and shown. Each is a file feature_*.c that defines
 * one `const struct feature_desc feature_X`, and a line in header_feature.def; nothing else knows it. What it decodes
 * goes to members of struct perf_header (header.h), or to own[bit] when nobody else asks for it
 * (docs/howto/add-header-feature.md). Files have features in the order of their bits, so decode may rely on features
 * with lower bits. */
#ifndef PERFDATA_FEATURE_HEADER_FEATURE_H
#define PERFDATA_FEATURE_HEADER_FEATURE_H

#include "base/outbuf.h"
#include "perfdata/feature/header.h"

/* All functions of a feature; most of them are a dozen lines. A feature that is in `present` has been decoded without
 * error when print is called. */
struct feature_desc {
	/* Takes what it knows from c into h (memory from h->arena). Returns 0 or -EBADMSG. NULL: the bit is all there
	 * is. */
	int (*decode)(struct cursor *c, struct perf_header *h);
	/* Appends the section to out, in this machine's byte order. NULL: an empty section. */
	void (*encode)(const struct perf_header *h, struct outbuf *out);
	/* Adds the comment lines of `--header`. NULL: none. */
	void (*print)(const struct perf_header *h, struct outbuf *out);
	/* Shown only with -I; otherwise one line says that it is there. */
	bool long_text;
};

#define FEATURE(NAME, bit, descriptor) extern const struct feature_desc descriptor;
#include "perfdata/format/header_feature.def"
#undef FEATURE

/* Decodes one record of the BUILD_ID section, which is also what a HEADER_BUILD_ID record is; c is at the record's
 * header and is moved behind the record. with_pid false: the oldest layout, without pid. Returns 0 or -EBADMSG. */
int feature_decode_build_id(struct cursor *c, struct perf_header *h, bool with_pid, struct header_build_id *ret);

/* The same the other way round: type is 0 in the section, RECORD_HEADER_BUILD_ID of a record. Nothing where the name
 * does not fit a record. */
void feature_encode_build_id(uint32_t type, const struct header_build_id *build_id, struct outbuf *out);

/* NULL for an unknown bit. */
const struct feature_desc *feature_desc(unsigned bit);

/* The building blocks of most sections: a string is u32 size and so many bytes, padded with NULs; a list is u32 count
 * and strings. Results live in h->arena. NULL when the section ends before, which also sets the cursor's error. */
char *feature_get_string(struct cursor *c, struct perf_header *h);
char **feature_get_strings(struct cursor *c, struct perf_header *h, uint32_t *ret_count);
/* u32, for the number of items of at least item_size bytes that follow: more than fit sets the cursor's error and gives
 * 0. */
uint32_t feature_get_count(struct cursor *c, size_t item_size);
/* text may be NULL: empty. Padded to a multiple of 64 bytes with at least one NUL, as upstream writes. */
void feature_put_string(struct outbuf *out, const char *text);
void feature_put_strings(struct outbuf *out, char *const *texts, uint32_t count);

#endif
