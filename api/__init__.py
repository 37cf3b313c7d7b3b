"""The HTTP face: a read-only JSON API over one library. ``pravila serve`` starts it.

``app.make(settings)`` is the ASGI application; ``serve.serve`` runs it in worker processes.
"""
