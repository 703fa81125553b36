"""The learning rate over the steps, on linear axes."""

from matplotlib.ticker import MaxNLocator

from faqbook.figures import given
from faqbook.figures.drawing import Drawing, chart, drawn
from faqbook.figures.letters import listed


@drawn
def schedule(curves) -> Drawing:
    """Learning rates against the step, on two linear axes: up to the peak, and down. The legend says each peak.

    curves: name → (steps, rates), both (n,), one to four of them. Raises ValueError for others, for rates below 0, and
    for steps that do not increase.
    """
    if not 1 <= len(curves) <= 4:
        raise ValueError(f"curves: expected one to four, got {len(curves)}")
    drawing, axes = chart(1, 3.2)
    ax, said = axes[0, 0], []
    for name, (steps, rates) in curves.items():
        steps, rates = given.shaped(**{"steps": (steps, "n"), "rates": (rates, "n")})
        if (rates < 0).any() or (steps[1:] <= steps[:-1]).any():
            raise ValueError(f"{name}: expected rates of at least 0 at increasing steps")
        top = rates.argmax()
        peak = f"{rates[top]:.2g} at step {steps[top]:,.0f}"
        (line,) = ax.plot(steps, rates, label=f"{name}: peak {peak}")
        ax.plot(steps[top], rates[top], "o", color=line.get_color())
        said.append(f"{name}, with its peak of {peak}, at the last step, {steps[-1]:,.0f}, {rates[-1]:.2g}")
    ax.set(xlabel="step", ylabel="learning rate", xlim=(0, None), ylim=(0, None))
    ax.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    drawing.legend(loc="outside upper left")
    drawing.alt = f"The learning rate against the step, on linear axes: {listed(said)}."
    return drawing
