"""Equal to Hugging Face's BERT on random weights in float64: outputs, inner states, attention, gradients."""

from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F
import transformers

from faqformer import seeds
from faqformer.bert import Bert, BertConfig, BertForMaskedLM, BertForPreTraining, load_hugging_face, our_name, our_names
from faqformer.instruments import recorded
from tests.bert.small import CONFIG, ragged, stirred

FLOAT64 = 1e-12  # a bug keeps its size in float64, while rounding falls below this
KINDS = {"gelu": "gelu", "gelu_new": "gelu_tanh", "relu": "relu"}


def their_config(**changes):
    sizes = {
        "vocab_size": 50,
        "hidden_size": 24,
        "num_attention_heads": 3,
        "num_hidden_layers": 3,
        "intermediate_size": 40,
        "max_position_embeddings": 20,
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
        "attn_implementation": "eager",  # the one that returns its weights
    }
    return transformers.BertConfig(**(sizes | changes))


def both(theirs, ours, k=0, **changes):
    """The two models, on the same stirred weights."""
    config = their_config(**changes)
    theirs = stirred(theirs(config), k)
    ours = ours(BertConfig.from_hugging_face(config.to_dict())).double().eval()
    load_hugging_face(ours, {name: tensor.clone() for name, tensor in theirs.state_dict().items()})
    return theirs, ours


def near(ours, theirs):
    assert ours.shape == theirs.shape and ours.dtype == theirs.dtype == torch.float64
    assert (ours - theirs).abs().max() <= FLOAT64 * max(1, theirs.abs().max())


@pytest.mark.parametrize(
    "changes",
    [
        *({"hidden_act": kind} for kind in KINDS),
        {"num_attention_heads": 1, "type_vocab_size": 1},
        {"num_attention_heads": 24, "num_hidden_layers": 1, "layer_norm_eps": 0.5},
    ],
)
@pytest.mark.parametrize("padded", [True, False])
def test_encoder(changes, padded):
    theirs, ours = both(transformers.BertModel, Bert, **changes)
    ids, mask, segments = ragged(ours.config)
    mask = mask if padded else None
    with recorded(ours) as attention:
        output = ours(ids, mask, segments, return_states=True)
    reference = theirs(
        ids,
        None if mask is None else mask.long(),
        segments,
        output_hidden_states=True,
        output_attentions=True,
    )
    near(output.sequence, reference.last_hidden_state)
    near(output.pooled, reference.pooler_output)
    for mine, other in zip(output.hidden_states, reference.hidden_states, strict=True):
        near(mine, other)
    for mine, other in zip(attention, reference.attentions, strict=True):
        near(mine, other)
    near(ours(ids, mask, segments).sequence, reference.last_hidden_state)  # the fused path
    near(ours(ids, mask).sequence, theirs(ids, None if mask is None else mask.long()).last_hidden_state)


def test_positions():
    theirs, ours = both(transformers.BertModel, Bert)
    ids, mask, _ = ragged()
    for positions in (torch.arange(15, -1, -1), torch.randint(20, ids.shape, generator=seeds.generator(2))):
        reference = theirs(ids, mask.long(), position_ids=positions.expand(ids.shape)).last_hidden_state
        near(ours(ids, mask, positions=positions).sequence, reference)


def loss(tokens, follows, labels, mask, next_label):
    """The pre-training loss on whatever logits there are."""
    total = F.cross_entropy(tokens[mask], labels[mask])
    return total if follows is None else total + F.cross_entropy(follows, next_label)


@pytest.mark.parametrize("heads", ["masked", "both"])
def test_heads_and_gradients(heads):
    if heads == "masked":
        theirs, ours = both(transformers.BertForMaskedLM, BertForMaskedLM)
    else:
        theirs, ours = both(transformers.BertForPreTraining, BertForPreTraining)
    ids, mask, segments = ragged(k=1)
    labels, follows = ids.roll(1, 0), torch.tensor([0, 1, 1, 0])
    reference = theirs(ids, mask.long(), segments)
    if heads == "masked":
        mine, other = (ours(ids, mask, segments), None), (reference.logits, None)
    else:
        mine = tuple(ours(ids, mask, segments))
        other = reference.prediction_logits, reference.seq_relationship_logits
        near(mine[1], other[1])
    near(mine[0], other[0])
    loss(*mine, labels, mask, follows).backward()
    loss(*other, labels, mask, follows).backward()
    gradients = {name: parameter.grad for name, parameter in ours.named_parameters()}
    compared = set()
    for name, parameter in theirs.named_parameters():
        if name.endswith("word_embeddings.weight"):
            # Hugging Face's table takes no gradient as an input at the padding id 0, ours does
            near(gradients[our_name(name)][1:], parameter.grad[1:])
        else:
            near(gradients[our_name(name)], parameter.grad)
        compared.add(our_name(name))
    assert compared == set(gradients)


@pytest.mark.parametrize("kind", ["BertModel", "BertForMaskedLM", "BertForPreTraining"])
def test_every_name_has_its_place(kind):
    ours = {"BertModel": Bert, "BertForMaskedLM": BertForMaskedLM, "BertForPreTraining": BertForPreTraining}[kind]
    state = getattr(transformers, kind)(their_config()).state_dict()
    assert set(our_names(state)) == set(ours(CONFIG).state_dict())


def test_the_whole_config_is_read():
    config = their_config(hidden_act="gelu_new", layer_norm_eps=1e-3, initializer_range=0.1, type_vocab_size=5)
    expected = replace(CONFIG, activation="gelu_tanh", eps=1e-3, std=0.1, n_segments=5)
    assert BertConfig.from_hugging_face(config.to_dict()) == expected


def test_what_does_not_fit_is_refused():
    state = transformers.BertModel(their_config()).state_dict()
    name = "encoder.layer.0.output.dense.weight"
    with pytest.raises(RuntimeError, match=r"Missing.*layers\.0\.feed_forward\.W_2\.weight"):
        load_hugging_face(Bert(CONFIG), {key: tensor for key, tensor in state.items() if key != name})
    with pytest.raises(RuntimeError, match="size mismatch"):
        load_hugging_face(Bert(CONFIG), state | {name: torch.zeros(2, 2)})
    with pytest.raises(ValueError, match=r"name: expected a parameter .* got 'encoder.layer.0.output.sense.weight'"):
        load_hugging_face(Bert(CONFIG), state | {"encoder.layer.0.output.sense.weight": torch.zeros(2)})
    masked = transformers.BertForMaskedLM(their_config()).state_dict()
    masked["cls.predictions.decoder.weight"] = masked["cls.predictions.decoder.weight"] + 1
    with pytest.raises(ValueError, match=r"expected the same numbers as in bert\.embeddings\.word_embeddings\.weight"):
        load_hugging_face(BertForMaskedLM(CONFIG), masked)
    for changes, message in [
        ({"position_embedding_type": "relative_key"}, "position_embedding_type"),
        ({"attention_probs_dropout_prob": 0.5}, "dropout: expected one rate"),
        ({"hidden_act": "swish"}, "hidden_act"),
    ]:
        with pytest.raises(ValueError, match=message):
            BertConfig.from_hugging_face(their_config().to_dict() | changes)
