"""A limit on the memory of a process that answers what strangers ask."""


def bound_memory(size: int) -> None:
    """Let this process have ``size`` bytes of address space at most, where the system can."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))
    except (ImportError, ValueError, OSError):  # Windows, or a stricter limit already
        return
