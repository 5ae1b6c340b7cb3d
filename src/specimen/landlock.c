/* Two calls of landlock_add_rule(2) that fail, with structures behind their arguments: what `perf trace` shows of them
 * is known. */
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "specimen/specimen.h"

#ifndef SYS_landlock_add_rule
#define SYS_landlock_add_rule 445 /* of every architecture */
#endif

/* linux/landlock.h, which older systems have without ports */
enum { RULE_PATH_BENEATH = 1, RULE_NET_PORT = 2, ACCESS_FS_READ_FILE = 1 << 2, ACCESS_NET_CONNECT_TCP = 1 << 1 };
struct path_beneath {
	uint64_t allowed_access;
	int32_t parent_fd;
} __attribute__((packed));
struct net_port {
	uint64_t allowed_access, port;
};
/* Values that tests look for. The kernel knows no flags here, so that both calls fail everywhere. */
enum { RULESET_FD = 11, PARENT_FD = 14, PORT = 19, FLAGS = 45 };

static SPECIMEN_FUNCTION int landlock(int argc, const char **argv)
{
	struct path_beneath path = { .allowed_access = ACCESS_FS_READ_FILE, .parent_fd = PARENT_FD };
	struct net_port net = { .allowed_access = ACCESS_NET_CONNECT_TCP, .port = PORT };

	syscall(SYS_landlock_add_rule, RULESET_FD, RULE_PATH_BENEATH, &path, FLAGS);
	syscall(SYS_landlock_add_rule, RULESET_FD, RULE_NET_PORT, &net, FLAGS);
	return 0;
}

const struct specimen specimen_landlock = { .name = "landlock", .usage = "", .run = landlock };
