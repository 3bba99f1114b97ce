#!/usr/bin/env python3
"""Makes Kubernetes' Jobs of a plan: an Indexed Job with a pod for each part, and a Job that joins them.

  Scale/kubernetes/make-job.py /shared/clip.plan.json --image registry.example/avatar-overlay:1 \\
      --claim recordings=/shared --store s3://bucket/parts --secret avatar-overlay-s3 > clip.yaml
  kubectl apply -f clip.yaml

The plan, and all paths in it, are on volumes that --claim mounts at the same place. Kubernetes 1.29 or
later. See Documentation/many-machines.md.
"""

import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from common.batch import Parser, main, number  # noqa: E402
from common.faults import USAGE, Fault  # noqa: E402
from common.mounts import check_mounted, read_mount  # noqa: E402
from common.plans import read_plan  # noqa: E402
from common.yaml import document  # noqa: E402

# What no other try would change in the plan or its inputs: no further pod is started.
FINAL_FOR_ALL = [64, 65, 66]
# What no other try of this part would change.
FINAL_FOR_PART = [1, 2, 69, 70, 73, 75]
# A Job has at most so many pods with a backoff limit for each index.
MOST_PARTS = 100_000
# Waits for the parts, since Jobs cannot depend on each other: $0 is the pause in seconds.
JOIN = """while :; do
  avatar-overlay join "$@" && exit 0
  code=$?
  [ "$code" = 74 ] || exit "$code"
  sleep "$0"
done"""


def job(name, command, arguments, template, resources):
    """The parts that both Jobs have: a pod without privileges, which writes to its volumes alone."""
    container = {
        "name": "avatar-overlay",
        "image": arguments.image,
        "command": command,
        "resources": resources,
        "securityContext": {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]}},
        "volumeMounts": [
            *({"name": f"files-{index}", "mountPath": folder}
              for index, (_, folder) in enumerate(arguments.mounts)),
            {"name": "scratch", "mountPath": "/tmp"}],
    }
    if arguments.secret:
        container["envFrom"] = [{"secretRef": {"name": arguments.secret}}]
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "labels": {"app.kubernetes.io/name": "avatar-overlay"}},
        "spec": {
            **template,
            "ttlSecondsAfterFinished": 7 * 86_400,
            "template": {
                "metadata": {"labels": {
                    "app.kubernetes.io/name": "avatar-overlay",
                    "app.kubernetes.io/instance": name}},
                "spec": {
                    "restartPolicy": "Never",
                    "automountServiceAccountToken": False,
                    "enableServiceLinks": False,
                    "securityContext": {
                        "runAsNonRoot": True, "runAsUser": arguments.user,
                        "runAsGroup": arguments.user, "fsGroup": arguments.user,
                        "fsGroupChangePolicy": "OnRootMismatch",
                        "seccompProfile": {"type": "RuntimeDefault"}},
                    "containers": [container],
                    "volumes": [
                        *({"name": f"files-{index}",
                           "persistentVolumeClaim": {"claimName": claim}}
                          for index, (claim, _) in enumerate(arguments.mounts)),
                        {"name": "scratch", "emptyDir": {"sizeLimit": "4Gi"}}],
                },
            },
        },
    }


def literal(text):
    """A text for a container's command, where Kubernetes would replace `$(NAME)`."""
    return text.replace("$(", "$$(")


def part_job(plan, arguments):
    """The Indexed Job: a pod a part, by JOB_COMPLETION_INDEX."""
    command = [
        "/bin/sh", "-c",
        'exec avatar-overlay part "$0" "$JOB_COMPLETION_INDEX" --store "$1" --progress none',
        literal(plan.path), literal(arguments.store)]
    template = {
        "completionMode": "Indexed",
        "completions": len(plan.frames),
        "parallelism": min(arguments.limit, len(plan.frames)),
        # Tries after the first; 74 and deaths by signal end here, by no rule below.
        "backoffLimitPerIndex": arguments.tries - 1,
        "podFailurePolicy": {"rules": [
            # First: the code of a pod that was evicted means nothing. Its part is done again, uncounted.
            {"action": "Ignore", "onPodConditions": [
                {"type": "DisruptionTarget", "status": "True"}]},
            {"action": "FailJob", "onExitCodes": {
                "containerName": "avatar-overlay", "operator": "In", "values": FINAL_FOR_ALL}},
            {"action": "FailIndex", "onExitCodes": {
                "containerName": "avatar-overlay", "operator": "In", "values": FINAL_FOR_PART}},
        ]},
    }
    resources = {
        "requests": {"cpu": str(arguments.cpus), "memory": arguments.memory},
        "limits": {"memory": arguments.memory}}
    return job(f"{arguments.name}-parts", command, arguments, template, resources)


def join_job(plan, arguments):
    """The Job that joins the parts as soon as all are there."""
    output = literal(arguments.output or plan.output)
    command = [
        "/bin/sh", "-c", literal(JOIN), str(arguments.join_pause),
        literal(plan.path), "--store", literal(arguments.store), "-o", output,
        *(["--overwrite"] if arguments.overwrite else [])]
    template = {
        "backoffLimit": arguments.tries - 1,
        "activeDeadlineSeconds": arguments.hours * 3600,
        "podFailurePolicy": {"rules": [
            {"action": "Ignore", "onPodConditions": [
                {"type": "DisruptionTarget", "status": "True"}]},
            {"action": "FailJob", "onExitCodes": {
                "containerName": "avatar-overlay", "operator": "In",
                "values": sorted(FINAL_FOR_PART + FINAL_FOR_ALL)}},
        ]},
    }
    # It mostly waits, and then copies.
    resources = {
        "requests": {"cpu": "250m", "memory": "512Mi"}, "limits": {"memory": arguments.memory}}
    return job(f"{arguments.name}-join", command, arguments, template, resources)


def job_name(path):
    """A name for the Jobs, of what Kubernetes allows in one."""
    stem = pathlib.Path(path).name.split(".")[0].lower()
    return re.sub("[^a-z0-9]+", "-", stem).strip("-")[:50].rstrip("-") or "clip"


def options():
    parser = Parser(description=__doc__.split("\n\n")[0], allow_abbrev=False)
    parser.add_argument("plan", metavar="PLAN.json", help="of avatar-overlay plan")
    parser.add_argument("--image", required=True, help="with the build that made the plan")
    parser.add_argument("--store", required=True, metavar="DIR|s3://BUCKET/PREFIX")
    parser.add_argument(
        "--claim", action="append", default=[], metavar="NAME=/FOLDER",
        help="a volume claim (ReadWriteMany) with the plan, its inputs or the store; may be repeated")
    parser.add_argument("--secret", help="with AWS_ACCESS_KEY_ID and the like, for a store on S3")
    parser.add_argument("--name", help="of the Jobs: of the plan's file by default")
    parser.add_argument("-o", "--output", help="instead of the plan's")
    parser.add_argument("--overwrite", action="store_true", help="replace an output that exists")
    parser.add_argument(
        "--limit", type=number(1, MOST_PARTS), default=50, help="pods at a time: %(default)s")
    parser.add_argument("--tries", type=number(1, 100), default=5, help="of each part: %(default)s")
    parser.add_argument("--cpus", type=number(1, 256), default=1, help="of a part: %(default)s")
    parser.add_argument("--memory", default="2Gi", help="of a part: %(default)s")
    parser.add_argument(
        "--hours", type=number(1, 720), default=24, help="until the join gives up: %(default)s")
    parser.add_argument(
        "--join-pause", type=number(1, 3600), default=30, metavar="SECONDS",
        help="between the join's looks into the store: %(default)s")
    parser.add_argument(
        "--user", type=number(1, 2**31 - 1), default=10001, help="of the pods: %(default)s")
    return parser


def run():
    arguments = options().parse_args()
    plan = read_plan(arguments.plan)
    arguments.mounts = [read_mount(text, "NAME") for text in arguments.claim]
    arguments.name = arguments.name or job_name(plan.path)
    if not re.fullmatch("[a-z0-9]([a-z0-9-]{0,55}[a-z0-9])?", arguments.name):
        raise Fault(
            f"{arguments.name}: a Job's name has letters a-z, digits and dashes, 57 at most", USAGE)
    if len(plan.frames) > MOST_PARTS:
        raise Fault(f"{plan.path}: {len(plan.frames)} parts; a Job has at most {MOST_PARTS}")
    paths = [plan.path, *plan.inputs, os.path.abspath(arguments.output or plan.output)]
    if "://" not in arguments.store:
        arguments.store = os.path.abspath(arguments.store)
        paths.append(arguments.store)
    check_mounted(paths, [folder for _, folder in arguments.mounts])
    arguments.output = paths[1 + len(plan.inputs)]
    print(document(part_job(plan, arguments)) + document(join_job(plan, arguments)), end="")


if __name__ == "__main__":
    main(run)
