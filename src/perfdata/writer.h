/* Writing a perf.data, file or pipe form, in this machine's byte order or the other.
 *
 * A file is begun with a header whose data.size is 0 and data is appended as it comes, so that a recording that dies is
 * readable up to its last complete record; perfdata_writer_finish writes the feature sections and completes the header.
 */
#ifndef PERFDATA_WRITER_H
#define PERFDATA_WRITER_H

#include <sys/uio.h>
#include "base/err.h"
#include "perfdata/feature/header.h"

/* A file or stream that is being written; fd and events are the caller's. */
struct perfdata_writer;

/* WRITER_PIPE: stream form, attrs and features as records. WRITER_SWAPPED: the header is in the other byte order than
 * this machine's, as the caller's records are. */
enum { WRITER_FILE = 0, WRITER_PIPE = 1, WRITER_SWAPPED = 2 };
/* Begins a recording: writes the file header, ids and attrs, or in pipe form the 16-byte header and the ATTR and
 * EVENT_UPDATE records. fd stays the caller's, and is at offset 0 (pipe: wherever it is). events are borrowed and must
 * outlive the writer; their ids must be known, as they cannot be added later. All attrs get the same size, the
 * smallest that holds every event's. Returns 0, or -errno with err set. */
int perfdata_writer_new(int fd, unsigned form, const struct perf_events *events, struct perfdata_writer **ret,
			struct err *err) _warn_unused_;
/* For a further file of a directory: nothing but records, without header or features. */
struct perfdata_writer *perfdata_writer_new_bare(int fd);
/* Frees the writer only: neither finishes the file nor closes fd. */
void perfdata_writer_free(struct perfdata_writer *writer);
/* Appends whole records, at once and uncopied; parts is consumed (its members change). Returns 0, or -errno, after
 * which the end of the file may be half a record (perfdata_writer_cut takes it away). One thread at a time. */
int perfdata_writer_append(struct perfdata_writer *writer, struct iovec *parts, int nr_parts) _warn_unused_;
/* Appends size_bytes that are whole records of the file `from`, `offset` bytes from its start: the kernel copies them,
 * or lets both files share them. File form. *ret_done is what was copied; 0 when that is all, else -errno: -ENOSPC,
 * -EDQUOT and -EFBIG mean what they say, others that it cannot be done in this way. */
int perfdata_writer_copy(struct perfdata_writer *writer, int from, uint64_t offset, uint64_t size_bytes,
			 uint64_t *ret_done) _warn_unused_;
/* Before the first record: leaves room in front of the data, so that pages can be shared with a file whose data begins
 * at data_offset. File form. */
enum { PERFDATA_SHARED_BYTES = 4096 };
void perfdata_writer_align(struct perfdata_writer *writer, uint64_t data_offset);
/* Counts bytes that the caller wrote to fd itself behind what was appended (e.g. by splice). */
void perfdata_writer_appended(struct perfdata_writer *writer, uint64_t size_bytes);
/* File form: takes back all but the first data_size bytes of data. Returns 0, or -errno (-EINVAL in pipe form). */
int perfdata_writer_cut(struct perfdata_writer *writer, uint64_t data_size) _warn_unused_;
uint64_t perfdata_writer_size(const struct perfdata_writer *writer);   /* bytes of data so far */
uint64_t perfdata_writer_offset(const struct perfdata_writer *writer); /* where in the file the next record goes */
/* Writes the features of header (those whose bit is set in present; its events say names, ids and groups) and the final
 * header. In pipe form features are written by perfdata_writer_features instead, before the first record, and this does
 * nothing. */
int perfdata_writer_finish(struct perfdata_writer *writer, const struct perf_header *header,
			   struct err *err) _warn_unused_;
int perfdata_writer_features(struct perfdata_writer *writer, const struct perf_header *header,
			     struct err *err) _warn_unused_;

#endif
