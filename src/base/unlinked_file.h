/* A temporary file without a name: it goes with its last descriptor. */
#ifndef BASE_UNLINKED_FILE_H
#define BASE_UNLINKED_FILE_H

/* Opens one for reading and writing, on disk rather than in memory: in $TMPDIR, /var/tmp or /tmp, and in memory only
 * where none of them takes it. name: what it is called where the system shows it. Returns the descriptor, closed at
 * exec, or -1 with errno set. */
int unlinked_file_open(const char *name);

#endif
