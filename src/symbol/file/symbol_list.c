/* A growing list of symbols with the memory of their names: string tables that were taken over (buffers) and an
 * arena for names that were made up. */
#include "symbol/file/symbol_list.h"

void symbol_list_init(struct symbol_list *list)
{
	*list = (struct symbol_list){ 0 };
	arena_init(&list->arena);
}

void symbol_list_done(struct symbol_list *list)
{
	for (size_t i = 0; i < list->buffers.count; i++) free(list->buffers.items[i]);
	vec_done(&list->buffers);
	vec_done(&list->symbols);
	arena_done(&list->arena);
}

void symbol_list_adopt(struct symbol_list *list, void *buffer)
{
	if (buffer) vec_push(&list->buffers, buffer);
}
