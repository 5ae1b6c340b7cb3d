#include "tests/unit/test.h"

#include "symbol/demangle/demangle_cxx.h"
#include <glob.h>
#include <libiberty/demangle.h>
#undef ARRAY_SIZE
#include "symbol/demangle/demangle.h"

static const char *readable(const char *name)
{
	static char buffer[8192];
	char *text = demangle_cxx(name);
	snprintf(buffer, sizeof(buffer), "%s", text ? text : "-");
	free(text);
	return buffer;
}

TEST(functions)
{
	CHECK_STR(readable("_Z1fv"), "f()");
	CHECK_STR(readable("_ZN3foo3barEv"), "foo::bar()");
	CHECK_STR(readable("_ZNKR3foo3barEv"), "foo::bar() const &");
	CHECK_STR(readable("_ZNVKO3foo3barEv"), "foo::bar() const volatile &&");
	CHECK_STR(readable("_ZL3fooiz"), "foo(int, ...)");
	CHECK_STR(readable("_ZN12_GLOBAL__N_13fooEv"), "(anonymous namespace)::foo()");
	CHECK_STR(readable("_ZN3FooB5cxx11C2Ev"), "Foo[abi:cxx11]::Foo()");
	CHECK_STR(readable("_ZNSsC1Ev"),
		  "std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string()");
	CHECK_STR(readable("_ZNSs3fooEv"), "std::string::foo()");
	CHECK_STR(readable("_ZNSt6vectorIiSaIiEED0Ev"), "std::vector<int, std::allocator<int> >::~vector()");
	CHECK_STR(readable("_ZNKSt8functionIFvvEEcvbEv"), "std::function<void ()>::operator bool() const");
	CHECK_STR(readable("_ZN1AlsIiEEvv"), "void A::operator<< <int>()");
	CHECK_STR(readable("_ZN1AnaEm"), "A::operator new[](unsigned long)");
	CHECK_STR(readable("_Zli2_sv"), "operator\"\" _s()");
}

TEST(types)
{
	CHECK_STR(readable("_Z1fPFviE"), "f(void (*)(int))");
	CHECK_STR(readable("_Z1fPFPFvvEiE"), "f(void (*(*)(int))())");
	CHECK_STR(readable("_Z1fPKPA2_A3_i"), "f(int (* const*) [2][3])");
	CHECK_STR(readable("_Z1fPPA3_PFvvE"), "f(void (* (**) [3])())");
	CHECK_STR(readable("_Z1fM1AKFviE"), "f(void (A::*)(int) const)");
	CHECK_STR(readable("_Z1fM1AM1BFviE"), "f(void (B::* A::*)(int))");
	CHECK_STR(readable("_Z1fM1AKFvvES0_S1_"), "f(void (A::*)() const, void () const, void (A::*)() const)");
	CHECK_STR(readable("_Z1fPDoFvvES0_"), "f(void (*)() noexcept, void (*)() noexcept)");
	CHECK_STR(readable("_Z1fDv4_fS_"), "f(float __vector(4), float __vector(4))");
	CHECK_STR(readable("_Z1frPKcVKi"), "f(char const* restrict, int const volatile)");
	CHECK_STR(readable("_Z1fIPFvvEEDnT_DaDcDu"),
		  "decltype(nullptr) f<void (*)()>(void (*)(), auto, decltype(auto), char8_t)");
}

TEST(templates)
{
	CHECK_STR(readable("_ZSt4moveIRiEONSt16remove_referenceIT_E4typeEOS2_"),
		  "std::remove_reference<int&>::type&& std::move<int&>(int&)");
	CHECK_STR(readable("_Z1fIOiEvRT_"), "void f<int&&>(int&)");
	CHECK_STR(readable("_Z1fIKiEvKT_"), "void f<int const>(int const)");
	CHECK_STR(readable("_Z1fIA3_iEvRKT_"), "void f<int [3]>(int const (&) [3])");
	CHECK_STR(readable("_Z1fILi5ELj6ELb1ELc65EL1E3ELln7EEvv"), "void f<5, 6u, true, (char)65, (E)3, -7l>()");
	CHECK_STR(readable("_Z1fI1A1BEvT0_T_"), "void f<A, B>(B, A)");
}

TEST(packs)
{
	CHECK_STR(readable("_Z1fIJidEEvDpRKT_DpS2_"),
		  "void f<int, double>(int const&, double const&, int const&, double const&)");
	CHECK_STR(readable("_Z1fIJEEvDpT_i"), "void f<>(, int)"); /* as libiberty has it */
	CHECK_STR(readable("_Z1fIiJEEvT_DpT0_"), "void f<int>(int)");
	CHECK_STR(readable("_Z1fIJidEJdiEEvDp1AIT_T0_E"),
		  "void f<int, double, double, int>(A<int, double>, A<double, int>)");
	CHECK_STR(readable("_Z1fIJidEEvDpPFT_iE"), "void f<int, double>(int (*)(int), double (*)(int))");
	CHECK_STR(readable("_Z1fIJA3_iFvvEEEvDpPT_"), "void f<int [3], void ()>(int (*) [3], void (*)())");
	CHECK_STR(readable("_Z1fIJiiEEvRAsZT__c"), "void f<int, int>(char (&) [2])");
	/* no space: a comma was taken back */
	CHECK_STR(readable("_Z1fI1AIJ1BIiEEJEEEvv"), "void f<A<B<int>> >()");
}

TEST(local_names)
{
	CHECK_STR(readable("_ZZ3fooIiEvT_E1x_0"), "foo<int>(int)::x");
	CHECK_STR(readable("_ZZN1A3fooEiiEd0_NKUlvE_clEv"),
		  "A::foo(int, int)::{default arg#2}::{lambda()#1}::operator()() const");
	CHECK_STR(readable("_ZZ3foovENKUlOT_E_clIiEEDaS0_"),
		  "auto foo()::{lambda(auto:1&&)#1}::operator()<int>(int&&) const");
	CHECK_STR(readable("_ZZ3foovENKUlDpT_E_clIJiiEEEDaDpT_"),
		  "auto foo()::{lambda((auto:1)...)#1}::operator()<int, int>(int, int) const");
	CHECK_STR(readable("_ZN1AUt0_1fES1_"), "A::{unnamed type#2}::f(A::{unnamed type#2})");
	CHECK_STR(readable("_ZNK1S1xMUlvE_clEv"), "S::x::{lambda()#1}::operator()() const");
}

TEST(expressions)
{
	CHECK_STR(readable("_Z1fIiENSt9enable_ifIXntsrSt7is_sameIT_iE5valueES2_E4typeES2_"),
		  "std::enable_if<!std::is_same<int, int>::value, int>::type f<int>(int)");
	CHECK_STR(readable("_Z1fILm5ELm6EE1AIXgtT_T0_EEv"), "A<((5ul)>(6ul))> f<5ul, 6ul>()");
	CHECK_STR(readable("_Z1fIiEDTplfp_fp0_ET_S0_"),
		  "decltype ({parm#1}+{parm#2}) f<int>(int, decltype ({parm#1}+{parm#2}))");
	CHECK_STR(readable("_Z1fIXadL_ZN1A1gEiEEEvv"), "void f<&A::g>()");
	CHECK_STR(readable("_Z1fIXadL_ZNK1A1gEvEEEvv"), "void f<&(A::g() const)>()");
	CHECK_STR(readable("_Z1fIiEDTclsr3stdE7forwardIT_Efp_EES0_"),
		  "decltype ((std::forward<int>)({parm#1})) f<int>(int)");
}

TEST(special_names)
{
	CHECK_STR(readable("_ZTV3foo"), "vtable for foo");
	CHECK_STR(readable("_ZTIPFvvE"), "typeinfo for void (*)()");
	CHECK_STR(readable("_ZTC3foo16_3bar"), "construction vtable for bar-in-foo");
	CHECK_STR(readable("_ZThn16_N3foo3barEv"), "non-virtual thunk to foo::bar()");
	CHECK_STR(readable("_ZTv0_n24_NK3foo3barEv"), "virtual thunk to foo::bar() const");
	CHECK_STR(readable("_ZTch0_h16_N3foo3barEv"), "covariant return thunk to foo::bar()");
	CHECK_STR(readable("_ZGVZ3foovE1x"), "guard variable for foo()::x");
	CHECK_STR(readable("_Z3foov.constprop.0.isra.1.cold"),
		  "foo() [clone .constprop.0] [clone .isra.1] [clone .cold]");
}

TEST(libiberty_is_asked)
{
	CHECK_STR(readable("main"), "-");
	CHECK_STR(readable("_Z"), "-");
	CHECK_STR(readable("_Z3fo"), "-");
	CHECK_STR(readable("_Z3foo.cold"), "-");
	CHECK_STR(readable("_ZNK1AcvT_IiEEv"), "-");
	CHECK_STR(readable("_Z1fT_"), "-");
	CHECK_STR(readable("_Z1fIPFvvEES1_T_"), "-");
	char *text = demangle("_ZNK1AcvT_IiEEv");
	CHECK_STR(text, "A::operator int<int>() const");
	free(text);
}

struct reference {
	char text[1 << 16];
	size_t size;
};

static void reference_add(const char *piece, size_t size, void *opaque)
{
	struct reference *r = opaque;

	if (size >= sizeof(r->text) - r->size) return;
	memcpy(r->text + r->size, piece, size);
	r->size += size;
	r->text[r->size] = 0;
}

/* 1 when ours answers, 0 when libiberty is asked; a difference fails the test. */
static int same_as_libiberty(const char *name)
{
	static struct reference r;
	char *text = demangle_cxx(name);

	if (!text) return 0;
	r.size = 0;
	r.text[0] = 0;
	if (!cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, reference_add, &r)) r.text[0] = 0;
	if (strcmp(text, r.text) != 0) {
		printf("# %s\n", name);
		CHECK_STR(text, r.text);
	}
	free(text);
	return 1;
}

TEST(as_libiberty)
{
	static const struct {
		const char *mangled;
		bool is_ours;
	} names[] = {
#define NAME(mangled) { mangled, false },
#define OURS(mangled) { mangled, true },
#include "tests/unit/symbol/cxx_names.def"
#undef NAME
#undef OURS
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		bool answered = same_as_libiberty(names[i].mangled);
		CHECK(answered == names[i].is_ours);
		if (answered != names[i].is_ours) printf("# %s\n", names[i].mangled);
	}
}

/* All names of the C++ library. */
TEST(as_libiberty_for_a_library)
{
	glob_t paths;
	if (glob("/usr/lib*/*/libstdc++.so.6", 0, NULL, &paths) || !paths.gl_pathc) SKIP("no libstdc++ here");
	FILE *file = fopen(paths.gl_pathv[0], "r");
	globfree(&paths);
	if (!file) SKIP("libstdc++ cannot be read");
	char *name = NULL;
	size_t capacity = 0, nr = 0, nr_ours = 0;
	while (getdelim(&name, &capacity, 0, file) > 0) {
		if (name[0] != '_' || name[1] != 'Z') continue;
		nr++;
		nr_ours += (size_t)same_as_libiberty(name);
	}
	free(name);
	fclose(file);
	CHECK(nr == 0 || nr_ours >= nr - nr / 20);
}

TEST_MAIN
