"""An assembler for perf.data: text in, recordings in. The language is described in tools/README.md."""
from .assembler import assemble, write_recording  # noqa: F401
from .language import AsmError  # noqa: F401
