"""Zstandard frames of stored blocks (RFC 8878): valid input for any decompressor, the same bytes on every machine."""
import struct


def blocks(data, block_size):
    """One frame as a list of pieces, a stored block each; the first begins with the frame header: magic, no content size,
    a window of 2 MiB."""
    parts = [data[i:i + block_size] for i in range(0, len(data), block_size)] or [b'']
    pieces = []
    for i, part in enumerate(parts):
        head = struct.pack('<I', 0xfd2fb528) + b'\x00\x58' if i == 0 else b''
        last = 1 if i == len(parts) - 1 else 0
        pieces.append(head + struct.pack('<I', last | len(part) << 3)[:3] + part)
    return pieces
