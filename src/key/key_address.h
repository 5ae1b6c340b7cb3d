/* Cells of addresses that have no symbol, of which a recording of memory accesses has millions: the address itself, and
 * the number of the area that it is in (key_areas.h).
 *
 *     63    62 .. 48   47 .. 0
 *     1     area       address        everything else is a place (key_env_place), whose bit 63 is 0
 */
#ifndef KEY_KEY_ADDRESS_H
#define KEY_KEY_ADDRESS_H

#include "key/key_table.h"

/* The cell of an address: PLACE_ADDRESS of a frame that is no leaf. Any number of threads may make cells. */
uint64_t key_cell_address(struct key_env *env, const struct frame *frame);
/* The same cell in another environment (key.carry). */
uint64_t key_carry_address(const struct key_carry *carry, uint64_t cell);
/* The place of such a cell: that of the environment, or *scratch, filled in. */
const struct place *key_address_place(const struct key_env *env, uint64_t cell, struct place *scratch);
/* The address of such a cell, without looking at anything else where it has no symbol. */
uint64_t key_address_of(const struct key_env *env, uint64_t cell);

#endif
