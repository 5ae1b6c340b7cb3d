/* Types of data as text, in upstream's layout. */
#ifndef RENDER_LISTING_TYPE_TEXT_H
#define RENDER_LISTING_TYPE_TEXT_H

#include "base/outbuf.h"
#include "result/type_layout.h"

enum type_column { TYPE_PERCENTS, TYPE_SAMPLES, TYPE_PERIODS };

struct type_text_options {
	enum type_column column;
	const char *name;     /* only types of this name, with or without "struct " in front; NULL: all */
	double percent_limit; /* types with a smaller share of the first event are left out */
	/* Of the events that are shown side by side, from first on; their names. */
	size_t first, count;
	const char *const *event_names;
};

/*     Annotate type: 'struct inner' in /usr/bin/prog (5 samples):
 *     ============================================================================
 *      Percent     offset       size  field
 *       100.00          0       0x68  struct inner	 {
 *        30.00          0        0x4      int	a;
 *                                     };
 */
void type_text(const struct type_layouts *layouts, const struct type_text_options *options, struct outbuf *out);
/* How many instructions have a type, and why not the others; of which kinds they are. */
void type_text_stats(const struct type_layouts *layouts, struct outbuf *out);
void type_text_insn_stats(const struct type_layouts *layouts, struct outbuf *out);

#endif
