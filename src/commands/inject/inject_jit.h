/* perf inject -j: code of jitdump files becomes objects of its own, jitted-PID-N.so beside the jitdump, and the mapping
 * of the jitdump becomes one of each piece of code, from its time on. */
#ifndef COMMANDS_INJECT_INJECT_JIT_H
#define COMMANDS_INJECT_INJECT_JIT_H

#include "base/arena.h"
#include "base/u64map.h"
#include "perfdata/feature/header.h"
#include "perfdata/rewriter.h"
#include "session/session.h"

struct inject_jit {
	struct session *session;
	struct warnings *warnings;
	bool pipe;                             /* build-ids are told by records */
	struct arena names;                    /* of objects */
	struct u64map done;                    /* hash of process and jitdump -> 1 */
	struct u64map pids;                    /* of processes whose jitdump was met -> 1 */
	VEC(struct header_build_id) build_ids; /* of the objects; filenames are in names */
	uint64_t nr_dumps, nr_objects;
};

/* session and warnings are borrowed until inject_jit_done. 0, or -EINVAL with err set where the times of the recording
 * are not those of jitdumps. */
int inject_jit_init(struct inject_jit *jit, struct session *session, struct warnings *warnings,
		    struct err *err) _warn_unused_;
void inject_jit_done(struct inject_jit *jit);
/* Types of records that inject_jit_record is to be asked about. */
bool inject_jit_wants(uint32_t type);
/* Writes the objects when the mapping of a jitdump comes by. Takes out marks of rounds, too: the new mappings stand
 * before records that are older than they. */
enum rewrite inject_jit_record(struct inject_jit *jit, const struct record *r, struct outbuf *out);

#endif
