"""What is made for Slurm, Kubernetes and AWS Batch, read by their own schemas."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import botocore.loaders
import botocore.model
import botocore.validate
import kubernetes_validate
import yaml

from common.yaml import document

SCALE = pathlib.Path(__file__).parents[1]
PLAN = SCALE / "tests/data/clip.plan.json"
sys.path.insert(0, str(SCALE / "slurm"))
import jobs  # noqa: E402

# The arguments of the examples that are checked in.
KUBERNETES = ["--image", "registry.example/avatar-overlay:1", "--name", "clip",
              "--claim", "recordings=/shared", "--store", "s3://example-bucket/parts",
              "--secret", "avatar-overlay-s3"]
BATCH = ["--image", "111122223333.dkr.ecr.eu-central-1.amazonaws.com/avatar-overlay-batch:1",
         "--name", "clip", "--queue", "spot", "--efs", "fs-0123456789abcdef0=/shared",
         "--store", "s3://example-bucket/parts",
         "--secret", "arn:aws:secretsmanager:eu-central-1:111122223333:secret:avatar-overlay-AbCdEf",
         "--execution-role", "arn:aws:iam::111122223333:role/avatar-overlay-secrets",
         "--region", "eu-central-1"]


def made(script, *arguments):
    """Runs a script, and gives what it printed and its exit code."""
    return subprocess.run(
        [sys.executable, SCALE / script, *arguments], capture_output=True, text=True, check=False)


@contextlib.contextmanager
def shared_plan(change=None):
    """A plan whose files are in the folder that it is in."""
    with tempfile.TemporaryDirectory() as folder:
        text = PLAN.read_text().replace("/shared", folder)
        plan = json.loads(text)
        if change:
            change(plan)
        path = pathlib.Path(folder, "clip.plan.json")
        path.write_text(json.dumps(plan))
        yield folder, str(path)


class SlurmTests(unittest.TestCase):
    def test_parts_are_ranges_of_arrays_that_are_not_too_long(self):
        specifications = lambda parts, longest: list(jobs.array_specifications(parts, longest))
        self.assertEqual(specifications(range(6), 1001), [(0, "0-5")])
        self.assertEqual(specifications([7, 0, 2, 3], 1001), [(0, "0,2-3,7")])
        self.assertEqual(specifications(range(5), 2), [(0, "0-1"), (2, "0-1"), (4, "0")])
        self.assertEqual(
            specifications([1000, 1001, 1002, 2002], 1001), [(0, "1000"), (1001, "0-1"), (2002, "0")])
        self.assertEqual(specifications([], 1001), [])

    def test_scripts_are_those_of_a_shell(self):
        for script in ["slurm/part.sh", "slurm/join.sh"]:
            subprocess.run(["bash", "-n", SCALE / script], check=True)
        subprocess.run(["sh", "-n", SCALE / "aws-batch/submit.sh"], check=True)


class KubernetesTests(unittest.TestCase):
    def documents(self, *arguments, change=None):
        with shared_plan(change) as (folder, plan):
            done = made(
                "kubernetes/make-job.py", plan,
                *[word.replace("/shared", folder) for word in KUBERNETES], *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            return list(yaml.safe_load_all(done.stdout.replace(folder, "/shared")))

    def test_both_jobs_fit_kubernetes_schemas(self):
        for version in ["1.29", kubernetes_validate.latest_version()]:
            for one in self.documents():
                kubernetes_validate.validate(one, version, strict=True)

    def test_the_schemas_refuse_what_is_wrong(self):
        parts, _ = self.documents()
        parts["spec"]["backoffLimitPerindex"] = 1
        with self.assertRaises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate(parts, kubernetes_validate.latest_version(), strict=True)

    def test_the_example_is_what_is_made(self):
        example = list(yaml.safe_load_all((SCALE / "kubernetes/example.yaml").read_text()))
        self.assertEqual(self.documents(), example)

    def test_a_pod_for_each_part_and_its_failures(self):
        parts, join = self.documents("--limit", "3", "--tries", "4")
        spec = parts["spec"]
        self.assertEqual((spec["completions"], spec["parallelism"], spec["backoffLimitPerIndex"]), (6, 3, 3))
        actions = {code: rule["action"] for rule in spec["podFailurePolicy"]["rules"]
                   for code in rule.get("onExitCodes", {}).get("values", [])}
        self.assertEqual([actions.get(code) for code in (64, 65, 66, 74, 137, 70)],
                         ["FailJob"] * 3 + [None, None, "FailIndex"])
        self.assertEqual(spec["podFailurePolicy"]["rules"][0]["action"], "Ignore")
        for one in (parts, join):
            self.assertEqual(one["spec"]["template"]["spec"]["restartPolicy"], "Never")

    def test_the_commands_say_what_they_are_to(self):
        """A shell runs the commands, and what it calls prints its arguments."""
        with tempfile.TemporaryDirectory() as folder:
            echo = pathlib.Path(folder, "avatar-overlay")
            echo.write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
            echo.chmod(0o755)
            paths = {"PATH": f"{folder}:{os.environ['PATH']}", "JOB_COMPLETION_INDEX": "4"}
            parts, join = self.documents()
            said = [
                subprocess.run(
                    one["spec"]["template"]["spec"]["containers"][0]["command"], env=paths,
                    capture_output=True, text=True, check=True).stdout
                for one in (parts, join)]
        self.assertEqual(said[0], "<part></shared/clip.plan.json><4><--store><s3://example-bucket/parts>"
                                  "<--progress><none>")
        self.assertEqual(said[1], "<join></shared/clip.plan.json><--store><s3://example-bucket/parts><-o>"
                                  "</shared/out/clip.mp4>")

    def test_files_that_no_pod_would_see_are_refused(self):
        with shared_plan(lambda plan: plan["inputs"][1].update(path="/elsewhere/t.jsonl")) as (folder, plan):
            done = made(
                "kubernetes/make-job.py", plan,
                *[word.replace("/shared", folder) for word in KUBERNETES])
        self.assertEqual(done.returncode, 64)
        self.assertIn("/elsewhere/t.jsonl: in none of the folders", done.stderr)

    def test_yaml_is_read_back_as_it_was(self):
        value = {
            "a": [], "b": {}, "c": [{"d": [1, [True, None]], "e": "x: 'y'\n#\u00e9\u2028"}], "f g": -1.5,
            "n": "no"}
        self.assertEqual(yaml.safe_load(document(value)), value)


class BatchTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        loader = botocore.loaders.Loader()
        cls.service = botocore.model.ServiceModel(loader.load_service_model("batch", "service-2"))

    def requests(self, *arguments, change=None):
        with shared_plan(change) as (folder, plan):
            done = made(
                "aws-batch/make-job.py", plan, *[word.replace("/shared", folder) for word in BATCH],
                "-d", f"{folder}/jobs", *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            return {
                file.stem: json.loads(file.read_text().replace(folder, "/shared"))
                for file in pathlib.Path(folder, "jobs").iterdir()}

    def faults(self, operation, request):
        shape = self.service.operation_model(operation).input_shape
        return botocore.validate.ParamValidator().validate(request, shape).generate_report()

    def test_all_requests_fit_the_services_model(self):
        requests = self.requests()
        self.assertEqual(len(requests), 4)
        for name, request in requests.items():
            operation = "RegisterJobDefinition" if name.startswith("register") else "SubmitJob"
            self.assertEqual(self.faults(operation, request), "", name)
            known = self.service.operation_model(operation).input_shape.members
            self.assertEqual(set(request) - set(known), set(), name)

    def test_the_model_refuses_what_is_wrong(self):
        request = self.requests()["submit-parts"]
        request["arrayProperties"]["size"] = "six"
        self.assertIn("Invalid type", self.faults("SubmitJob", request))

    def test_the_example_is_what_is_made(self):
        for name, request in self.requests().items():
            example = SCALE / f"aws-batch/example/{name}.json"
            self.assertEqual(request, json.loads(example.read_text()), name)

    def test_a_child_for_each_part_but_no_array_of_one(self):
        self.assertEqual(self.requests()["submit-parts"]["arrayProperties"], {"size": 6})
        one = self.requests(change=lambda plan: plan.update(parts=plan["parts"][:1]))
        self.assertNotIn("arrayProperties", one["submit-parts"])

    def test_a_bucket_needs_keys(self):
        at = BATCH.index("--secret")
        with shared_plan() as (folder, plan):
            done = made(
                "aws-batch/make-job.py", plan,
                *[word.replace("/shared", folder) for word in BATCH[:at]], "-d", f"{folder}/jobs")
        self.assertEqual(done.returncode, 64)
        self.assertIn("needs --secret", done.stderr)

    def test_which_ends_are_tried_again(self):
        """By the rules of the service's documentation: the first that fits, else another try."""
        rules = self.requests()["register-parts"]["retryStrategy"]["evaluateOnExit"]
        self.assertLessEqual(len(rules), 5)
        for code, action in [(74, "RETRY"), (137, "RETRY"), (143, "RETRY"), (130, "RETRY"), (139, "RETRY"),
                             (65, "EXIT"), (64, "EXIT"), (66, "EXIT"), (1, "EXIT"), (70, "EXIT")]:
            found = next(
                rule["action"] for rule in rules if "onReason" in rule or "onExitCode" in rule and (
                    str(code).startswith(rule["onExitCode"][:-1]) if rule["onExitCode"].endswith("*")
                    else str(code) == rule["onExitCode"]))
            self.assertEqual(found, action, code)
