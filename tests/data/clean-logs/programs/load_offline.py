# /// script
# requires-python = ">=3.11"
# dependencies = ["torch==2.13.0", "transformers==5.23.0", "safetensors"]
# ///
# mypy: ignore-errors
# ruff: noqa: PTH208, T201
"""Save and load a small model without a network."""

import logging
import os

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
import transformers
from safetensors.torch import load_file
from transformers import AutoConfig, AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM


def main() -> None:
    """Write sharded weights, read them back, and look for an optional file that is not there."""
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    transformers.logging.set_verbosity_info()
    config = LlamaConfig(
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=4,
        vocab_size=1000,
        max_position_embeddings=64,
    )
    LlamaForCausalLM(config).save_pretrained("tiny", max_shard_size="200KB")
    print(AutoConfig.from_pretrained("tiny").model_type, sorted(os.listdir("tiny")))
    model = AutoModelForCausalLM.from_pretrained(
        "tiny", dtype=torch.bfloat16, attn_implementation="sdpa"
    )
    out = model.generate(torch.tensor([[1, 2, 3]]), max_new_tokens=4, do_sample=False)
    print(out.shape, "errors: 0")
    shard = next(name for name in os.listdir("tiny") if name.endswith(".safetensors"))
    print(len(load_file(f"tiny/{shard}")), "tensors in the first shard")
    try:
        transformers.AutoTokenizer.from_pretrained("tiny/tokenizer_config.json")
    except (OSError, ValueError, TypeError):
        logging.getLogger("train").warning("no tokenizer beside the weights, using the default one")


if __name__ == "__main__":
    main()
