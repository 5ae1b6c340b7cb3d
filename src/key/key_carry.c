/* Cells of texts and places, carried over to another environment. */
#include "key/key_table.h"

uint64_t key_carry_text(const struct key_carry *carry, uint64_t cell)
{
	return key_env_text(carry->to, key_env_text_of(carry->from, cell));
}

uint64_t key_carry_place(const struct key_carry *carry, uint64_t cell)
{
	return key_env_carry_place(carry->to, carry->from, (uint32_t)cell, carry->model);
}
