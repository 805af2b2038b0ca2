import os


class SummedLosses(nn.Module):
    """The summed losses of some micro-batches, for each network; the module that DistributedDataParallel wraps."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, micro_batches):
        return sum(torch.stack(compute_losses(self.model, micro_batch)) for micro_batch in micro_batches)


def read_batches(tensors):
    """Return the learning rate and micro-batches of each step, the same for any number of processes."""
    steps = [{} for _ in tensors["learningRates"]]
    for path, tensor in tensors.items():
        step, _, rest = path.partition("/")
        micro_batch, _, name = rest.partition("/")
        if step.isdigit():
            value = tensor.long() if tensor.dtype == torch.int32 else tensor
            steps[int(step)].setdefault(int(micro_batch), {})[name] = value
    rates = tensors["learningRates"].tolist()
    return [(rate, [micro_batches[i] for i in sorted(micro_batches)]) for rate, micro_batches in zip(rates, steps)]


def load_moments(steps, model, tensors):
    """Set the optimizer's moments to those of the page."""
    first, second = (
        convert_state(model, {path[len(kind) :]: tensor for path, tensor in tensors.items() if path.startswith(kind)})
        for kind in ("first/", "second/")
    )
    for name, parameter in model.named_parameters():
        moments = {"exp_avg": first[name].clone(), "exp_avg_sq": second[name].clone()}
        steps.state[parameter] = {"step": torch.tensor(float(RUN["step"])), **moments}
    return steps


def train(weights, training):
    """Continue from the page's last step with the same batches, in one process or, under torchrun, in several.

    Without dropout the losses equal those of the page. With dropout each process draws its own masks.
    """
    torch.set_num_threads(1)  # faster for small models
    rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    tensors, settings = read_safetensors(training), RUN["optimizer"]
    model = load(weights).train()
    steps = load_moments(optimizer(model), model, tensors)
    networks = list(model.values()) if isinstance(model, nn.ModuleDict) else [model]
    network = SummedLosses(model)
    if world > 1:
        torch.distributed.init_process_group("gloo")
        network = nn.parallel.DistributedDataParallel(network)
    for step, (rate, micro_batches) in enumerate(read_batches(tensors), RUN["step"] + 1):
        own_micro_batches = micro_batches[rank::world]
        if not own_micro_batches:
            sys.exit(f"At most {len(micro_batches)} processes can share a batch of this run, one for each micro-batch.")
        losses = network(own_micro_batches) / sum(count_targets(micro_batch) for micro_batch in micro_batches)
        decay = sum(settings["l2"] * (module.words.weight**2).sum() for module in networks) if settings["l2"] else 0
        steps.zero_grad()
        (losses.sum() * world + decay).backward()  # DistributedDataParallel averages over processes
        for module in networks if settings["clip"] else []:
            nn.utils.clip_grad_norm_(module.parameters(), settings["clip"])
        steps.param_groups[0]["lr"] = rate
        steps.step()
        losses = losses.detach()
        if world > 1:
            torch.distributed.all_reduce(losses)
        if rank == 0:
            print(f"step {step}  loss", *(f"{loss:.8g}" for loss in losses.tolist()), flush=True)
    if rank == 0:
        torch.save(model.state_dict(), "trained.pt")
        print("The weights are in trained.pt: model.load_state_dict(torch.load('trained.pt')).")
    if world > 1:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(f"usage: python3 {sys.argv[0]} {RUN['weightsFile']} [{RUN['trainingFile']}]")
    (compare if len(sys.argv) == 2 else train)(*sys.argv[1:])
