/* Relocations with which the dynamic linker fills words of a program: slots of the procedure linkage table and the
 * global offset table. */
#ifndef SYMBOL_RELOCATIONS_H
#define SYMBOL_RELOCATIONS_H

#include "symbol/file/image.h"

/* What the word becomes. */
enum relocation_kind {
	RELOCATION_JUMP_SLOT, /* the address of a function, when it is called first */
	RELOCATION_GLOB_DAT,  /* the address of a symbol */
	RELOCATION_IRELATIVE, /* what the function at the addend returns */
	RELOCATION_RELATIVE,  /* the addend, as an address of this object */
	RELOCATION_MODULE,    /* the number of the object that has the thread's variable; one more word follows: */
	RELOCATION_OFFSET,    /* where in that object's block of thread's variables it is */
	RELOCATION_THREAD,    /* where it is, from where the thread register points */
	/* The function that returns that when it is given the word's address; its data is in the next word. */
	RELOCATION_DESCRIPTOR,
	NR_RELOCATION_KINDS,
};

struct relocation {
	uint64_t vaddr;
	int64_t addend;
	uint32_t symbol; /* 0: none */
	enum relocation_kind kind;
};

/* Of one section, by address. */
struct relocations {
	const struct image *image; /* borrowed */
	struct relocation *items;
	size_t count;
	bool has_addend;             /* else the word itself has it */
	struct bytes symbols, names; /* of the symbol table they refer to */
};

/* Which ones are kept: kinds, a bit of each; of words from start to end. */
struct relocation_filter {
	unsigned kinds;
	uint64_t start, end;
};

/* The symbol of a relocation. */
struct relocation_symbol {
	const char *name; /* lives as long as the relocations; never NULL */
	uint64_t value;
	bool is_defined; /* in this object */
};

/* Is it known what the machine's (EM_) relocations do? */
bool relocations_are_known(uint16_t machine);
/* Reads a section with addends (RELA), or the one without (REL), whichever is there. *ret is empty where neither is, or
 * is damaged. Free with relocations_done. */
void relocations_read(const struct image *image, const char *rela_name, const char *rel_name,
		      const struct relocation_filter *filter, struct relocations *ret);
void relocations_done(struct relocations *r);
/* Of the word at vaddr; NULL: none. */
const struct relocation *relocations_at(const struct relocations *r, uint64_t vaddr);
/* False: it has none, or one without a name. */
bool relocations_symbol(const struct relocations *r, const struct relocation *relocation,
			struct relocation_symbol *ret);

#endif
