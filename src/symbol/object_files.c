/* Searches the places of symbol_source.def, in their order, for the files of one object (object_files.h).
 *
 * A search makes a `query` from the object's identity, then opens one candidate after the other (next_file). A
 * candidate with another build-id is passed over, and noted as changed or overwritten so that the user is
 * warned. Where no build-id was recorded, that of the file at the recorded path stands in for it,
 * so that debug files must match the program that is installed now. */
#include "symbol/file/build_id.h"
#include "symbol/object_files.h"

#include <errno.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/image_symbols.h"
#include "symbol/object_private.h"

void object_files_done(struct object_files *files)
{
	symbol_file_close(&files->symbols);
	symbol_file_close(&files->runtime);
}

bool image_has_debug_info(const struct image *image)
{
	static const char *const names[] = { ".debug_info", ".debug_line", ".zdebug_info", ".zdebug_line" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct image_section *section = image_section(image, names[i]);
		if (section && section->type != SHT_NOBITS && section->size_bytes) return true;
	}
	return false;
}

static bool build_id_differs(const uint8_t *wanted, size_t wanted_size, const struct image *image)
{
	uint8_t id[20];
	int size = wanted_size ? image_build_id(image, id) : -ENODATA;
	return size > 0 && ((size_t)size != wanted_size || memcmp(id, wanted, (size_t)size) != 0);
}

bool object_build_id_differs(const struct object *object, const struct image *image)
{
	return build_id_differs(object->build_id, object->identity.build_id_size, image);
}

/* One search. query is what sources see; the other members are storage for it, or what was noticed on the way. */
struct query {
	struct source_query query;
	uint8_t own_id[20];
	struct host host;
	/* The path of a file that ran by its name, and is another one now; NULL: none was met. */
	char *changed;
	char *overwritten; /* the same of one in the build-id cache */
};

static void query_done(struct query *q)
{
	free(q->changed);
	free(q->overwritten);
}

/* own_id has to live as long as the query, which points to it. */
static void query_init(struct query *q, const struct object *object)
{
	const struct object_identity *identity = &object->identity;
	q->query = (struct source_query){
		.files = object->files,
		.mapped = &identity->mapped,
		.kind = identity->kind,
		.path = identity->path,
		.build_id = object->build_id,
		.build_id_size = identity->build_id_size,
		.build_id_recorded = identity->build_id_size > 0,
	};
	q->changed = q->overwritten = NULL;
	if (identity->kind == OBJECT_VDSO && !identity->build_id_size && !identity->guest) {
		bool hidden;
		q->query.of_running_kernel = symbol_store_kernel_match(object->store, &hidden) >= KERNEL_SAME_RELEASE;
	}
	if (identity->kind == OBJECT_MODULE && !identity->guest)
		q->query.kernel_release = symbol_store_kernel_release(object->store, &q->host);
	if (q->query.build_id_size || identity->kind == OBJECT_MODULE) return;
	/* not recorded: the file that is found is believed to be the one that ran */
	int code = 0, size = -ENOENT;
	for (unsigned attempt = 0; code != -ENOENT && size < 0; attempt++) {
		_free_ char *path = NULL;
		code = symbol_source_own_path(&q->query, attempt, &path);
		if (code == 0) size = build_id_of_file(path, q->own_id);
	}
	if (size <= 0) return;
	q->query.build_id = q->own_id;
	q->query.build_id_size = (size_t)size;
}

/* Adds "; NAME (PATH): WHAT" to the text about the search. NULL: nobody wants to know. */
static void tell(struct strbuf *tried, const struct symbol_source *source, const char *path, const char *what)
{
	if (!tried) return;
	if (tried->size) strbuf_str(tried, "; ");
	strbuf_str(tried, source->name);
	if (path && strcmp(path, source->name) != 0) strbuf_printf(tried, " (%s)", path);
	strbuf_printf(tried, ": %s", what);
}

/* Words for what sources return; those of the C library for the rest. */
static const char *trouble(int code)
{
	switch (code) {
	case -ENOEXEC: return "no ELF file";
	case -EBADMSG: return "damaged";
	case -ESTALE: return "another checksum or build-id";
	case -EFBIG: return "too large when unpacked";
	default: return strerror(-code);
	}
}

static void warn_changed(const struct object *object, const char *path)
{
	warnings_add(object->store->options.warnings, "changed since recording",
		     "%s is not the file that was recorded (its build-id is another one): it is not used. \"perf "
		     "buildid-cache --add FILE\" with the "
		     "recorded version, or its debug package, brings the symbols back",
		     path);
}

/* The cache of earlier versions, and of other perfs, holds hard links, which change with the file. */
static void warn_overwritten(const struct object *object, const char *path)
{
	warnings_add(object->store->options.warnings, "changed in the build-id cache",
		     "%s is not what its build-id says: it is a hard link of a program that was overwritten since, or "
		     "somebody changed it. It is not used. "
		     "\"perf buildid-cache --add FILE\" with the recorded version replaces it",
		     path);
}

/* The next file of a source that is of the object; -ENOENT when there is no more. */
static int next_file(struct query *q, const struct symbol_source *source, unsigned *attempt, struct symbol_file *ret,
		     struct strbuf *tried)
{
	for (;;) {
		int code = source->open(&q->query, (*attempt)++, ret);
		if (code == -ENOENT) return code;
		if (code < 0) {
			if (code != -ENXIO) tell(tried, source, NULL, trouble(code));
			continue;
		}
		uint8_t id[20];
		bool is_unproved = source->by_build_id && image_build_id(&ret->image, id) <= 0;
		if (!is_unproved && !build_id_differs(q->query.build_id, q->query.build_id_size, &ret->image)) return 0;
		tell(tried, source, ret->path, "of another build-id");
		bool is_of_process = strncmp(ret->path, "/proc/", 6) == 0;
		char **noted = source->by_build_id ? &q->overwritten : &q->changed;
		if ((source->runtime || source->by_build_id) && !*noted && !is_of_process) *noted = xstrdup(ret->path);
		symbol_file_close(ret);
	}
}

/* Both are closed on their own. The same path once more, as an open file of its own. */
static int open_again(const struct symbol_file *file, struct symbol_file *ret)
{
	_free_ char *path = xstrdup(file->path);
	return symbol_file_open(&path, ret);
}

/* One pass over the sources for both files. The first with .symtab becomes symbols; the first of a source that has
 * real programs (runtime) becomes runtime; one file may be both, and is then opened twice, so that each can be
 * closed on its own. */
static void find(const struct object *object, bool runtime_only, struct object_files *found, struct strbuf *tried)
{
	struct query q;
	query_init(&q, object);
	for (size_t i = 0; symbol_sources[i]; i++) {
		const struct symbol_source *source = symbol_sources[i];
		bool wants_symbols = !found->symbols.path && !runtime_only,
		     wants_runtime = source->runtime && !found->runtime.path;
		struct symbol_file file = { .image = IMAGE_INIT };
		if (!(source->kinds >> object->identity.kind & 1)) continue;
		for (unsigned attempt = 0;
		     (wants_symbols || wants_runtime) && next_file(&q, source, &attempt, &file, tried) >= 0;) {
			bool has_symbols = image_has_symbols(&file.image, SHT_SYMTAB);
			if (!has_symbols) tell(tried, source, file.path, "no .symtab");
			else if (!wants_symbols) tell(tried, source, file.path, "the file that ran");
			if (wants_runtime &&
			    (!wants_symbols || !has_symbols || open_again(&file, &found->runtime) >= 0)) {
				found->runtime_source = source;
				wants_runtime = false;
				if (!wants_symbols || !has_symbols) {
					found->runtime = file;
					file = (struct symbol_file){ .image = IMAGE_INIT };
				}
			}
			if (wants_symbols && has_symbols) {
				found->symbols = file;
				found->symbols_source = source;
				wants_symbols = false;
				file = (struct symbol_file){ .image = IMAGE_INIT };
			}
			symbol_file_close(&file);
			if (found->symbols_source == source || found->runtime_source == source) break;
		}
		if ((found->symbols.path || runtime_only) && found->runtime.path) break;
	}
	/* What was said is the one thing that a search changes. */
	struct object *told = (struct object *)object;
	if (q.overwritten && !atomic_exchange(&told->told_overwritten, true)) warn_overwritten(object, q.overwritten);
	if (q.changed && !found->runtime.path && !atomic_exchange(&told->told_changed, true))
		warn_changed(object, q.changed);
	query_done(&q);
}

/* Names the places in which nothing was found; those that had something are in the text already. */
static void tell_empty(const struct object *object, struct strbuf *tried)
{
	_strbuf_done_ struct strbuf names = STRBUF_INIT;
	for (size_t i = 0; symbol_sources[i]; i++) {
		if (!(symbol_sources[i]->kinds >> object->identity.kind & 1)) continue;
		_free_ char *mention = xasprintf("%s (", symbol_sources[i]->name),
			    *failure = xasprintf("%s: ", symbol_sources[i]->name);
		if (!strstr(strbuf_text(tried), mention) && !strstr(strbuf_text(tried), failure))
			strbuf_printf(&names, "%s%s", names.size ? ", " : "", symbol_sources[i]->name);
	}
	strbuf_printf(tried, "%snothing in: %s", tried->size ? "; " : "", strbuf_text(&names));
}

void object_files_find(const struct object *object, struct object_files *ret, struct strbuf *tried)
{
	*ret = (struct object_files)OBJECT_FILES_INIT;
	find(object, false, ret, tried);
	if (tried && !ret->symbols.path) tell_empty(object, tried);
}

int object_open_runtime(const struct object *object, struct symbol_file *ret)
{
	struct object_files found = OBJECT_FILES_INIT;

	find(object, true, &found, NULL);
	if (!found.runtime.path) return -ENOENT;
	*ret = found.runtime;
	return 0;
}

int object_open_symbols(const struct object *object, struct symbol_file *ret)
{
	struct object_files found = OBJECT_FILES_INIT;

	find(object, false, &found, NULL);
	symbol_file_close(&found.runtime);
	if (!found.symbols.path) return -ENOENT;
	*ret = found.symbols;
	return 0;
}

/* As find(), but for the first file with debug information, whatever else it has. */
int object_open_debug_info(const struct object *object, struct symbol_file *ret)
{
	struct query q;

	if (object->identity.kind == OBJECT_KERNEL) return kernel_image_open(object, image_has_debug_info, ret, NULL);
	query_init(&q, object);
	for (size_t i = 0; symbol_sources[i]; i++) {
		struct symbol_file file = { .image = IMAGE_INIT };
		if (!(symbol_sources[i]->kinds >> object->identity.kind & 1)) continue;
		for (unsigned attempt = 0; next_file(&q, symbol_sources[i], &attempt, &file, NULL) >= 0;) {
			if (image_has_debug_info(&file.image)) {
				*ret = file;
				query_done(&q);
				return 0;
			}
			symbol_file_close(&file);
		}
	}
	query_done(&q);
	return -ENOENT;
}

unsigned object_lacks(const struct object *object)
{
	struct object_files found;
	struct symbol_file debug = { .image = IMAGE_INIT };
	enum object_kind kind = object->identity.kind;
	unsigned lacks = 0;

	if ((kind != OBJECT_USER && kind != OBJECT_VDSO) || !object->identity.build_id_size) return 0;
	object_files_find(object, &found, NULL);
	if (!found.runtime.path) lacks |= OBJECT_LACKS_PROGRAM;
	if (!found.symbols.path) lacks |= OBJECT_LACKS_SYMBOLS;
	if (object_open_debug_info(object, &debug) < 0) lacks |= OBJECT_LACKS_DEBUG_INFO;
	symbol_file_close(&debug);
	object_files_done(&found);
	return lacks;
}

struct bundle *object_bundle(const struct object *object) { return object->store->options.bundle; }
const struct object_identity *object_identity(const struct object *object) { return &object->identity; }
