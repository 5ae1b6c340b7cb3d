/* Lines of objdump to instructions, of several machines, and what is none. */
#include "tests/unit/test.h"

#include <elf.h>
#include "symbol/code/objdump_text.h"

static struct objdump_insn parse(struct arena *arena, unsigned machine, const char *text)
{
	struct objdump_insn insn;
	objdump_text_parse(&(struct objdump_line){ 0x1000, text, strlen(text) }, machine, arena, &insn);
	return insn;
}

TEST(lines)
{
	static const char text[] = "\nprog:     file format elf64-x86-64\n\n0000000000001139 <main>:\n"
				   "    1139:\tpush   %rbp  \r\n"
				   "  113A:      \tmovq\t%rsp, %rbp\n"
				   "    1000:\n    :\tx\n 11111111111111111:\tlong\n\t1:\ttab in front\n  g:\tx\n"
				   "    113d:\tret";
	struct cursor c = cursor_of(text, strlen(text), false);
	struct objdump_line line;
	CHECK(objdump_text_next(&c, &line));
	CHECK_INT(line.vaddr, 0x1139);
	CHECK_INT(line.size, strlen("push   %rbp"));
	CHECK(memcmp(line.text, "push   %rbp", line.size) == 0);
	CHECK(objdump_text_next(&c, &line));
	CHECK_INT(line.vaddr, 0x113a);
	CHECK(memcmp(line.text, "movq\t%rsp, %rbp", line.size) == 0);
	CHECK(objdump_text_next(&c, &line));
	CHECK_INT(line.vaddr, 0x113d);
	CHECK_INT(line.size, 3);
	CHECK(!objdump_text_next(&c, &line));
}

TEST(targets)
{
	struct arena memory, *arena = &memory;
	arena_init(arena);
	struct objdump_insn insn = parse(arena, EM_X86_64, "call   1040 <puts@plt+0x10>");
	CHECK_INT(insn.kind, DISASM_CALL);
	CHECK(insn.has_target);
	CHECK_INT(insn.target, 0x1040);
	CHECK_STR(insn.target_name, "puts@plt");
	CHECK_INT(insn.target_offset, 0x10);
	CHECK_STR(insn.mnemonic, "call");
	CHECK_STR(insn.arguments, "1040 <puts@plt+0x10>");
	insn = parse(arena, EM_X86_64, "jne    0x1234 <std::map<int, int>::find(int)>");
	CHECK_INT(insn.kind, DISASM_CONDITIONAL_JUMP);
	CHECK_INT(insn.target, 0x1234);
	CHECK_STR(insn.target_name, "std::map<int, int>::find(int)");
	insn = parse(arena, EM_AARCH64, "b.ne\t4000c8 <leaf+0x18>  // b.any");
	CHECK_INT(insn.kind, DISASM_CONDITIONAL_JUMP);
	CHECK_INT(insn.target, 0x4000c8);
	CHECK_STR(insn.comment, "// b.any");
	insn = parse(arena, EM_X86_64, "call   *%rax");
	CHECK_INT(insn.kind, DISASM_CALL);
	CHECK(!insn.has_target);
	CHECK_INT(parse(arena, EM_PPC64, "blr").kind, DISASM_RETURN);
	CHECK_INT(parse(arena, EM_AARCH64, "blr\tx1").kind, DISASM_CALL);
	arena_done(arena);
}

TEST(comments)
{
	struct arena memory, *arena = &memory;
	arena_init(arena);
	struct objdump_insn insn = parse(arena, EM_X86_64, "lea    0x7b1f(%rip),%r12        # 8be0 <branches>");
	CHECK_INT(insn.kind, DISASM_ADDRESS_OF);
	CHECK_STR(insn.arguments, "0x7b1f(%rip),%r12");
	CHECK_STR(insn.comment, "# 8be0 <branches>");
	CHECK_STR(insn.data_name, "<branches>");
	CHECK(!insn.has_target);
	insn = parse(arena, EM_ARM, "mov\tr0, #4");
	CHECK_STR(insn.arguments, "r0, #4");
	CHECK(!insn.comment);
	insn = parse(arena, EM_ARM, "ldr\tr3, [pc, #12]\t@ 10 <f+0x10>");
	CHECK_STR(insn.arguments, "r3, [pc, #12]");
	CHECK_STR(insn.data_name, "<f+0x10>");
	arena_done(arena);
}

TEST(odd)
{
	struct arena memory, *arena = &memory;
	arena_init(arena);
	struct objdump_insn insn = parse(arena, EM_X86_64, "# 1 <");
	CHECK_STR(insn.mnemonic, "#");
	CHECK(!insn.has_target && !insn.data_name);
	CHECK(!parse(arena, EM_X86_64, "jmp    <>").has_target);
	CHECK(!parse(arena, EM_X86_64, "jmp    11111111111111111 <x>").has_target);
	CHECK_STR(parse(arena, EM_X86_64, "x").arguments, "");
	CHECK_STR(parse(arena, EM_X86_64, "call   1040 <a\033b>").target_name, "a\\x1bb");
	arena_done(arena);
}

TEST_MAIN
