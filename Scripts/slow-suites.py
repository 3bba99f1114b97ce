#!/usr/bin/env python3
"""Prints the slowest suites of a test run and the sum of all tests' times, from the run's stream of events.

A case's time is that from its start to its end. Cases run side by side, so the sum is more than the run took.

usage: slow-suites.py EVENTS [COUNT]
"""

import json
import sys
from collections import defaultdict


def main():
    path, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    suites, tests, begun = defaultdict(float), defaultdict(int), {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            payload = json.loads(line)["payload"]
            if payload["kind"] not in ("testCaseStarted", "testCaseEnded"):
                continue
            case = payload["testID"], payload["_testCase"]["id"]
            seconds = payload["instant"]["absolute"]
            if payload["kind"] == "testCaseStarted":
                begun[case] = seconds
            elif case in begun:
                suite = payload["testID"].split("/")[0]
                suites[suite] += seconds - begun.pop(case)
                tests[suite] += 1
    for suite, seconds in sorted(suites.items(), key=lambda s: -s[1])[:count]:
        print(f"{seconds:8.1f} s  {suite} ({tests[suite]})")
    print(f"{sum(suites.values()):8.1f} s  all {sum(tests.values())} cases")


if __name__ == "__main__":
    main()
