/* Numbers of DWARF 2 to 5 (DWARF 5, chapter 7) and GNU's from before DWARF 5: those that are used here, under their
 * standard names. Only numbers that a case label or a comparison names are needed; what has none is passed over by its
 * form. */
#ifndef SYMBOL_DWARF_DEBUG_CONSTANTS_H
#define SYMBOL_DWARF_DEBUG_CONSTANTS_H

/* What an entry is (section 7.5.3, table 7.3). Types, variables and members are asked for by probe/search, the others
 * by the walk over functions. */
enum debug_tag {
	DW_TAG_class_type = 0x02,
	DW_TAG_enumeration_type = 0x04,
	DW_TAG_lexical_block = 0x0b,
	DW_TAG_compile_unit = 0x11,
	DW_TAG_structure_type = 0x13,
	DW_TAG_union_type = 0x17,
	DW_TAG_inlined_subroutine = 0x1d,
	DW_TAG_module = 0x1e,
	DW_TAG_with_stmt = 0x22,
	DW_TAG_catch_block = 0x25,
	DW_TAG_subprogram = 0x2e,
	DW_TAG_try_block = 0x32,
	DW_TAG_variant_part = 0x33,
	DW_TAG_interface_type = 0x38,
	DW_TAG_namespace = 0x39,
	DW_TAG_partial_unit = 0x3c,
	DW_TAG_skeleton_unit = 0x4a,
	DW_TAG_array_type = 0x01,
	DW_TAG_formal_parameter = 0x05,
	DW_TAG_member = 0x0d,
	DW_TAG_pointer_type = 0x0f,
	DW_TAG_reference_type = 0x10,
	DW_TAG_subroutine_type = 0x15,
	DW_TAG_typedef = 0x16,
	DW_TAG_unspecified_parameters = 0x18,
	DW_TAG_inheritance = 0x1c,
	DW_TAG_subrange_type = 0x21,
	DW_TAG_base_type = 0x24,
	DW_TAG_const_type = 0x26,
	DW_TAG_variant = 0x19,
	DW_TAG_ptr_to_member_type = 0x1f,
	DW_TAG_variable = 0x34,
	DW_TAG_volatile_type = 0x35,
	DW_TAG_restrict_type = 0x37,
	DW_TAG_unspecified_type = 0x3b,
	DW_TAG_rvalue_reference_type = 0x42,
	DW_TAG_atomic_type = 0x47,
};

/* Attributes (section 7.5.4, table 7.5). Those from 0x2000 on are of vendors: linkage names before DWARF 4, and what
 * GNU had for split units before DWARF 5. *_base attributes are those of a unit's first entry (debug_unit.c). */
enum debug_at {
	DW_AT_sibling = 0x01,
	DW_AT_name = 0x03,
	DW_AT_stmt_list = 0x10,
	DW_AT_low_pc = 0x11,
	DW_AT_high_pc = 0x12,
	DW_AT_language = 0x13,
	DW_AT_comp_dir = 0x1b,
	DW_AT_abstract_origin = 0x31,
	DW_AT_specification = 0x47,
	DW_AT_ranges = 0x55,
	DW_AT_call_file = 0x58,
	DW_AT_call_line = 0x59,
	DW_AT_call_column = 0x57,
	DW_AT_linkage_name = 0x6e,
	DW_AT_str_offsets_base = 0x72,
	DW_AT_addr_base = 0x73,
	DW_AT_rnglists_base = 0x74,
	DW_AT_loclists_base = 0x8c,
	DW_AT_dwo_name = 0x76,
	DW_AT_location = 0x02,
	DW_AT_byte_size = 0x0b,
	DW_AT_bit_offset = 0x0c,
	DW_AT_bit_size = 0x0d,
	DW_AT_const_value = 0x1c,
	DW_AT_inline = 0x20,
	DW_AT_producer = 0x25,
	DW_AT_upper_bound = 0x2f,
	DW_AT_count = 0x37,
	DW_AT_data_member_location = 0x38,
	DW_AT_decl_file = 0x3a,
	DW_AT_decl_line = 0x3b,
	DW_AT_decl_column = 0x39,
	DW_AT_declaration = 0x3c,
	DW_AT_encoding = 0x3e,
	DW_AT_external = 0x3f,
	DW_AT_signature = 0x69,
	DW_AT_frame_base = 0x40,
	DW_AT_type = 0x49,
	DW_AT_entry_pc = 0x52,
	DW_AT_data_bit_offset = 0x6b,
	DW_AT_MIPS_linkage_name = 0x2007,
	DW_AT_GNU_dwo_name = 0x2130,
	DW_AT_GNU_dwo_id = 0x2131,
	DW_AT_GNU_ranges_base = 0x2132,
	DW_AT_GNU_addr_base = 0x2133,
};

/* How a value is stored (section 7.5.6, table 7.6); debug_form.c reads them. From 0x1f01 on: GNU's, before DWARF 5 had
 * the like; 0x2001: LLVM's. */
enum debug_form {
	DW_FORM_addr = 0x01,
	DW_FORM_block2 = 0x03,
	DW_FORM_block4 = 0x04,
	DW_FORM_data2 = 0x05,
	DW_FORM_data4 = 0x06,
	DW_FORM_data8 = 0x07,
	DW_FORM_string = 0x08,
	DW_FORM_block = 0x09,
	DW_FORM_block1 = 0x0a,
	DW_FORM_data1 = 0x0b,
	DW_FORM_flag = 0x0c,
	DW_FORM_sdata = 0x0d,
	DW_FORM_strp = 0x0e,
	DW_FORM_udata = 0x0f,
	DW_FORM_ref_addr = 0x10,
	DW_FORM_ref1 = 0x11,
	DW_FORM_ref2 = 0x12,
	DW_FORM_ref4 = 0x13,
	DW_FORM_ref8 = 0x14,
	DW_FORM_ref_udata = 0x15,
	DW_FORM_indirect = 0x16,
	DW_FORM_sec_offset = 0x17,
	DW_FORM_exprloc = 0x18,
	DW_FORM_flag_present = 0x19,
	DW_FORM_strx = 0x1a,
	DW_FORM_addrx = 0x1b,
	DW_FORM_ref_sup4 = 0x1c,
	DW_FORM_strp_sup = 0x1d,
	DW_FORM_data16 = 0x1e,
	DW_FORM_line_strp = 0x1f,
	DW_FORM_ref_sig8 = 0x20,
	DW_FORM_implicit_const = 0x21,
	DW_FORM_loclistx = 0x22,
	DW_FORM_rnglistx = 0x23,
	DW_FORM_ref_sup8 = 0x24,
	DW_FORM_strx1 = 0x25,
	DW_FORM_strx2 = 0x26,
	DW_FORM_strx3 = 0x27,
	DW_FORM_strx4 = 0x28,
	DW_FORM_addrx1 = 0x29,
	DW_FORM_addrx2 = 0x2a,
	DW_FORM_addrx3 = 0x2b,
	DW_FORM_addrx4 = 0x2c,
	DW_FORM_GNU_addr_index = 0x1f01,
	DW_FORM_GNU_str_index = 0x1f02,
	DW_FORM_GNU_ref_alt = 0x1f20,
	DW_FORM_GNU_strp_alt = 0x1f21,
	DW_FORM_LLVM_addrx_offset = 0x2001,
};

/* Kinds of units, in headers from DWARF 5 on (section 7.5.1, table 7.2). */
enum debug_unit_type {
	DW_UT_compile = 1,
	DW_UT_type = 2,
	DW_UT_partial = 3,
	DW_UT_skeleton = 4,
	DW_UT_split_compile = 5,
	DW_UT_split_type = 6
};

/* Entries of .debug_rnglists (section 7.25). */
enum debug_range_entry {
	DW_RLE_end_of_list = 0,
	DW_RLE_base_addressx = 1,
	DW_RLE_startx_endx = 2,
	DW_RLE_startx_length = 3,
	DW_RLE_offset_pair = 4,
	DW_RLE_base_address = 5,
	DW_RLE_start_end = 6,
	DW_RLE_start_length = 7,
};

/* Entries of .debug_loclists (section 7.7.3). */
enum debug_location_entry {
	DW_LLE_end_of_list = 0,
	DW_LLE_base_addressx = 1,
	DW_LLE_startx_endx = 2,
	DW_LLE_startx_length = 3,
	DW_LLE_offset_pair = 4,
	DW_LLE_default_location = 5,
	DW_LLE_base_address = 6,
	DW_LLE_start_end = 7,
	DW_LLE_start_length = 8,
	DW_LLE_view_pair = 9,
};

/* Line number programs: standard opcodes (DW_LNS), extended ones (DW_LNE), contents of name tables (DW_LNCT);
 * section 7.22. */
enum debug_line_opcode {
	DW_LNS_copy = 1,
	DW_LNS_advance_pc = 2,
	DW_LNS_advance_line = 3,
	DW_LNS_set_file = 4,
	DW_LNS_set_column = 5,
	DW_LNS_negate_stmt = 6,
	DW_LNS_set_basic_block = 7,
	DW_LNS_const_add_pc = 8,
	DW_LNS_fixed_advance_pc = 9,
	DW_LNS_set_prologue_end = 10,
	DW_LNS_set_epilogue_begin = 11,
	DW_LNS_set_isa = 12,
	DW_LNE_end_sequence = 1,
	DW_LNE_set_address = 2,
	DW_LNE_define_file = 3,
	DW_LNE_set_discriminator = 4,
	DW_LNCT_path = 1,
	DW_LNCT_directory_index = 2,
};

/* Those that say where a variable is in one step, and those that may be between. Location expressions (section 2.5;
 * numbers in 7.7.1), as probe/search reads them; those of call frames are executed by symbol/cfi. */
enum debug_op {
	DW_OP_addr = 0x03,
	DW_OP_deref = 0x06,
	DW_OP_const1u = 0x08,
	DW_OP_const1s = 0x09,
	DW_OP_const2u = 0x0a,
	DW_OP_const2s = 0x0b,
	DW_OP_const4u = 0x0c,
	DW_OP_const4s = 0x0d,
	DW_OP_const8u = 0x0e,
	DW_OP_const8s = 0x0f,
	DW_OP_constu = 0x10,
	DW_OP_consts = 0x11,
	DW_OP_plus_uconst = 0x23,
	DW_OP_lit0 = 0x30,
	DW_OP_lit31 = 0x4f,
	DW_OP_reg0 = 0x50,
	DW_OP_reg31 = 0x6f,
	DW_OP_breg0 = 0x70,
	DW_OP_breg31 = 0x8f,
	DW_OP_regx = 0x90,
	DW_OP_fbreg = 0x91,
	DW_OP_bregx = 0x92,
	DW_OP_piece = 0x93,
	DW_OP_call_frame_cfa = 0x9c,
	DW_OP_form_tls_address = 0x9b,
	DW_OP_stack_value = 0x9f,
	DW_OP_addrx = 0xa1,
	DW_OP_entry_value = 0xa3,
	DW_OP_GNU_push_tls_address = 0xe0,
	DW_OP_GNU_addr_index = 0xfb,
};

/* Base types (section 7.8, DW_AT_encoding). */
enum debug_encoding_of_type {
	DW_ATE_address = 1,
	DW_ATE_boolean = 2,
	DW_ATE_complex_float = 3,
	DW_ATE_float = 4,
	DW_ATE_signed = 5,
	DW_ATE_signed_char = 6,
	DW_ATE_unsigned = 7,
	DW_ATE_unsigned_char = 8,
	DW_ATE_UTF = 0x10,
};

/* Columns of the indexes of .dwp files; DWARF 5 uses 5 and 8 otherwise than GNU's version 2 of the index. 5 is
 * .debug_loc and 7 .debug_macinfo in version 2 of the index, 8 is .debug_macro there. */
enum debug_section_column {
	DW_SECT_INFO = 1,
	DW_SECT_ABBREV = 3,
	DW_SECT_LINE = 4,
	DW_SECT_LOCLISTS = 5 /* or .debug_loc */,
	DW_SECT_STR_OFFSETS = 6,
	DW_SECT_RNGLISTS = 8,
};

/* Source languages (section 7.12): those whose types hold no code, see debug_tree.c. */
enum debug_language {
	DW_LANG_C89 = 0x01,
	DW_LANG_C = 0x02,
	DW_LANG_C_plus_plus = 0x04,
	DW_LANG_C99 = 0x0c,
	DW_LANG_C_plus_plus_03 = 0x19,
	DW_LANG_C_plus_plus_11 = 0x1a,
	DW_LANG_C11 = 0x1d,
	DW_LANG_C_plus_plus_14 = 0x21
};

#endif
