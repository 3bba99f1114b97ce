#!/usr/bin/env bash
# Checks the files that run and watch the service: its unit by systemd, the manifests by Kubernetes' own
# schemas, the compose file by Compose's, alert rules by promtool with tests of each alert, and that rules
# and dashboard ask only for what a service that runs really has in /metrics.
#
# usage: check-deployment.sh PROGRAM [UNIT]
#   UNIT  the unit of an installed package, beside the example's
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/service.sh
program=$(realpath "$1")
unit=${2:-}
Scripts/install-packages.sh prometheus docker-compose python3-yaml python3-venv curl systemd
Scripts/python-environment.sh .build/kubernetes-validate kubernetes-validate
work=$(mktemp -d)
trap 'stop_service; rm -rf "$work"' EXIT

# A unit that is to be read needs its program where it says.
for file in Examples/systemd/avatar-overlay.service ${unit:+"$unit"}; do
  sed -E "s|^ExecStart=[^ ]+|ExecStart=/bin/true|; s|^(User\|Group)=.*||; /^Documentation=man:/d" "$file" \
    > "$work/avatar-overlay.service"
  said=$(systemd-analyze verify "$work/avatar-overlay.service" 2>&1)
  [ -z "$said" ] || { echo "error: $file: $said" >&2 && exit 1; }
  # Of 10; services without any protection have 9.6.
  systemd-analyze security --offline=true --threshold=30 --no-pager "$file" 2>/dev/null | tail -1
done

.build/kubernetes-validate/bin/kubernetes-validate --strict --quiet Packaging/kubernetes/*.yaml
docker-compose -f Packaging/container/compose.yaml config --quiet
promtool check config --syntax-only Packaging/monitoring/prometheus.yaml
promtool check rules Packaging/monitoring/alerts.yaml
(cd Packaging/monitoring && promtool test rules alerts-test.yaml)

start_service "$work/log" "$program" --data "$work/data"
curl -sS "$url/no-such-page" > /dev/null
curl -sS "$url/metrics" | tee "$work/metrics" | promtool check metrics
python3 - "$work" <<'PYTHON'
import json, re, subprocess, sys, yaml
work = sys.argv[1]
text = open(f"{work}/metrics").read()
names = set()
for name, kind in re.findall(r"(?m)^# TYPE (\S+) (\S+)$", text):
    names |= {name + end for end in ("_bucket", "_sum", "_count")} if kind == "histogram" else {name}
asked = [rule["expr"] for group in yaml.safe_load(open("Packaging/monitoring/alerts.yaml"))["groups"]
         for rule in group["rules"]]
dashboard = json.load(open("Packaging/monitoring/dashboard.json"))
shown = [target["expr"].replace("$instance", ".*") for panel in dashboard["panels"] for target in panel["targets"]]
unknown = {name for expr in asked + shown for name in re.findall(r"avatar_overlay_\w+", expr)} - names
if unknown:
    raise SystemExit(f"error: no such metric: {', '.join(sorted(unknown))}")
unseen = {name for name in names if not any(name in expr for expr in shown)} - {
    name for name in names if name.endswith(("_sum", "_count"))}
if unseen:
    raise SystemExit(f"error: the dashboard does not show {', '.join(sorted(unseen))}")
rules = {"groups": [{"name": "dashboard", "rules": [
    {"record": f"panel:{number}", "expr": expr} for number, expr in enumerate(shown)]}]}
yaml.safe_dump(rules, open(f"{work}/dashboard.yaml", "w"))
subprocess.run(["promtool", "check", "rules", f"{work}/dashboard.yaml"], check=True, stdout=subprocess.DEVNULL)
print(f"{len(asked)} alerts and {len(shown)} queries of {len(dashboard['panels'])} panels, of {len(names)} series")
PYTHON
echo "files that run and watch the service: no fault"
