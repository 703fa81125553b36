"""Shapes in signatures are checked at run time in every test, except where bad input is passed on purpose."""

import hypothesis
import jaxtyping
import pytest

import tests.typecheck  # noqa: F401  (imported here, so that the hook below finds it)
from tests.browser import chromium as chromium  # a fixture, once for all folders

jaxtyping.install_import_hook("faqformer", "tests.typecheck.check")

# How long an example takes depends on what else the machine does: it is no property of the library.
hypothesis.settings.register_profile(
    "patient", hypothesis.settings.default, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")


@pytest.fixture(autouse=True)
def shapes(request):
    """Let the library's own message through in tests marked `bad_input`."""
    jaxtyping.config.update("jaxtyping_disable", request.node.get_closest_marker("bad_input") is not None)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
