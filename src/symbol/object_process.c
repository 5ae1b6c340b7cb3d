/* Code that a perf map names: it is in the memory of the process alone, as long as that runs. Addresses are those of
 * the process. What is there now may be other code than was recorded, since compilers throw code away. */
#include "symbol/file/target_code.h"
#include "symbol/object_private.h"

/* Files of another machine, and processes of guests, are not here. */
static bool is_elsewhere(const struct object *object)
{
	return object->other_host || object->identity.guest || object->files->symfs[0];
}

bool object_process_place(struct object *object, uint64_t addr, struct object_code_place *ret)
{
	const struct object_identity *identity = &object->identity;
	int32_t pid = identity->pid;
	if (is_elsewhere(object) || target_code_state(pid, addr, object->recorded_until) != TARGET_CODE_READABLE)
		return false;
	if (!target_code_machine(pid, &ret->set.machine, &ret->set.is64, &ret->is_big_endian)) return false;
	ret->path = identity->path;
	ret->section_end = UINT64_MAX;
	warnings_add(object->store->options.warnings, "code of a running process",
		     "Code that a perf map names is read from the memory of process %d as it is now: it may be "
		     "other code than was recorded. A jitdump has the code of its time",
		     pid);
	return true;
}

size_t object_process_code(struct object *object, uint64_t addr, void *to, size_t size_bytes, struct insn_set *ret_set)
{
	struct object_code_place place = { 0 };
	if (!object_process_place(object, addr, &place)) return 0;
	*ret_set = place.set;
	return target_file_memory(object->identity.pid, addr, to, size_bytes);
}

char *object_process_why(const struct object *object, uint64_t addr)
{
	if (is_elsewhere(object)) return xstrdup("it was in the memory of a process of another machine");
	int32_t pid = object->identity.pid;
	return target_code_words(target_code_state(pid, addr, object->recorded_until), pid);
}
