"""English text: Shakespeare's 37 plays, 4.85 million characters."""

import hashlib
from collections.abc import Mapping

from faqformer.data.packages import licence

PLAYS = {
    "A Midsummer Night's Dream": "midsummer_nights_dream",
    "All's Well That Ends Well": "alls_well_that_ends_well",
    "Antony and Cleopatra": "antony_and_cleopatra",
    "As You Like It": "as_you_like_it",
    "Coriolanus": "coriolanus",
    "Cymbeline": "cymbeline",
    "Hamlet": "hamlet",
    "Henry IV, Part 1": "henry_iv_part_1",
    "Henry IV, Part 2": "henry_iv_part_2",
    "Henry V": "henry_v",
    "Henry VI, Part 1": "henry_vi_part_1",
    "Henry VI, Part 2": "henry_vi_part_2",
    "Henry VI, Part 3": "henry_vi_part_3",
    "Henry VIII": "henry_viii",
    "Julius Caesar": "julius_caesar",
    "King John": "john",
    "King Lear": "lear",
    "Love's Labour's Lost": "loves_labours_lost",
    "Macbeth": "macbeth",
    "Measure for Measure": "measure_for_measure",
    "Much Ado About Nothing": "much_ado_about_nothing",
    "Othello": "othello",
    "Pericles": "pericles",
    "Richard II": "richard_ii",
    "Richard III": "richard_iii",
    "Romeo and Juliet": "romeo_and_juliet",
    "The Comedy of Errors": "comedy_of_errors",
    "The Merchant of Venice": "merchant_of_venice",
    "The Merry Wives of Windsor": "merry_wives_of_windsor",
    "The Taming of the Shrew": "taming_of_the_shrew",
    "The Tempest": "tempest",
    "The Two Gentlemen of Verona": "two_gentlemen_of_verona",
    "The Winter's Tale": "winters_tale",
    "Timon of Athens": "timon_of_athens",
    "Titus Andronicus": "tragedy_of_titus_andronicus",
    "Troilus and Cressida": "troilus_and_cressida",
    "Twelfth Night": "twelfth_night",
}
HELD_OUT = ("Hamlet", "The Tempest")  # from training: whole plays, so that no scene is on both sides
FOLDER = "shksprdata/texts"  # as in the package
# of the plays in this order, one after the other
SHA256 = "f9fd357b9d519e7a087078424d79657363263c0ed440c8286da84f2cbcc94740"


def shakespeare() -> dict[str, str]:
    """The plays by title, in alphabetical order; ASCII, with speakers and stage directions. Raises MissingPackage."""
    package = licence("shakespeare")
    texts = {title: package.unpacked(f"{FOLDER}/{file}_gut.txt").read_bytes() for title, file in PLAYS.items()}
    if hashlib.sha256(b"".join(texts.values())).hexdigest() != SHA256:
        raise package.missing("not the text that was verified")
    return {title: text.decode("ascii") for title, text in texts.items()}


def split(plays: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The texts to train on, and those that are held out, each in the order of plays."""
    sides: tuple[list[str], list[str]] = [], []
    for title, text in plays.items():
        sides[title in HELD_OUT].append(text)
    return sides
