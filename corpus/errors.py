"""Every error the library raises on purpose.

    PravilaError                 (Exception)  message in Russian: what is wrong and what to do
    ├── ReadingError             (ValueError) a file cannot be read as text
    ├── LibraryError             (OSError)    the library's folder is missing, damaged or busy
    ├── NotFoundError            (KeyError)   no such document, unit, law, rule
    ├── QueryError               (ValueError) a query, a filter or a law number cannot be understood
    ├── SettingsError            (ValueError) an option or a settings file is wrong
    └── ServerError              (OSError)    a server elsewhere is away, refuses or talks nonsense

The faces (command line, application) turn any ``PravilaError`` into one line and a non-zero
exit; anything else that reaches them is a bug. Lower rooms raise, they never print.
"""


class PravilaError(Exception):
    """Root of the tree. ``str(error)`` is one Russian line that says what to do."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else self.__class__.__name__


class ReadingError(PravilaError, ValueError):
    """A file cannot be read: empty, truncated, protected, a scan, not what its name says."""


class LibraryError(PravilaError, OSError):
    """The library's folder is missing, damaged, of another format, or in use."""


class NotFoundError(PravilaError, KeyError):
    """What was asked for by name does not exist (document, unit, law, rule, query)."""


class QueryError(PravilaError, ValueError):
    """A query, filter or law number cannot be understood."""


class SettingsError(PravilaError, ValueError):
    """An option, a metadata file or a settings file is wrong."""


class ServerError(PravilaError, OSError):
    """A server the library speaks to (a graph store, a search cluster) is away or refuses."""
