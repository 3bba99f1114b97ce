#!/bin/sh
# Submits what make-job.py made: registers both job definitions, submits the array job, and the join that
# depends on all its children.
#
# usage: submit.sh FOLDER     with the AWS CLI, and its usual variables or profile
set -eu
folder=$1
for name in parts join; do
  aws batch register-job-definition --cli-input-json "file://$folder/register-$name.json" \
    --query jobDefinitionArn --output text
done
parts=$(aws batch submit-job --cli-input-json "file://$folder/submit-parts.json" --query jobId --output text)
join=$(aws batch submit-job --cli-input-json "file://$folder/submit-join.json" --depends-on "jobId=$parts" \
  --query jobId --output text)
echo "parts: $parts"
echo "join:  $join"
echo "to watch: aws batch describe-jobs --jobs $parts $join"
