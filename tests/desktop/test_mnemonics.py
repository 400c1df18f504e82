"""Each text gets a mnemonic, and no mnemonic is assigned twice."""

from __future__ import annotations

import pytest

from mile_bones.desktop.mnemonics import with_mnemonics


@pytest.mark.parametrize(
    ("texts", "taken", "expected"),
    [
        ([], "", []),
        (["Easy", "Original"], "", ["&Easy", "&Original"]),
        (["Easy", "Original"], "O", ["&Easy", "O&riginal"]),
        (["Drag and drop", "Click and click"], "dc", ["D&rag and drop", "Click &and click"]),
        (["On", "Off", "O"], "", ["O&n", "O&ff", "&O"]),
        (["a", "a"], "", ["&a", "a"]),
        (["mille(6)"], "mile", ["mille(&6)"]),
        (["–"], "", ["–"]),
        (["Salt & pepper"], "", ["&Salt && pepper"]),
        (["& ale"], "", ["&& &ale"]),
    ],
)
def test_each_text_gets_its_own_mnemonic_if_possible(texts: list[str], taken: str, expected: list[str]) -> None:
    assert with_mnemonics(texts, taken) == expected
