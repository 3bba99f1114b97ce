#!/usr/bin/env python3
"""Makes AWS Batch's requests of a plan: an array job with a child for each part, and a job that joins them.

  Scale/aws-batch/make-job.py /shared/clip.plan.json --image REGISTRY/avatar-overlay-batch:1 --queue spot \\
      --efs fs-12345678=/shared --store s3://bucket/parts --secret SECRET-ARN \\
      --execution-role ROLE-ARN --region eu-central-1 -d clip-jobs
  Scale/aws-batch/submit.sh clip-jobs

The plan, and all paths in it, are on file systems that --efs mounts at the same place. See
Documentation/many-machines.md.
"""

import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from common.batch import Parser, main, number  # noqa: E402
from common.faults import USAGE, Fault  # noqa: E402
from common.mounts import check_mounted, read_mount  # noqa: E402
from common.plans import read_plan  # noqa: E402

# Of an array job. One with a single child is refused, so a plan of one part is a plain job.
MOST_PARTS = 10_000
# What the secret has, by these names.
KEYS = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]
# In the first rule that fits; without one that fits, AWS Batch would try again. There are at most five.
RETRIES = [
    {"onStatusReason": "Host EC2*", "action": "RETRY"},  # the instance is gone, as on Spot
    {"onExitCode": "74", "action": "RETRY"},
    # 128 and a signal: an interrupt, an abort, a kill, a crash; 143 is a request to end.
    {"onExitCode": "13*", "action": "RETRY"},
    {"onExitCode": "143", "action": "RETRY"},
    {"onReason": "*", "action": "EXIT"},
]


def definition(name, command, cpus, arguments):
    """A request for RegisterJobDefinition."""
    container = {
        "image": arguments.image,
        "command": command,
        "user": str(arguments.user),
        "resourceRequirements": [
            {"type": "VCPU", "value": str(cpus)},
            {"type": "MEMORY", "value": str(arguments.memory)}],
        "linuxParameters": {"initProcessEnabled": True},
        "volumes": [
            {"name": f"files-{index}", "efsVolumeConfiguration": {
                "fileSystemId": system, "rootDirectory": "/", "transitEncryption": "ENABLED"}}
            for index, (system, _) in enumerate(arguments.mounts)],
        "mountPoints": [
            {"sourceVolume": f"files-{index}", "containerPath": folder, "readOnly": False}
            for index, (_, folder) in enumerate(arguments.mounts)],
    }
    if arguments.secret:
        # The program reads keys from its environment alone, not those of a job's role.
        container["executionRoleArn"] = arguments.execution_role
        container["secrets"] = [
            {"name": name, "valueFrom": f"{arguments.secret}:{name}::"} for name in KEYS]
        container["environment"] = [{"name": "AWS_REGION", "value": arguments.region}]
    return {
        "jobDefinitionName": name,
        "type": "container",
        "platformCapabilities": ["EC2"],
        "containerProperties": container,
        "retryStrategy": {"attempts": arguments.tries, "evaluateOnExit": RETRIES},
        "timeout": {"attemptDurationSeconds": arguments.hours * 3600},
    }


def requests(plan, arguments):
    """The four requests, by the names of their files."""
    parts, join = f"{arguments.name}-parts", f"{arguments.name}-join"
    part_command = [
        "/bin/sh", "-c",
        'exec avatar-overlay part "$0" "${AWS_BATCH_JOB_ARRAY_INDEX:-0}" --store "$1" --progress none',
        plan.path, arguments.store]
    join_command = [
        "avatar-overlay", "join", plan.path, "--store", arguments.store, "-o", arguments.output,
        *(["--overwrite"] if arguments.overwrite else [])]
    submit_parts = {"jobName": parts, "jobQueue": arguments.queue, "jobDefinition": parts}
    if len(plan.frames) > 1:
        submit_parts["arrayProperties"] = {"size": len(plan.frames)}
    return {
        "register-parts": definition(parts, part_command, arguments.cpus, arguments),
        "register-join": definition(join, join_command, 1, arguments),
        "submit-parts": submit_parts,
        # submit.sh adds that it depends on the array job, whose number is known only then.
        "submit-join": {"jobName": join, "jobQueue": arguments.queue, "jobDefinition": join},
    }


def options():
    parser = Parser(description=__doc__.split("\n\n")[0], allow_abbrev=False)
    parser.add_argument("plan", metavar="PLAN.json", help="of avatar-overlay plan")
    parser.add_argument(
        "--image", required=True,
        help="with the build that made the plan, without an entry point")
    parser.add_argument("--queue", required=True, help="of AWS Batch")
    parser.add_argument("--store", required=True, metavar="DIR|s3://BUCKET/PREFIX")
    parser.add_argument("-d", "--directory", required=True, help="for the four files")
    parser.add_argument(
        "--efs", action="append", default=[], metavar="FILE-SYSTEM=/FOLDER",
        help="a file system with the plan, its inputs or the store; may be repeated")
    parser.add_argument(
        "--secret", metavar="ARN", help=f"of Secrets Manager, for a store on S3: {', '.join(KEYS)}")
    parser.add_argument(
        "--execution-role", metavar="ARN", help="that may read the secret; needed with --secret")
    parser.add_argument("--region", help="of the bucket; needed with --secret")
    parser.add_argument("--name", help="of the jobs: of the plan's file by default")
    parser.add_argument("-o", "--output", help="instead of the plan's")
    parser.add_argument("--overwrite", action="store_true", help="replace an output that exists")
    parser.add_argument("--tries", type=number(1, 10), default=5, help="of each part: %(default)s")
    parser.add_argument("--cpus", type=number(1, 192), default=1, help="of a part: %(default)s")
    parser.add_argument(
        "--memory", type=number(4, 1_000_000), default=2048, metavar="MIB",
        help="of a part: %(default)s")
    parser.add_argument(
        "--hours", type=number(1, 336), default=2,
        help="that a try may take: %(default)s")
    parser.add_argument(
        "--user", type=number(1, 2**31 - 1), default=10001,
        help="of the containers: %(default)s")
    return parser


def run():
    arguments = options().parse_args()
    plan = read_plan(arguments.plan)
    arguments.mounts = [read_mount(text, "FILE-SYSTEM") for text in arguments.efs]
    stem = pathlib.Path(plan.path).name.split(".")[0]
    stem = re.sub("[^A-Za-z0-9_-]+", "-", stem).strip("-_")[:100]
    arguments.name = arguments.name or stem or "clip"
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]{0,119}", arguments.name):
        raise Fault(
            f"{arguments.name}: a job's name has letters, digits, - and _, 120 at most", USAGE)
    if len(plan.frames) > MOST_PARTS:
        raise Fault(
            f"{plan.path}: {len(plan.frames)} parts; an array job has at most {MOST_PARTS}:"
            " plan it with longer --part-seconds")
    arguments.output = os.path.abspath(arguments.output or plan.output)
    paths = [plan.path, *plan.inputs, arguments.output]
    secret = [arguments.secret, arguments.execution_role, arguments.region]
    if any(secret) != all(secret) or "://" in arguments.store and not arguments.secret:
        raise Fault("a store on S3 needs --secret, --execution-role and --region; see --help", USAGE)
    if "://" not in arguments.store:
        arguments.store = os.path.abspath(arguments.store)
        paths.append(arguments.store)
    check_mounted(paths, [folder for _, folder in arguments.mounts])
    folder = pathlib.Path(arguments.directory)
    folder.mkdir(parents=True, exist_ok=True)
    for name, request in requests(plan, arguments).items():
        (folder / f"{name}.json").write_text(json.dumps(request, indent=2) + "\n")


if __name__ == "__main__":
    main(run)
