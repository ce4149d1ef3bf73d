"""QR codes."""

from __future__ import annotations

import io

from tutor.extras import require_extra


def draw_qr_code(text: str) -> str:
    """Return a QR code as SVG, black on white in both themes."""
    require_extra("class")
    import segno

    drawn = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, dark="#1a1712", light="#ffffff")
    return drawn.getvalue().decode()
