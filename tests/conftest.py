"""Property tests are judged by what they find, not by how busy the machine is.

In CI the examples are the same at every run: a failure there is one's own change, and random
ones are tried wherever a person runs the tests.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "pravila",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pravila")
