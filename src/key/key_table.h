/* For the families of keys only: the table's declarations and the orders and formats that several keys use. */
#ifndef KEY_KEY_TABLE_H
#define KEY_KEY_TABLE_H

#include "key/key.h"
#include <stdio.h>

/* key_pid, key_comm ...: the descriptors of key.def, each defined in the file of its family. */
#define KEY(id) extern const struct key key_##id;
#include "key/key.def"
#undef KEY

/* As qsort's comparisons: below 0 when a comes first. */
static inline int key_compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* Orders and formats for key.order, key.order_prefix and key.format; named for the cells that they are of. */
int key_order_signed(const struct key_env *env, uint64_t a, uint64_t b);
int key_order_descending(const struct key_env *env, uint64_t a, uint64_t b);
/* For places: by name; code without a name behind code with one, by address. */
int key_order_place(const struct key_env *env, uint64_t a, uint64_t b);
int key_order_places(const struct place *l, const struct place *r); /* the same of two places */
uint64_t key_prefix_place(const struct key_env *env, uint64_t cell);
/* "[.] main+0x10" */
void key_format_place_offset(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
/* The name of a frame's object as the options want it. The cell is the address of the text, which is stored once:
 * the model interns names. */
uint64_t key_cell_dso(struct key_env *env, const struct frame *frame);
/* Whether a cell of key_cell_dso is an object's. */
bool key_cell_has_object(uint64_t cell);
/* For cells of key_cell_dso: by name, what is in no object last; and the name. */
int key_order_dso(const struct key_env *env, uint64_t a, uint64_t b);
void key_format_dso(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
uint64_t key_carry_dso(const struct key_carry *carry, uint64_t cell);
/* "[k] ", where the options do not leave it out. */
void key_format_level(const struct key_env *env, const struct place *place, struct outbuf *out);
/* With -v: an address, and a letter for where the symbols of the place's object came from. */
void key_format_origin(const struct key_env *env, const struct place *place, uint64_t address, struct outbuf *out);
/* "[.] main", "[.] 0x0000000000401000" */
void key_format_place(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
/* key.cell_width of places. */
unsigned key_place_width(const struct key_env *env, uint32_t event, uint64_t cell);
/* key.join of places: the symbol's name. */
void key_join_place(const struct key_env *env, uint64_t cell, struct outbuf *out);
/* "4K", "2M" of a number of bytes; "N/A" for 0. */
void key_format_page_size(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);

#endif
