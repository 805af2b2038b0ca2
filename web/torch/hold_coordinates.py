def hold_coordinates(held, places, ranges):
    """Check `held` = {place: numbers} against the ranges (least, most), and return {place: tensor}."""
    for place, numbers in (held or {}).items():
        fits = len(numbers) == len(ranges) and all(a <= number <= b for number, (a, b) in zip(numbers, ranges))
        if place not in places or not fits:
            raise ValueError(f"held: {place} must be one of {places}, with numbers in the ranges {ranges}.")
    return {place: torch.as_tensor(numbers, dtype=torch.float32) for place, numbers in (held or {}).items()}
