"""Finds the places of a C file where one operator, sign or returned truth can be changed."""
import re

from clang import cindex
from clang.cindex import CursorKind, TypeKind

OTHER = {'==': '!=', '!=': '==', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '&&': '||', '||': '&&', '+': '-', '-': '+'}
OPERATOR = re.compile(r'==|!=|<=|>=|&&|\|\||<<|>>|[-+*/%&|^<>=,]')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
CONSTANT = {CursorKind.CXX_UNARY_EXPR, CursorKind.ENUM_DECL, CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.TYPEDEF_DECL,
            CursorKind.STATIC_ASSERT}


class Site:
    """A change: what stands between two offsets of a file, what it is, and what it becomes when the change is asked for."""

    def __init__(self, path, line, begin, end, before, after, parts):
        self.path, self.line, self.begin, self.end = path, line, begin, end
        self.before, self.after, self.parts = before, after, parts
        self.line_text = ''  # the line that it begins in

    def text(self, number):
        """The code that takes the place of what stands there."""
        is_chosen = f'mutant_is({number})'
        kind, *operands = self.parts
        if kind == 'binary':
            left, right = operands
            return f'({is_chosen} ? ({left}) {self.after} ({right}) : ({left}) {self.before} ({right}))'
        if kind == 'sign':
            return f'({is_chosen} ? ({operands[0]}) : -({operands[0]}))'
        return f'return {is_chosen} != ({operands[0]})'


def slice_of(source, begin, end):
    return source[begin:end].decode('utf-8', 'replace')


def is_pointer(cursor):
    return cursor.type.get_canonical().kind in (TypeKind.POINTER, TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)


def binary_site(cursor, source, path):
    children = list(cursor.get_children())
    if len(children) != 2:
        return None
    left, right = (child.extent for child in children)
    begin, end = cursor.extent.start.offset, cursor.extent.end.offset
    if not begin <= left.start.offset <= left.end.offset < right.start.offset <= right.end.offset <= end:
        return None
    between = COMMENT.sub('', slice_of(source, left.end.offset, right.start.offset)).strip(' \t\n()')
    if between not in OTHER or (between in '+-' and (is_pointer(children[1]) or cursor.type.get_canonical().kind == TypeKind.POINTER)):
        return None
    middle = source.find(between.encode(), left.end.offset)
    parts = ('binary', slice_of(source, begin, middle), slice_of(source, middle + len(between), end))
    return Site(path, cursor.extent.start.line, begin, end, between, OTHER[between], parts)


def sign_site(cursor, source, path):
    begin, end = cursor.extent.start.offset, cursor.extent.end.offset
    text = slice_of(source, begin, end)
    if not text.startswith('-') or text.startswith('--'):
        return None
    return Site(path, cursor.extent.start.line, begin, end, text, text[1:], ('sign', text[1:]))


def truth_site(cursor, source, path):
    begin, end = cursor.extent.start.offset, cursor.extent.end.offset
    text = slice_of(source, begin, end)
    if not re.match(r'return\b', text):
        return None
    return Site(path, cursor.extent.start.line, begin, end, text, f'return !({text[6:].strip()})', ('truth', text[6:].strip()))


def skips(cursor, parent):
    """Whether what is below has to be constant."""
    if cursor.kind in CONSTANT:
        return True
    if cursor.kind == CursorKind.VAR_DECL and cursor.storage_class == cindex.StorageClass.STATIC:
        return True
    return parent is not None and parent.kind == CursorKind.CASE_STMT and cursor == next(parent.get_children())


def walk(cursor, parent, is_truth, source, path, found):
    if skips(cursor, parent):
        return
    site = None
    if cursor.kind == CursorKind.BINARY_OPERATOR:
        site = binary_site(cursor, source, path)
    elif cursor.kind == CursorKind.UNARY_OPERATOR:
        site = sign_site(cursor, source, path)
    elif cursor.kind == CursorKind.RETURN_STMT and is_truth:
        site = truth_site(cursor, source, path)
    if site and '#' not in slice_of(source, site.begin, site.end):
        found.append(site)
    for child in cursor.get_children():
        walk(child, cursor, is_truth, source, path, found)


def find_sites(path, arguments, directory):
    """Of the functions of one file, as the compiler's arguments make it."""
    with open(path, 'rb') as file:
        source = file.read()
    unit = cindex.Index.create().parse(path, args=arguments)
    found = []
    for cursor in unit.cursor.get_children():
        if cursor.kind == CursorKind.FUNCTION_DECL and cursor.is_definition() and cursor.location.file and cursor.location.file.name == path:
            is_truth = cursor.result_type.get_canonical().kind == TypeKind.BOOL
            for child in cursor.get_children():
                if child.kind == CursorKind.COMPOUND_STMT:
                    walk(child, None, is_truth, source, path, found)
    lines = source.decode('utf-8', 'replace').split('\n')
    for site in found:
        site.line_text = lines[site.line - 1].strip()
    return found


def without_overlaps(sites):
    """Of sites within each other the first that was given."""
    kept = []
    for site in sites:
        if not any(site.path == other.path and site.begin < other.end and other.begin < site.end for other in kept):
            kept.append(site)
    return kept
