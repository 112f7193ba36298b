import type { OutputFile } from "../../../output-file.ts";
import { toShellWord } from "../../settings/portable-command.ts";
import { commentMark, type Pipeline, planBranch, planFile } from "./pipeline.ts";
import {
  findRoot,
  publishing,
  writeComparison,
  writeHosting,
  writePlan,
  writeRestore,
} from "./shell.ts";
import { writeBlock, writeHead } from "./yaml.ts";

/** The branch that keeps the references. GitLab Pages serves a copy. */
const pages = "gl-pages";

/** The pipeline of GitLab, which has one file. */
export function writeGitlabPipeline(pipeline: Pipeline): OutputFile[] {
  return [{ path: ".gitlab-ci.yml", content: writePipeline(pipeline) }];
}

const comment = `if [ -z "$RELEASE_TOKEN" ]; then
  cat diff.md
else
  notes="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
  id=$(curl -fsS --header "PRIVATE-TOKEN: $RELEASE_TOKEN" "$notes?per_page=100&sort=asc" |
    node -p 'JSON.parse(fs.readFileSync(0)).find(({ body }) => body.startsWith("${commentMark}"))?.id ?? ""')
  if [ -n "$id" ]; then method=PUT; else method=POST; fi
  curl -fsS --output /dev/null --request "$method" --header "PRIVATE-TOKEN: $RELEASE_TOKEN" --data-urlencode body@diff.md "$notes\${id:+/$id}"
fi
`;

/** The token of a job is not allowed to push, so pushes use the token of the project. */
const setUpPushes = `git remote set-url origin "$CI_SERVER_PROTOCOL://oauth2:$RELEASE_TOKEN@$CI_SERVER_HOST:$CI_SERVER_PORT/$CI_PROJECT_PATH.git"
git config user.name "$GITLAB_USER_NAME"
git config user.email "$GITLAB_USER_EMAIL"
`;

const request = `git push --force --push-option=merge_request.create --push-option=merge_request.target="$CI_DEFAULT_BRANCH" --push-option=merge_request.title='The next release' origin ${planBranch}
`;

function writePipeline(pipeline: Pipeline): string {
  const { references } = pipeline;
  const hasReferences = references.length > 0;
  const script = (text: string): string => `    - ${writeBlock(`set -eo pipefail\n${text}`, 6)}`;
  const release = [
    setUpPushes,
    ...(hasReferences ? [writeRestore(pipeline, pages)] : []),
    publishing,
    ...(hasReferences ? [writeHosting(pipeline, pages)] : []),
  ].join("");
  return `${writeHead("gitlab")}default:
  image: node:24
  before_script:
    - npm ci

variables:
  # All commits, to find the one that a merge request began with.
  GIT_DEPTH: 0

stages: [check, release, deploy]

check:
  stage: check
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  variables:
    BASE: $CI_MERGE_REQUEST_TARGET_BRANCH_NAME
  script:
    - npx specwright lint
${script(`git fetch --quiet origin "+refs/heads/$BASE:refs/remotes/origin/$BASE"\n${writeComparison(pipeline)}${comment}`)}
    - npx specwright generate --check
    - npm test

plan:
  stage: release
  resource_group: release
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      changes: [${planFile}]
      when: never
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
${script(`${setUpPushes}${writePlan(request)}`)}

publish:
  stage: release
  resource_group: release
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      changes: [${planFile}]
  id_tokens:
    # npm publishes with provenance.
    SIGSTORE_ID_TOKEN: { aud: sigstore }
  script:
${script(release)}
${hasReferences ? writePages(references) : ""}`;
}

function writePages(references: readonly string[]): string {
  const root = findRoot(references);
  const copy =
    root === "."
      ? `mkdir public && cp -R ${references.map(toShellWord).join(" ")} public/`
      : `mv ${toShellWord(root)} public`;
  return `  artifacts:
    paths: [${references.map((path) => JSON.stringify(path)).join(", ")}]

pages:
  stage: deploy
  needs: [publish]
  before_script: []
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      changes: [${planFile}]
  script:
    - ${copy}
  artifacts:
    paths: [public]
`;
}
