/* Numbers of the ZIP format that bundles are written in and read with (PKWARE, "APPNOTE.TXT", section 4.3). */
#ifndef SYMBOL_FILE_BUNDLE_FORMAT_H
#define SYMBOL_FILE_BUNDLE_FORMAT_H

#define BUNDLE_LOCAL_MAGIC 0x04034b50u
#define BUNDLE_CENTRAL_MAGIC 0x02014b50u
#define BUNDLE_END_MAGIC 0x06054b50u
/* Sizes of the three headers without names and comments, and the method of what is compressed. */
enum { BUNDLE_LOCAL_BYTES = 30, BUNDLE_CENTRAL_BYTES = 46, BUNDLE_END_BYTES = 22, BUNDLE_DEFLATED = 8 };

#endif
