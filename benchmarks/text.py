"""Subwords and BLEU against the libraries that everybody uses: seconds for a text and for one four times as long.

python -m benchmarks.text [--rounds N]
Needs `make real` (Shakespeare's plays, MiniLM's vocabulary). All sides must agree before anything is timed. Both cut
each word once and remember it, so what is timed is a text of known words; tokenizers also keeps where a piece begins.
"""

import argparse
from collections import Counter

from sacrebleu.metrics import BLEU
from tokenizers import Tokenizer, models, pre_tokenizers
from tokenizers.implementations import BertWordPieceTokenizer

from benchmarks.rounds import interleaved, markdown, ratios
from faqformer import data
from faqformer.bleu import corpus_bleu
from faqformer.subwords import BPE, WordPiece

OURS = "faqformer"


def wordpiece(text: str) -> dict:
    vocabulary = data.minilm_vocabulary()
    ours = WordPiece(vocabulary)
    theirs = BertWordPieceTokenizer({piece: i for i, piece in enumerate(vocabulary)}, lowercase=True)
    same(ours.pieces(text), theirs.encode(text, add_special_tokens=False).tokens)
    return {OURS: lambda: ours.pieces(text), "tokenizers": lambda: theirs.encode(text, add_special_tokens=False)}


def bpe(text: str) -> dict:
    ours = BPE.train(Counter(text.split()), 1000, glued=True)
    symbols = sorted(
        {s for word in text.split() for s in [*word[:-1], word[-1] + "</w>"]} | {"".join(p) for p in ours.merges}
    )
    known = {symbol: i for i, symbol in enumerate(symbols)}
    theirs = Tokenizer(models.BPE(known, list(ours.merges), end_of_word_suffix="</w>"))
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    same(len(ours.pieces(text)), len(theirs.encode(text).tokens))
    return {OURS: lambda: ours.pieces(text), "tokenizers": lambda: theirs.encode(text)}


def bleu(text: str) -> dict:
    lines = [line.split() for line in text.splitlines() if line.split()]
    candidates = [[word for i, word in enumerate(line) if i % 7 != 3] for line in lines]
    references, metric = [[line] for line in lines], BLEU(tokenize="none", smooth_method="none")
    strings, columns = [" ".join(c) for c in candidates], [[" ".join(line) for line in lines]]
    ours = lambda: corpus_bleu(candidates=candidates, references=references)  # noqa: E731
    theirs = lambda: metric.corpus_score(strings, columns)  # noqa: E731
    same(round(ours().score * 100, 9), round(theirs().score, 9))
    return {OURS: ours, "sacreBLEU": theirs}


def same(ours, theirs) -> None:
    if ours != theirs:
        raise SystemExit(f"the two do not agree: {str(ours)[:200]} and {str(theirs)[:200]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    play = data.shakespeare()["Hamlet"]
    print("| setting | library | median ms | ours / theirs |\n|---|---|---:|---:|")
    for name, task in (("WordPiece", wordpiece), ("BPE", bpe), ("BLEU", bleu)):
        for size in (len(play) // 4, len(play)):
            table = ratios(interleaved(task(play[:size]), options.rounds), OURS)
            print(markdown(f"{name}, {size:,} characters", table), flush=True)


if __name__ == "__main__":
    main()
