def read_safetensors(path):
    """Read tensors by name. The file has the length of a header, the header in JSON, and the numbers."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    kinds = {"F32": torch.float32, "F64": torch.float64, "I32": torch.int32}
    tensors = {}
    for name, entry in header.items():
        begin, _ = entry["data_offsets"]
        count = torch.Size(entry["shape"]).numel()
        numbers = torch.frombuffer(data, dtype=kinds[entry["dtype"]], offset=begin, count=count)
        tensors[name] = numbers.reshape(entry["shape"]).clone()
    return tensors


def convert_state(model, tensors):
    """Convert the tensors of a file to the names and layouts of the model's state dict."""
    state = rename_tensors(tensors)
    for name, module in model.named_modules():
        if isinstance(module, nn.Linear):  # the file has [in, out], PyTorch [out, in]
            state[f"{name}.weight"] = state[f"{name}.weight"].T
    return state


def load(path):
    """Load the model with the weights of a file, in evaluation mode."""
    model = build(RUN)
    model.load_state_dict(convert_state(model, read_safetensors(path)))
    return model.eval()


def optimizer(model):
    """Create Adam with the settings of the run; its moments are zero."""
    settings = RUN["optimizer"]
    for layer in model.modules():
        for name, bias in layer.named_parameters(recurse=False):
            if name.startswith("bias_hh"):  # not trained where it would only double the first bias
                own = torch.zeros_like(bias)
                if isinstance(layer, (nn.GRU, nn.GRUCell)):
                    own[-layer.hidden_size :] = 1
                bias.register_hook(lambda gradient, own=own: gradient * own)
    betas = settings["beta1"], settings["beta2"]
    return torch.optim.Adam(model.parameters(), lr=settings["learningRate"], betas=betas, eps=settings["epsilon"])


def difference(actual, expected):
    """Return the largest absolute difference; infinite if the sizes differ or a number is not finite."""
    actual, expected = actual.flatten().double(), torch.tensor(expected, dtype=torch.double)
    if len(actual) != len(expected) or not actual.isfinite().all():
        return float("inf")
    return (actual - expected).abs().max().item() if len(actual) else 0.0


@torch.no_grad()
def compare(path):
    """Repeat the predictions of the page for some examples, and print the largest differences."""
    model = load(path)
    largest = {"predictions": 0.0, "attention weights": 0.0}
    for example in RUN["examples"]:
        actual = predict(model, example)
        print(describe(example))
        print("  in PyTorch      ", show(actual["output"].tolist()))
        print("  in the browser  ", show(example["output"]))
        pairs = [("predictions", "output"), ("predictions", "probabilities"), ("attention weights", "weights")]
        for what, key in pairs:
            if key in example:
                largest[what] = max(largest[what], difference(actual[key], example[key]))
    print("largest difference of", ", of ".join(f"{what} {value:.1e}" for what, value in largest.items()))
    if max(largest.values()) > 1e-4:
        sys.exit(f"These are not the weights of step {RUN['step']}, or this is not the same model.")


if __name__ == "__main__" and hasattr(sys.stdout, "reconfigure"):
    sys.stdout.reconfigure(errors="backslashreplace")  # for output encodings that lack some characters
