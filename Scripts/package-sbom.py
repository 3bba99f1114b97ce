#!/usr/bin/env python3
"""Writes the list of the Debian packages in a root, with their licences, as SPDX 2.3 in JSON.

usage: package-sbom.py --name NAME --root FOLDER --output FILE
  Times are those of SOURCE_DATE_EPOCH, where set: the same root gives the same bytes.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import time

# Debian's short names of licences, as SPDX has them; other names become a LicenseRef with where to read it.
KNOWN = {
    "Apache-2": "Apache-2.0", "Apache-2.0": "Apache-2.0", "Artistic": "Artistic-1.0-Perl", "BSD-2-clause": "BSD-2-Clause",
    "BSD-3-clause": "BSD-3-Clause", "BSL-1.0": "BSL-1.0", "CC0": "CC0-1.0", "CC0-1.0": "CC0-1.0", "Expat": "MIT",
    "ISC": "ISC", "MIT": "MIT", "OFL-1.1": "OFL-1.1", "Unicode-3.0": "Unicode-3.0", "Zlib": "Zlib", "zlib": "Zlib",
}
KNOWN |= {name: name for name in (
    "0BSD", "AFL-2.0", "AFL-2.1", "BSD-2-Clause", "BSD-3-Clause", "BSD-3-Clause-Clear", "BSD-4-Clause-UC", "CC-BY-3.0",
    "CC-BY-4.0", "CC-BY-SA-3.0", "CC-BY-SA-4.0", "Beerware", "Bitstream-Vera")}
FAMILY = re.compile(r"(L?GPL|AGPL|GFDL|MPL)-([0-9.]+)(\+?)$")


def spdx_licence(name):
    """The SPDX identifier of one of Debian's short names, and whether it had to be made."""
    if name in KNOWN:
        return KNOWN[name], False
    family = FAMILY.match(name)
    if family:
        kind, number, later = family.groups()
        number = number if "." in number else number + ".0"
        if kind == "MPL":
            return f"MPL-{number}", False
        if (kind, number) in {("GPL", "1.0"), ("GPL", "2.0"), ("GPL", "3.0"), ("LGPL", "2.0"), ("LGPL", "2.1"),
                              ("LGPL", "3.0"), ("AGPL", "3.0"), ("GFDL", "1.2"), ("GFDL", "1.3")}:
            return f"{kind}-{number}-{'or-later' if later else 'only'}", False
    return "LicenseRef-Debian-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name).strip("-"), True


def short_names(text):
    """The short names that a copyright file in Debian's format states; none where it is free text."""
    if not text.lstrip().startswith("Format:"):
        return []
    names = set()
    for line in re.findall(r"(?mi)^License:[ \t]*(\S.*)$", text):
        for name in re.split(r",?\s+(?:and/or|and|or)\s+|\s*[,|/]\s*", line.strip(), flags=re.I):
            name = name.strip(" ()")
            if name and " " not in name:
                names.add(name)
            elif name:
                names.add(name.replace(" ", "-"))
    return sorted(names)


def stanzas(text):
    for stanza in text.split("\n\n"):
        fields = dict(re.findall(r"(?m)^([A-Za-z-]+):[ \t]*(.*)$", stanza))
        if fields.get("Status", "").endswith(" installed"):
            yield fields


def made_package(fields, root, extracted):
    name, version, architecture = fields["Package"], fields["Version"], fields["Architecture"]
    place = root / "usr/share/doc" / name / "copyright"
    text = place.read_text("utf-8", "replace") if place.exists() else ""
    expressions = set()
    for short in short_names(text):
        expression, is_made = spdx_licence(short)
        expressions.add(expression)
        if is_made:
            extracted.setdefault(expression, (short, f"See /usr/share/doc/{name}/copyright in the image."))
    if text and not expressions:  # a file in free words: the words themselves
        expression = "LicenseRef-Debian-copyright-" + hashlib.sha256(text.encode()).hexdigest()[:12]
        expressions.add(expression)
        extracted.setdefault(expression, (f"copyright of {name}", text))
    declared = " AND ".join(sorted(expressions)) or "NOASSERTION"
    source = fields.get("Source", name).split()[0]
    maintainer = re.fullmatch(r"(.*?) <(.*)>", fields.get("Maintainer", ""))
    return {
        "SPDXID": "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{name}-{architecture}"),
        "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "supplier": f"Organization: {maintainer[1]} ({maintainer[2]})" if maintainer else "NOASSERTION",
        "licenseConcluded": "NOASSERTION", "licenseDeclared": declared,
        "licenseComments": f"As /usr/share/doc/{name}/copyright states it.",
        "copyrightText": "NOASSERTION", "sourceInfo": f"built by Debian from the source package {source}"
        if name != "avatar-overlay" else "built by the project",
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}?arch={architecture}"}],
    }


def document(name, root):
    created = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    extracted = {}
    status = (root / "var/lib/dpkg/status").read_text("utf-8")
    packages = [made_package(fields, root, extracted) for fields in stanzas(status)]
    packages.sort(key=lambda package: package["SPDXID"])
    image = {
        "SPDXID": "SPDXRef-Image", "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION",
        "primaryPackagePurpose": "CONTAINER"}
    digest = hashlib.sha256("".join(p["SPDXID"] + p["versionInfo"] for p in packages).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name.replace('+', '-')}-{digest}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", created),
            "creators": ["Tool: avatar-overlay-package-sbom", "Organization: Avatar Overlay project"]},
        "packages": [image] + packages,
        "hasExtractedLicensingInfos": [
            {"licenseId": made, "name": short, "extractedText": words}
            for made, (short, words) in sorted(extracted.items())],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-Image"}]
        + [{"spdxElementId": "SPDXRef-Image", "relationshipType": "CONTAINS", "relatedSpdxElement": p["SPDXID"]}
           for p in packages],
    }


def main():
    parser = argparse.ArgumentParser()
    for option in ("--name", "--root", "--output"):
        parser.add_argument(option, required=True)
    given = parser.parse_args()
    made = document(given.name, pathlib.Path(given.root))
    pathlib.Path(given.output).write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
