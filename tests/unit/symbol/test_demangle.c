#include "tests/unit/test.h"

#include "symbol/demangle/demangle.h"

static const char *readable(const char *name)
{
	static char buffer[4096];
	char *text = demangle(name);
	snprintf(buffer, sizeof(buffer), "%s", text ? text : "-");
	free(text);
	return buffer;
}

TEST(cxx)
{
	CHECK_STR(readable("_ZN3foo3barEv"), "foo::bar()");
	CHECK_STR(readable("_Z24variably_modified_type_pP9tree_nodeS0_"),
		  "variably_modified_type_p(tree_node*, tree_node*)");
	CHECK_STR(readable("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc"),
		  "std::basic_ostream<char, std::char_traits<char> >& std::operator<< <std::char_traits<char> "
		  ">(std::basic_ostream<char, std::char_traits<char> >&, char const*)");
	CHECK_STR(readable("_ZN3foo3barEv.cold"), "foo::bar() [clone .cold]");
	CHECK_STR(readable("_ZN3foo3barEv.constprop.0.cold"), "foo::bar() [clone .constprop.0] [clone .cold]");
	CHECK_STR(readable("_ZSt4cout"), "std::cout");
	CHECK_STR(readable("_GLOBAL__I__ZN3foo3barEv"), "global constructors keyed to foo::bar()");
}

TEST(not_mangled)
{
	CHECK_STR(readable("main"), "-");
	CHECK_STR(readable(""), "-");
	CHECK_STR(readable("_"), "-");
	CHECK_STR(readable("_Z"), "-");
	CHECK_STR(readable("_Z3fo"), "-");
	CHECK_STR(readable("_init"), "-");
	CHECK_STR(readable("_ZN3Foo3barEi@@VERS_1"), "-"); /* as upstream */
	CHECK_STR(readable("caml_main"), "-");
}

TEST(rust)
{
	CHECK_STR(readable("_ZN50_$LT$$RF$mut$u20$W$u20$as$u20$core..fmt..Write$GT$9write_str17h05aa1b2c3d4e5f60E"),
		  "<&mut W as core::fmt::Write>::write_str");
	CHECK_STR(readable("_ZN3foo28_$u7b$$u7b$closure$u7d$$u7d$17h05aa1b2c3d4e5f60E"), "foo::{{closure}}");
	CHECK_STR(readable("_RNvNtCs1234_7mycrate3foo3bar"), "mycrate::foo::bar");
}

TEST(ocaml)
{
	CHECK_STR(readable("camlStdlib__List__map_1"), "Stdlib.List.map_1");
	CHECK_STR(readable("camlStdlib__$5e_136"), "Stdlib.^_136");
	CHECK_STR(readable("camlA$zz_1"), "A$zz_1");
	CHECK_STR(readable("camlA$00_1"), "A$00_1"); /* a NUL is none */
	CHECK_STR(readable("camlA$0a$f0_1"), "A\n\360_1");
	CHECK_STR(readable("camlA$5"), "A$5");
	CHECK_STR(readable("camlA___b"), "A._b");
}

/* As c++filt -s dlang writes them. */
TEST(d)
{
	static const char *const names[][2] = {
		{ "_D8demangle4testFaZv", "demangle.test(char)" },
		{ "_D8demangle4testFNaNbNfaZv", "demangle.test(char)" },
		{ "_D8demangle4testFxaZv", "demangle.test(const(char))" },
		{ "_D8demangle4testFAyaZv", "demangle.test(immutable(char)[])" },
		{ "_D8demangle4testFHAyaiZv", "demangle.test(int[immutable(char)[]])" },
		{ "_D8demangle4testFG42aZv", "demangle.test(char[42])" },
		{ "_D8demangle4testFPFNaaZiZv", "demangle.test(int(char) pure function)" },
		{ "_D8demangle4testFDFaZiZv", "demangle.test(int(char) delegate)" },
		{ "_D8demangle4testFDxFaZiZv", "demangle.test(int(char) delegate const)" },
		{ "_D8demangle4testFPUaZiZv", "demangle.test(extern(C) int(char) function)" },
		{ "_D8demangle4testFS8demangle1SZv", "demangle.test(demangle.S)" },
		{ "_D8demangle4testFC8demangle1CaZv", "demangle.test(demangle.C, char)" },
		{ "_D8demangle4testFaYv", "demangle.test(char, ...)" },
		{ "_D8demangle4testFaXv", "demangle.test(char...)" },
		{ "_D8demangle4testFJaKaLaZv", "demangle.test(out char, ref char, lazy char)" },
		{ "_D8demangle4testFMaZv", "demangle.test(scope char)" },
		{ "_D8demangle4testFNkKaZv", "demangle.test(return ref char)" },
		{ "_D8demangle4testFB2aaZv", "demangle.test(Tuple!(char, char))" },
		{ "_D8demangle1C4testMFaZv", "demangle.C.test(char)" },
		{ "_D8demangle1C4testMxFaZv", "demangle.C.test(char) const" },
		{ "_D8demangle1C6__ctorMFaZC8demangle1C", "demangle.C.this(char)" },
		{ "_D8demangle1C6__dtorMFZv", "demangle.C.~this()" },
		{ "_D8demangle1S6__initZ", "initializer for demangle.S" },
		{ "_D8demangle1C6__vtblZ", "vtable for demangle.C" },
		{ "_D8demangle12__ModuleInfoZ", "ModuleInfo for demangle" },
		{ "_D8demangle1C7__ClassZ", "ClassInfo for demangle.C" },
		{ "_D8demangle4testFaZ5innerFiZv", "demangle.test(char).inner(int)" },
		{ "_D8demangle__T4testTaZQiFZv", "demangle.test!(char).test()" },
		{ "_D8demangle9__T4testZv", "demangle.test!()" },
		{ "_D8demangle11__T4testTaZv", "demangle.test!(char)" },
		{ "_D8demangle13__T4testVii5Zv", "demangle.test!(5)" },
		{ "_D8demangle__T4testVii5ZQmFZv", "-" },
		{ "_D8demangle__T4testVlN7ZQmFZv", "-" },
		{ "_D8demangle__T4testVAyaa3_616263ZQuFZv", "-" },
		{ "_D8demangle__T4testVbi1ZQmFZv", "-" },
		{ "_D8demangle__T4testVai97ZQnFZv", "-" },
		{ "_D8demangle__T4testVeeA8P3ZQoFZv", "-" },
		{ "_D8demangle__T4testVAiA2i1i2ZQrFZv", "-" },
		{ "_D8demangle__T4testSQyFZv", "-" },
		{ "_D8demangle__T4testS8demangle3fooZQwFZv", "-" },
		{ "_D3std5stdio__T7writelnTAyaZQnFNfQjZv",
		  "std.stdio.writeln!(immutable(char)[]).writeln(immutable(char)[])" },
		{ "_D4core6memory2GC6mallocFNbmkxC8TypeInfoZPv",
		  "core.memory.GC.malloc(ulong, uint, const(TypeInfo))" },
		{ "_D8demangle3fooi", "demangle.foo" },
		{ "_D8demangle4testFAAaZv", "demangle.test(char[][])" },
		{ "_D8demangle4testFNgaZv", "demangle.test(inout(char))" },
		{ "_D8demangle4testFNhG4fZv", "demangle.test(__vector(float[4]))" },
		{ "_D8demangle4testFzizkZv", "demangle.test(cent, ucent)" },
		{ "_D8demangle4testFnZv", "demangle.test(typeof(null))" },
		{ "_D8demangle4testFPvOaZv", "demangle.test(void*, shared(char))" },
		{ "_D3abc__T3fooVki5ZQlMFZv", "-" },
		{ "_D8demangle30__T4testS18_D8demangle3fooFZvZv", "demangle.test!(demangle.foo())" },
		{ "_D8demangle30__T4testS18_D8demangle3fooFZvZ4testFZv", "demangle.test!(demangle.foo()).test()" },
		{ "_D8demangle25__T4testS138demangle3fooZv", "demangle.test!(demangle.foo)" },
		{ "_Dmain", "D main" },
		{ "_D", "-" },
		{ "_D8", "-" },
		{ "_D8demangle", "-" },
		{ "_D9999999999a", "-" },
		{ "_D3foo3barFQZv", "-" },
		{ "_D1aQcFZv", "a.a()" },
		{ "_D8demangle__T4testVii5ZQkFZv", "demangle.test!(5).test()" },
		{ "_D8demangle__T4testVlN7ZQkFZv", "demangle.test!(-7L).test()" },
		{ "_D8demangle__T4testVAyaa3_616263ZQtFZv", "demangle.test!(\"abc\").test()" },
		{ "_D8demangle__T4testVbi1ZQkFZv", "demangle.test!(true).test()" },
		{ "_D8demangle__T4testVai97ZQlFZv", "demangle.test!('a').test()" },
		{ "_D8demangle__T4testVeeA8P3ZQmFZv", "-" },
		{ "_D8demangle__T4testVAiA2i1i2ZQpFZv", "demangle.test!([1, 2]).test()" },
		{ "_D8demangle__T4testS8demangle3fooZQuFZv", "demangle.test!(demangle.foo).test()" },
		{ "_D8demangle__T4testVai10ZQlFZv", "demangle.test!('\\x0a').test()" },
		{ "_D8demangle__T4testVwi1000ZQnFZv", "demangle.test!('\\U000003e8').test()" },
		{ "_D8demangle__T4testVAyww2_0a7fZQrFZv", "demangle.test!(\"\\n\\x7f\"w).test()" },
		{ "_D8demangle__T4testVHiiA2i1i2i3i4ZQuFZv", "demangle.test!([1:2, 3:4]).test()" },
		{ "_D8demangle__T4testVS8demangle1SS2i1i2ZQzFZv", "demangle.test!(demangle.S(1, 2)).test()" },
		{ "_D8demangle__T4testVccA8P3cA9PN2ZQtFZv", "demangle.test!(0xA.8p3+0xA.9p-2i).test()" },
		{ "_D8demangle__T4testVeeNANZQmFZv", "demangle.test!(NaN).test()" },
		{ "_D8demangle__T4testX3fooTiZQnFZv", "demangle.test!(foo, int).test()" },
		{ "_D8demangle__T4testVPinZQkFZv", "demangle.test!(null).test()" },
		{ "_D8demangle4testFS8demangle1SQlZv", "demangle.test(demangle.S.demangle)" },
		{ "_D8demangle4testFAaQcZv", "demangle.test(char[], char[])" },
		{ "_D8demangle__T4testTiZ__T3barTaZQhMxFZi", "demangle.test!(int).bar!(char).bar() const" },
		{ "_D6object14TypeInfo_Array8opEqualsMxFNbNfxCQBqQBnZb", "-" },
		{ "_D8demangle2fnFNgiZ3fooMFZv", "demangle.fn(inout(int)).foo()" },
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) CHECK_STR(readable(names[i][0]), names[i][1]);
}

/* Each letter of types, values and names, as c++filt -s dlang writes it; also what it refuses. */
TEST(d_letters)
{
	static const char *const names[][2] = {
		{ "_D8demangle4testFWaZv", "-" },
		{ "_D8demangle4testFPWaZiZv", "demangle.test(extern(Windows) int(char) function)" },
		{ "_D8demangle4testFPVaZiZv", "demangle.test(extern(Pascal) int(char) function)" },
		{ "_D8demangle4testFPRaZiZv", "demangle.test(extern(C++) int(char) function)" },
		{ "_D8demangle4testFPYaZiZv", "demangle.test(extern(Objective-C) int(char) function)" },
		{ "_D8demangle4testFIaZv", "demangle.test(in char)" },
		{ "_D8demangle4testFIKaZv", "demangle.test(in ref char)" },
		{ "_D8demangle4testFNnZv", "demangle.test(typeof(*null))" },
		{ "_D8demangle4testFUaZiZv", "demangle.test(extern(C) int(char) function)" },
		{ "_D8demangle4testFYaZiZv", "-" },
		{ "_D8demangle4testFDQkZv", "-" },
		{ "_D8demangle4testFFaZiDQeZv", "-" },
		{ "_D8demangle4testFPFaZiDQeZv", "-" },
		{ "_D8demangle__T4testVii15ZQlFZv", "demangle.test!(15).test()" },
		{ "_D8demangle__T4testVi15ZQkFZv", "demangle.test!(15).test()" },
		{ "_D8demangle__T4testVh7ZQjFZv", "demangle.test!(7u).test()" },
		{ "_D8demangle__T4testVk7ZQjFZv", "demangle.test!(7u).test()" },
		{ "_D8demangle__T4testVm7ZQjFZv", "demangle.test!(7uL).test()" },
		{ "_D8demangle__T4testVt7ZQjFZv", "demangle.test!(7u).test()" },
		{ "_D8demangle__T4testVAyaa3_6B6c4DZQtFZv", "demangle.test!(\"klM\").test()" },
		{ "_D8demangle__T4testVAyaa2_090bZQrFZv", "demangle.test!(\"\\t\\v\").test()" },
		{ "_D8demangle__T4testVAyaa1_g0ZQpFZv", "-" },
		{ "_D8demangle__T4testVbi0ZQkFZv", "demangle.test!(false).test()" },
		{ "_D8demangle__T4testVbi2ZQkFZv", "demangle.test!(true).test()" },
		{ "_D8demangle__T4testVui960ZQmFZv", "demangle.test!('\\u03c0').test()" },
		{ "_D8demangle__T4testVPFZvf_D8demangle3fooFZvZQzFZv", "-" },
		{ "_D8demangle14__T4testVPFZvf_D8demangle3fooFZvZv", "-" },
		{ "_D8demangle__T4testVeINFZQmFZv", "-" },
		{ "_D8demangle__T4testVeNINFZQnFZv", "-" },
		{ "_D8demangle__T4testVeN0A8P3ZQoFZv", "-" },
		{ "_D8demangle__T4testS5_D3fooZQqFZv", "-" },
		{ "_D8demangle__T4testS13_D8demangle3fooZQyFZv", "-" },
		{ "_D8demangle__T4testS_D8demangle3fooZQxFZv", "-" },
		{ "_D8demangle__T4testS108demangleZQsFZv", "-" },
		{ "_D8demangle__T4testS128demangle3fooZQxFZv", "-" },
		{ "_D8demangle__T4testHTiZQjFZv", "demangle.test!(int).test()" },
		{ "_D8demangle__T4testVAya1ZQmFZv", "-" },
		{ "_D8demangle__T4testTiVQdi5ZQnFZv", "-" },
		{ "_D8demangle__T4testTiVQei5ZQoFZv", "-" },
		{ "_D8demangle__T4testTbVQci1ZQmFZv", "-" },
		{ "_D8demangle__U4testTiZQiFZv", "demangle.test!(int).test()" },
		{ "_D8demangle2fnFaZ5innerMxFZv", "demangle.fn(char).inner() const" },
		{ "_D8demangle4testFNaNbNcNdNeNfNiNjNlNmaZv", "demangle.test(char)" },
		{ "_D8demangle4testFPFNaNbNcNdNeNfNiNjNlNmaZiZv", "demangle.test(int(char) pure nothrow ref @property "
								  "@trusted @safe @nogc return scope @live function)" },
		{ "_D8demangle4testFPFNoaZiZv", "-" },
		{ "_D8demangle4testFDyFaZiZv", "demangle.test(int(char) delegate immutable)" },
		{ "_D8demangle4testFDOFaZiZv", "demangle.test(int(char) delegate shared)" },
		{ "_D8demangle4testFDOxFaZiZv", "demangle.test(int(char) delegate shared const)" },
		{ "_D8demangle4testFDNgFaZiZv", "demangle.test(int(char) delegate inout)" },
		{ "_D8demangle1C4testMOxFaZv", "demangle.C.test(char) shared const" },
		{ "_D8demangle1C4testMNgFaZv", "demangle.C.test(char) inout" },
		{ "_D8demangle1C4testMyFaZv", "demangle.C.test(char) immutable" },
		{ "_D8demangle4testFE8demangle1ET8demangle1TI8demangle1IZv", "-" },
		{ "_D8demangle4testFvghstiklmfdeopjqrcbauwZv",
		  "demangle.test(void, byte, ubyte, short, ushort, int, uint, long, ulong, float, double, real, "
		  "ifloat, idouble, ireal, cfloat, cdouble, creal, bool, char, wchar, dchar)" },
		{ "_D8demangle3fooAya", "demangle.foo" },
		{ "_D8demangle3fooPFZi", "demangle.foo" },
		{ "_D8demangle1S10__postblitMFZv", "demangle.S.this(this)" },
		{ "_D8demangle1I11__InterfaceZ", "Interface for demangle.I" },
		{ "_D8demangle003fooi", "demangle.foo" },
		{ "_D8demangle4testFNhG16gZv", "demangle.test(__vector(byte[16]))" },
		{ "_D8demangle4testFG3G4aZv", "demangle.test(char[4][3])" },
		{ "_D8demangle4testFzaZv", "-" },
		{ "_D8demangle4testFB0Zv", "demangle.test(Tuple!())" },
		{ "_D8demangle4testFB1Zv", "-" },
		{ "_D8demangle__T4testVHiAyaA1i1a1_61ZQxFZv", "-" },
		{ "_D8demangle__T4testVS8demangle1SS0ZQvFZv", "demangle.test!(demangle.S()).test()" },
		{ "_D8demangle__T4testVici1ZQlFZv", "-" },
		{ "_D8demangle4testFMNkKaZv", "demangle.test(scope return ref char)" },
		{ "_D8demangle4testFNkMaZv", "-" },
		{ "_D8demangle4testFJNgaZv", "demangle.test(out inout(char))" },
		{ "_D8demangle4testFAxaAyaAOaZv", "demangle.test(const(char)[], immutable(char)[], shared(char)[])" },
		{ "_D8demangle__T4testVPFZvf_D8demangle3fooFZvZQBeFZv", "demangle.test!(demangle.foo()).test()" },
		{ "_D8demangle__T4testVeINFZQlFZv", "-" },
		{ "_D8demangle__T4testVeeINFZQmFZv", "demangle.test!(Inf).test()" },
		{ "_D8demangle__T4testVeeNINFZQnFZv", "demangle.test!(-Inf).test()" },
		{ "_D8demangle__T4testVeeN0A8P3ZQpFZv", "demangle.test!(-0x0.A8p3).test()" },
		{ "_D8demangle__T4testVeeA8P3ZQnFZv", "demangle.test!(0xA.8p3).test()" },
		{ "_D8demangle__T4testVeeAPN1ZQnFZv", "demangle.test!(0xA.p-1).test()" },
		{ "_D8demangle__T4testVccNANcINFZQqFZv", "demangle.test!(NaN+Infi).test()" },
		{ "_D8demangle__T4testS5_D3fooZQoFZv", "-" },
		{ "_D8demangle__T4testS13_D8demangle3fooZQyFZv", "-" },
		{ "_D8demangle__T4testS_D8demangle3fooiZQxFZv", "demangle.test!(demangle.foo).test()" },
		{ "_D8demangle__T4testS128demangle3fooZQwFZv", "-" },
		{ "_D8demangle__T4testS138demangle3fooZQwFZv", "demangle.test!(demangle.foo).test()" },
		{ "_D8demangle__T4testS128demangleZQsFZv", "-" },
		{ "_D8demangle__T4testS8demangle3fooFZvZQxFZv", "-" },
		{ "_D8demangle__T4testVHiAyaA1i1a1_61ZQvFZv", "demangle.test!([1:\"a\"]).test()" },
		{ "_D8demangle__T4testVAiA0ZQlFZv", "demangle.test!([]).test()" },
		{ "_D8demangle__T4testVS8demangle1SS2i1A1i2ZQBbFZv", "demangle.test!(demangle.S(1, [2])).test()" },
		{ "_D8demangle__T4testVAyad1_61ZQpFZv", "demangle.test!(\"a\"d).test()" },
		{ "_D8demangle__T4testVAywd1_61ZQpFZv", "demangle.test!(\"a\"d).test()" },
		{ "_D8demangle__T4testVG2iA2i1i2ZQqFZv", "demangle.test!([1, 2]).test()" },
		{ "_D8demangle__T4testVi8ZQjFZv", "demangle.test!(8).test()" },
		{ "_D8demangle__T4testVPinullZQnFZv", "-" },
		{ "_D8demangle__T4testVinZQjFZv", "demangle.test!(null).test()" },
		{ "_D8demangle__T4testVxiN3ZQlFZv", "demangle.test!(-3).test()" },
		{ "_D8demangle__T4testX10abcZQmFZv", "-" },
		{ "_D8demangle__T4testX99abcZQmFZv", "-" },
		{ "_D8demangle__T4testHVii3ZQlFZv", "demangle.test!(3).test()" },
		{ "_D8demangle__T4testTiHTaZQlFZv", "demangle.test!(int, char).test()" },
		{ "_D8demangle__T4testTbVQci1ZQnFZv", "demangle.test!(bool, true).test()" },
		{ "_D8demangle__T4testTiVQci5ZQnFZv", "demangle.test!(int, 5).test()" },
		{ "_D8demangle__T4testTAyaVQea1_61ZQsFZv", "demangle.test!(immutable(char)[], \"a\").test()" },
		{ "_D8demangle4testFPFaZiDQfZv", "demangle.test(int(char) function, int(char) delegate)" },
		{ "_D8demangle4testFDFaZiDQfZv", "demangle.test(int(char) delegate, int(char) delegate)" },
		{ "_D8demangle4testFS8demangle1SQmZv", "demangle.test(demangle.S, demangle.S)" },
		{ "_D8demangle4testFS8demangle1SSQmZv", "demangle.test(demangle.S, demangle)" },
		{ "_D8demangle4testFE8demangle1EZv", "demangle.test(demangle.E)" },
		{ "_D8demangle4testFT8demangle1TZv", "demangle.test(demangle.T)" },
		{ "_D8demangle4testFI8demangle1IZv", "-" },
		{ "_D8demangle1S10__postblitMFNaZv", "demangle.S.__postblit()" },
		{ "_D8demangle1S10__postblitMFiZv", "demangle.S.__postblit(int)" },
		{ "_D8demangle1S10__postblitFZv", "demangle.S.__postblit()" },
		{ "_D8demangle1S10__postblitMxFZv", "demangle.S.__postblit() const" },
		{ "_D8demangle__T4testVbi4294967296ZQtFZv", "-" },
		{ "_D8demangle__T4testVbi99999999999999ZQzFZv", "-" },
		{ "_D8demangle4testFPFZvZ1xi", "demangle.test(void() function).x" },
		{ "_D8demangle2fnFZ9__lambda1MFiZi", "demangle.fn().__lambda1(int)" },
		{ "_D3foo3barFiZ3bazZ", "foo.bar(int).baz" },
		{ "_D3fooFiZv", "foo(int)" },
		{ "_D8demangle4testFMaIJaZv", "-" },
		{ "_D8demangle4testFLFZiZv", "demangle.test(lazy int() function)" },
		{ "_D8demangle4testFG0iZv", "demangle.test(int[0])" },
		{ "_D8demangle4testFHiZv", "-" },
		{ "_D8demangle6__initZ", "initializer for demangle" },
		{ "_D8demangle1S7__ClassMFZv", "demangle.S.__Class()" },
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) CHECK_STR(readable(names[i][0]), names[i][1]);
}

/* References back to what itself refers back, and types in types, without end. */
TEST(hostile_d)
{
	static char name[20000];
	size_t at = (size_t)sprintf(name, "_D1aF");
	while (at < 16000) name[at++] = 'A';
	strcpy(name + at, "iZv");
	CHECK_STR(readable(name), "-");
	at = (size_t)sprintf(name, "_D1aFi");
	for (int i = 0; i < 3000; i++) at += (size_t)sprintf(name + at, "HQbQ%c", 'b' + i % 20);
	strcpy(name + at, "Zv");
	(void)readable(name);
	at = (size_t)sprintf(name, "_D1a");
	for (int i = 0; i < 3000; i++) at += (size_t)sprintf(name + at, "__T1b");
	(void)readable(name);
}

TEST(java)
{
	CHECK_STR(readable("Lcom/example/Foo;bar(IJ[ILjava/lang/String;)V"),
		  "com.example.Foo.bar(int, long, int[], java.lang.String)");
	CHECK_STR(readable("LFoo;<init>()V"), "Foo<init>()");
	CHECK_STR(readable("LFoo$Inner;bar(LBar;LBaz;)V"), "Foo$Inner.bar(Bar, Baz)");
	CHECK_STR(readable("LFoo;bar([[BZCDFS)[I"), "Foo.bar(byte[][], boolean, char, double, float, short)");
	CHECK_STR(readable("LFoo;bar(LBaz)V"), "Foo.bar(Baz)");
	CHECK_STR(readable("LFoo;bar([)V"), "Foo.bar([])");
	CHECK_STR(readable("LFoo;bar(X)V"), "Foo.bar(X)");
	CHECK_STR(readable("LFoo;bar"), "-");
	CHECK_STR(readable("LZ4_compress"), "-");
	CHECK_STR(readable("L;(("), "-");
}

/* In an arena: names of our own reader, and of others; whole, with their ends. */
TEST(names_in_an_arena)
{
	static const char *const names[][2] = {
		{ "_ZN3foo3barEv", "foo::bar()" },
		{ "_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar" },
		{ "_D8demangle30__T4testS18_D8demangle3fooFZvZv", "demangle.test!(demangle.foo())" },
		{ "_D8demangle30__T4testS18_D8demangle3fooFZvZ4testFZv", "demangle.test!(demangle.foo()).test()" },
		{ "_D8demangle25__T4testS138demangle3fooZv", "demangle.test!(demangle.foo)" },
		{ "_Dmain", "D main" },
		{ "LFoo;<init>()V", "Foo<init>()" },
		{ "_ZNK1AcvT_IiEEv", "A::operator int<int>() const" }, /* left to libiberty */
	};
	struct arena arena;
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t size = 0;
		const char *text = demangle_in(&arena, names[i][0], &size);
		(void)memset(arena_alloc(&arena, 8), 0x55, 8); /* what comes behind */
		CHECK_STR(text, names[i][1]);
		CHECK_INT(size, strlen(names[i][1]));
	}
	size_t size;
	CHECK(!demangle_in(&arena, "main", &size));
	arena_done(&arena);
}

TEST(swift_stays)
{
	CHECK_STR(readable("$s4main3fooyyF"), "-");
	CHECK_STR(readable("_$s4main3fooyyF"), "-");
	CHECK_STR(readable("_T04main3fooyyF"), "-");
}

TEST(clones)
{
	CHECK_STR(readable("_Z3fooi.cold"), "foo(int) [clone .cold]");
	CHECK_STR(readable("_Z3fooi.part.0"), "foo(int) [clone .part.0]");
	CHECK_STR(readable("_Z3fooi.isra.0.part.1"), "foo(int) [clone .isra.0] [clone .part.1]");
	CHECK_STR(readable("_Z3fooi.constprop.0"), "foo(int) [clone .constprop.0]");
	CHECK_STR(readable("_Z3fooi.lto_priv.0"), "foo(int) [clone .lto_priv.0]");
	CHECK_STR(readable("_Z3fooi.llvm.1234567890"), "foo(int) [clone .llvm.1234567890]");
	CHECK_STR(readable("_Z3fooi.__uniq.123456"), "foo(int) [clone .__uniq.123456]");
	CHECK_STR(readable("_ZN4core3ptr13drop_in_place17h9b3a4c1de0aa44f5E"), "core::ptr::drop_in_place");
}

TEST(linkage_table_entries)
{
	char *text = demangle_symbol("_Z3foov@plt", true);
	CHECK_STR(text, "foo()@plt");
	free(text);
	CHECK(demangle_symbol("malloc@plt", true) == NULL);
}

/* Each substitution doubles what the last one printed: the readable form of these 2 kB would be larger than any memory.
 */
TEST(exponential_names_are_given_up)
{
	char name[4096] = "_Z1fI1AS";
	size_t at = strlen("_Z1f");
	at += (size_t)sprintf(name + at, "1AIiiE");
	for (int i = 0; i < 200; i++)
		at += (size_t)sprintf(name + at, "1AIS%c_S%c_E", "0123456789ABCDEFGHIJ"[i % 20],
				      "0123456789ABCDEFGHIJ"[i % 20]);
	char *text = demangle(name);
	CHECK(!text || strlen(text) < 1 << 19);
	free(text);
}

TEST(long_names_are_left_alone)
{
	char *name = malloc(100001);
	memset(name, 'P', 100000);
	memcpy(name, "_Z1f", 4);
	name[100000] = 0;
	CHECK(demangle(name) == NULL);
	free(name);
}

TEST_MAIN
