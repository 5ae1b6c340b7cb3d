/* Directories that the user's environment names. Callers free what is returned. */
#ifndef BASE_USER_DIRS_H
#define BASE_USER_DIRS_H

/* $HOME; NULL: not set. */
char *user_home_dir(void);
/* $XDG_CACHE_HOME, where it is an absolute path (XDG Base Directory Specification), else ~/.cache; NULL: there is no
 * home. */
char *user_cache_dir(void);
/* Where debuginfod clients keep what they download (debuginfod-find(1), FILES and ENVIRONMENT); "": there is no home.
 */
char *user_debuginfod_dir(void);
/* $TMPDIR; NULL: not set. */
char *user_temporary_dir(void);

#endif
