/* The texts of perf kmem stat, in upstream's layout, and as JSON (docs/json-kmem.md). */
#ifndef RENDER_LISTING_KMEM_TEXT_H
#define RENDER_LISTING_KMEM_TEXT_H

#include "base/outbuf.h"
#include "result/kmem_result.h"

struct kmem_text_options {
	int64_t caller_lines, object_lines; /* -1: all */
	bool raw_ip;
};

void kmem_text_slab(const struct kmem_slab_result *result, const struct kmem_text_options *options, struct outbuf *out);
void kmem_text_page(const struct kmem_page_result *result, const struct kmem_text_options *options, struct outbuf *out);
/* Lines: as many rows; caller_lines and object_lines. */
void kmem_json(const struct kmem_result *result, const struct kmem_text_options *options, struct outbuf *out);
/* "unmovable" of a type as the kernels since 4.4 number them; NULL: not known. */
const char *kmem_migrate_type_name(int32_t migrate_type);

#endif
