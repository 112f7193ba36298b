import type { OutputFile } from "../../../output-file.ts";
import { commentMark, type Pipeline, planBranch, planFile } from "./pipeline.ts";
import { publishing, writeComparison, writeHosting, writePlan, writeRestore } from "./shell.ts";
import { writeBlock, writeHead } from "./yaml.ts";

/** The branch from which GitHub Pages serves. */
const pages = "gh-pages";

/** The workflows of GitHub: one for pull requests, one that proposes a release, and one that publishes it. */
export function writeGithubWorkflows(pipeline: Pipeline): OutputFile[] {
  return [
    { path: ".github/workflows/api-check.yml", content: writeCheck(pipeline) },
    { path: ".github/workflows/api-plan.yml", content: writeProposal(pipeline) },
    { path: ".github/workflows/api-publish.yml", content: writePublication(pipeline) },
  ];
}

/** Without a token of the project, requests that a workflow opens start no workflows. */
const token = "$" + "{{ secrets.RELEASE_TOKEN || github.token }}";

const setUp = `      - uses: actions/setup-node@v5.0.0
        with: { node-version: 24, cache: npm }
      - run: npm ci`;

const identity = `      - name: Name the author of commits
        run: |
          git config user.name 'github-actions[bot]'
          git config user.email '41898282+github-actions[bot]@users.noreply.github.com'`;

const comment = `cat diff.md >> "$GITHUB_STEP_SUMMARY"
# Pull requests of forks get a token that must not write. Their changes are in the summary.
if [ "$IS_FORK" = true ]; then exit 0; fi
# A comment has at most 65,536 characters.
head -c 60000 diff.md > comment.md
comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"
id=$(gh api "$comments" --paginate --jq '.[] | select(.body | startswith("${commentMark}")) | .id' | head -n 1)
if [ -n "$id" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field body=@comment.md
else
  gh api --silent --method POST "$comments" --field body=@comment.md
fi
`;

function writeCheck(pipeline: Pipeline): string {
  return `${writeHead("github")}name: API check
on: pull_request
permissions:
  contents: read
  pull-requests: write
defaults:
  run: { shell: bash }
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5.0.0
        # All commits, to find the one that the pull request began with.
        with: { fetch-depth: 0 }
${setUp}
      - name: Lint the document
        run: npx specwright lint
      - name: Compare the document
        env:
          BASE: \${{ github.base_ref }}
        run: ${writeBlock(writeComparison(pipeline), 10)}
      - name: Comment
        env:
          GH_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.pull_request.number }}
          IS_FORK: \${{ github.event.pull_request.head.repo.full_name != github.repository }}
        run: ${writeBlock(comment, 10)}
      - name: Check the generated code
        run: npx specwright generate --check
      - name: Test
        run: npm test
`;
}

function writeProposal({ branch }: Pipeline): string {
  const request = `git push --force origin ${planBranch}
number=$(gh pr list --head ${planBranch} --base ${branch} --state open --json number --jq '.[0].number // empty')
if [ -n "$number" ]; then
  gh pr edit "$number" --body-file ${planFile}
else
  gh pr create --head ${planBranch} --base ${branch} --title 'The next release' --body-file ${planFile}
fi
`;
  return `${writeHead("github")}name: API release plan
on:
  push:
    branches: [${branch}]
    # Such a push is a release, which api-publish.yml publishes.
    paths-ignore: [${planFile}]
concurrency: { group: api-release }
permissions:
  contents: write
  pull-requests: write
defaults:
  run: { shell: bash }
jobs:
  plan:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5.0.0
        with: { token: "${token}" }
${setUp}
${identity}
      - name: Propose the next release
        env:
          GH_TOKEN: ${token}
        run: ${writeBlock(writePlan(request), 10)}
`;
}

function writePublication(pipeline: Pipeline): string {
  const hosting =
    pipeline.references.length === 0
      ? ["", ""]
      : [
          `      - name: Fetch the references of earlier versions
        run: ${writeBlock(writeRestore(pipeline, pages), 10)}
`,
          `      - name: Host the reference
        run: ${writeBlock(writeHosting(pipeline, pages), 10)}
`,
        ];
  return `${writeHead("github")}name: API publish
on:
  push:
    branches: [${pipeline.branch}]
    paths: [${planFile}]
  # Continues a release that stopped.
  workflow_dispatch:
concurrency: { group: api-release }
permissions:
  contents: write
  # npm publishes with provenance.
  id-token: write
defaults:
  run: { shell: bash }
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5.0.0
${setUp}
${identity}
${hosting[0]}      - name: Publish
        env:
          NPM_TOKEN: \${{ secrets.NPM_TOKEN }}
        run: ${writeBlock(publishing, 10)}
${hosting[1]}`;
}
