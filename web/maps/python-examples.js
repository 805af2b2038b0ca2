/** Python examples that write files for the viewer. They are not translated. */

/** @type {readonly { name: string, label: string, python: string }[]} */
export const pythonExamples = [
  {
    name: 'pytorch',
    label: 'PyTorch',
    python: `import json, torch

attention = torch.nn.MultiheadAttention(embed_dim=16, num_heads=4, batch_first=True).eval()
query, key = torch.randn(1, 3, 16), torch.randn(1, 5, 16)
_, weights = attention(query, key, key, need_weights=True, average_attn_weights=False)

with open("attention.json", "w") as file:
    json.dump({"maps": {"cross": {
        "weights": weights[0].tolist(),                       # [heads, T, S]
        "rows": ["la", "zone", "économique"],                 # T queries
        "columns": ["the", "economic", "area", ".", "<end>"]  # S keys
    }}}, file)
`,
  },
  {
    name: 'huggingface',
    label: 'Hugging Face',
    python: `import json, numpy, torch
from safetensors.numpy import save_file
from transformers import AutoModel, AutoTokenizer

name = "bert-base-uncased"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModel.from_pretrained(name, attn_implementation="eager").eval()
inputs = tokenizer("The cat sat on the mat.", return_tensors="pt")
with torch.no_grad():
    layers = model(**inputs, output_attentions=True).attentions  # each layer [batch, heads, T, S]

weights = numpy.stack([layer[0].float().numpy() for layer in layers])
tokens = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
save_file({"encoder": weights}, "attention.safetensors",
          metadata={"title": name, "encoder.tokens": json.dumps(tokens)})
`,
  },
  {
    name: 'generate',
    label: 'Hugging Face, generate()',
    python: `import json, numpy
from safetensors.numpy import save_file
from transformers import AutoModelForCausalLM, AutoTokenizer

name = "gpt2"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForCausalLM.from_pretrained(name, attn_implementation="eager").eval()
inputs = tokenizer("The cat sat on", return_tensors="pt")
out = model.generate(**inputs, max_new_tokens=20, output_attentions=True, return_dict_in_generate=True)

# out.attentions[step][layer]: [1, heads, queries, keys]; after the prompt one query per step
steps = [numpy.stack([layer[0].float().cpu().numpy() for layer in step]) for step in out.attentions]
keys = steps[-1].shape[-1]
rows = [numpy.pad(step, [(0, 0), (0, 0), (0, 0), (0, keys - step.shape[-1])]) for step in steps]
tokens = tokenizer.convert_ids_to_tokens(out.sequences[0][:keys])
save_file({"decoder": numpy.concatenate(rows, axis=2)}, "attention.safetensors",
          metadata={"title": name, "decoder.tokens": json.dumps(tokens)})
`,
  },
  {
    name: 'tensorflow',
    label: 'TensorFlow',
    python: `import json, tensorflow as tf

attention = tf.keras.layers.MultiHeadAttention(num_heads=4, key_dim=4)
query, value = tf.random.normal((1, 3, 16)), tf.random.normal((1, 5, 16))
_, weights = attention(query, value, return_attention_scores=True)  # [batch, heads, T, S]

with open("attention.json", "w") as file:
    json.dump({"weights": weights[0].numpy().tolist(), "rows": ["a", "b", "c"]}, file)
`,
  },
];
