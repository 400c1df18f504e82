"""The numbers of the daily deals."""

from __future__ import annotations

from datetime import date

import pytest

from mile_bones.match.numbers import day_of_number, number_of_day


@pytest.mark.parametrize("day", [date(2026, 5, 4), date(2028, 2, 29), date(1999, 12, 31)])
def test_a_day_is_recognised_by_its_number(day):
    assert day_of_number(number_of_day(day)) == day


@pytest.mark.parametrize("number", [0, 4711, 20260231, 20261301, 20260500, 10**17, 999_999_999])
def test_only_the_number_of_a_real_date_belongs_to_a_day(number):
    assert day_of_number(number) is None
