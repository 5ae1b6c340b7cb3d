/* For the files of keys only: the table's declarations and the orders and formats that several keys use. */
#ifndef KEY_KEY_TABLE_H
#define KEY_KEY_TABLE_H

#include "key/key.h"
#include <stdio.h>

#define KEY(id) extern const struct key key_##id;
#include "key/key.def"
#undef KEY

int key_order_descending(const struct key_env *env, uint64_t a, uint64_t b);
int key_order_place(const struct key_env *env, uint64_t a, uint64_t b);
uint64_t key_prefix_place(const struct key_env *env, uint64_t cell);
void key_format_place_offset(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
uint64_t key_cell_dso(struct key_env *env, const struct frame *frame);
int key_order_dso(const struct key_env *env, uint64_t a, uint64_t b);
void key_format_dso(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
/* "[k] ", where the options do not leave it out. */
void key_format_level(const struct key_env *env, const struct place *place, struct outbuf *out);
void key_format_place(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);
void key_format_page_size(const struct key_env *env, uint64_t cell, unsigned width, struct outbuf *out);

#endif
