"""Writes YAML of plain values, for manifests that people read; every text is quoted as in JSON."""

import json


def document(value):
    """A document of dictionaries, lists, texts, numbers and truth values."""
    return "---\n" + "".join(f"{line}\n" for line in _lines(value))


def _lines(value):
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _entry(f"{key}:", item)
    elif isinstance(value, list) and value:
        for item in value:
            if isinstance(item, (dict, list)) and item:
                for number, line in enumerate(_lines(item)):
                    yield ("  " if number else "- ") + line
            else:
                yield f"- {json.dumps(item, ensure_ascii=False)}"
    else:
        yield json.dumps(value, ensure_ascii=False)


def _entry(key, item):
    if isinstance(item, (dict, list)) and item:
        yield key
        yield from ("  " + line for line in _lines(item))
    else:
        yield f"{key} {json.dumps(item, ensure_ascii=False)}"
