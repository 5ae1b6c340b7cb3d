/* Names of Java's methods as its virtual machine has them (The Java Virtual Machine Specification, section 4.3): a
 * class's descriptor, the method's name and descriptor.
 *
 *   Lcom/example/Foo;bar([Ljava/lang/String;I)V    ->    com.example.Foo.bar(java.lang.String[], int) */
#include <ctype.h>
#include <string.h>
#include "base/strbuf.h"
#include "symbol/demangle/demangle.h"

/* Names of primitive types by the letter of their descriptor; NULL: none. */
static const char *primitive(char c)
{
	switch (c) {
	case 'B': return "byte";
	case 'C': return "char";
	case 'D': return "double";
	case 'F': return "float";
	case 'I': return "int";
	case 'J': return "long";
	case 'S': return "short";
	case 'Z': return "boolean";
	case 'V': return "void";
	default: return NULL;
	}
}

/* "com/example/Foo" as "com.example.Foo". */
static void add_class(struct strbuf *out, const char *name, size_t size)
{
	for (size_t i = 0; i < size; i++) strbuf_add(out, name[i] == '/' ? "." : name + i, 1);
}

/* Both classes and arrays of parameters are written as in source: "java.lang.String[]". */
char *demangle_java(const char *name)
{
	const char *class_end = name[0] == 'L' ? strchr(name, ';') : NULL,
		   *open = class_end ? strchr(class_end, '(') : NULL;
	const char *close = open ? strchr(open, ')') : NULL;
	if (!close || class_end == name + 1 || open == class_end + 1) return NULL;

	struct strbuf out = STRBUF_INIT;
	add_class(&out, name + 1, (size_t)(class_end - name - 1));
	if (isalpha((unsigned char)class_end[1])) strbuf_add(&out, ".", 1); /* as upstream: "Foo<init>()" */
	strbuf_add(&out, class_end + 1, (size_t)(open - class_end - 1));
	strbuf_add(&out, "(", 1);
	for (const char *p = open + 1; p < close;) {
		size_t dimensions = 0;
		if (p > open + 1) strbuf_add(&out, ", ", 2);
		for (; *p == '['; p++) dimensions++;
		if (*p == 'L') {
			size_t size = strcspn(p, ";)");
			add_class(&out, p + 1, size - 1);
			p += size + (p[size] == ';');
		} else if (p < close) {
			const char *type = primitive(*p);
			strbuf_add(&out, type ? type : p, type ? strlen(type) : 1);
			p++;
		}
		for (; dimensions; dimensions--) strbuf_add(&out, "[]", 2);
	}
	strbuf_add(&out, ")", 1);
	return strbuf_take(&out);
}
