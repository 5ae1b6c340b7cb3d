/* Names of what the kernel's page allocator numbers. */
#include "result/kmem_result.h"
#include "base/compiler.h"

const char *kmem_migrate_type_name(int32_t migrate_type)
{
	static const char *const names[] = { "unmovable", "movable", "reclaimable", "highatomic", "cma", "isolate" };
	return migrate_type >= 0 && (size_t)migrate_type < ARRAY_SIZE(names) ? names[migrate_type] : NULL;
}
