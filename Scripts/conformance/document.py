"""Holds every example of an OpenAPI document against its schema, by a validator that is not ours.

usage: document.py openapi.json
"""

import json
import sys

from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

path = sys.argv[1]
faults, examples = [], 0


def unique(members):
    """An object of its members, whose names some readers of JSON take once only."""
    names = [name for name, _ in members]
    faults.extend(f"duplicate key {name}" for name in sorted(set(names)) if names.count(name) > 1)
    return dict(members)


with open(path, encoding="utf-8") as file:
    document = json.load(file, object_pairs_hook=unique)
resource = Resource.from_contents(document, default_specification=DRAFT202012)
registry = Registry().with_resource("doc", resource)


def resolved(value):
    while isinstance(value, dict) and set(value) == {"$ref"}:
        value = registry.resolver("doc").lookup(value["$ref"]).contents
    return value


def absolute(schema):
    """The schema with references that lead into the document wherever it stands."""
    if isinstance(schema, dict):
        return {k: "doc" + v if k == "$ref" else absolute(v) for k, v in schema.items()}
    return [absolute(item) for item in schema] if isinstance(schema, list) else schema


def check(place, schema, value):
    global examples
    examples += 1
    validator = Draft202012Validator(absolute(schema), registry=registry, format_checker=FormatChecker())
    faults.extend(f"{place}: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value))


def events(text):
    for block in text.strip().split("\n\n"):
        yield dict(line.split(": ", 1) for line in block.split("\n"))


def walk_media(place, content):
    for kind, media in content.items():
        values = {name: resolved(example)["value"] for name, example in media.get("examples", {}).items()}
        if "example" in media:
            values["example"] = media["example"]
        for name, value in values.items():
            where = f"{place} {kind} {name}"
            if kind == "text/event-stream":
                for event in events(value):
                    check(where, media["schema"], event)
                    check(where, {"$ref": "#/components/schemas/Render"}, json.loads(event["data"]))
            else:
                check(where, media["schema"], value)


for route, item in document["paths"].items():
    for method, operation in item.items():
        if method == "parameters":
            continue
        place = f"{method.upper()} {route}"
        for key in ("summary", "description", "operationId", "tags"):
            if not operation.get(key):
                faults.append(f"{place}: no {key}")
        body = operation.get("requestBody")
        if body:
            walk_media(f"{place} request", body["content"])
        for status, response in operation["responses"].items():
            response = resolved(response)
            walk_media(f"{place} {status}", response.get("content", {}))
            if int(status) >= 400 and not any("problem+json" in kind or status == "503" for kind in response["content"]):
                faults.append(f"{place} {status}: no problem details")
for name, schema in document["components"]["schemas"].items():
    for value in schema.get("examples", []):
        check(name, schema, value)
for name, header in document["components"]["headers"].items():
    if "example" in header:
        check(f"header {name}", header["schema"], header["example"])
for name, parameter in document["components"]["parameters"].items():
    if "example" in parameter:
        check(f"parameter {name}", parameter["schema"], parameter["example"])

print(f"{path}: {examples} examples, {len(faults)} faults")
print("\n".join(faults))
sys.exit(1 if faults else 0)
