import { toShellWord } from "../../settings/portable-command.ts";
import { commentMark, type Pipeline, planBranch, planFile } from "./pipeline.ts";

/**
 * Writes `diff.md`: the changes of each document since the common ancestor with the branch `$BASE`. Bash with `-e` and
 * `pipefail`, as all scripts of this module.
 */
export function writeComparison({ documents }: Pipeline): string {
  return `base=$(git merge-base "origin/$BASE" HEAD)
{
  echo '${commentMark}'
  for document in ${documents.map(toShellWord).join(" ")}; do
    printf '\\n### %s\\n\\n' "$document"
    if git cat-file -e "$base:$document" 2>/dev/null; then
      npx specwright diff "$base:$document" "$document" --format markdown
    else
      echo 'This document is new.'
    fi
  done
} > diff.md
`;
}

/**
 * Commits the plan of the next release on its own branch. Does nothing when there is nothing to release, or the plan
 * was already merged.
 *
 * @param request Commands that push the branch and open or update its request.
 */
export function writePlan(request: string): string {
  return `{
  printf '# The next release\\n\\nMerge this to publish it.\\n\\n\`\`\`text\\n'
  npx specwright release --dry-run
  printf '\`\`\`\\n'
} > ${planFile}
if ! grep -q ' to release\\. The commands:$' ${planFile}; then
  # The host closes the request of a branch that is gone.
  if git ls-remote --exit-code --heads origin ${planBranch}; then git push --delete origin ${planBranch}; fi
  exit 0
fi
git checkout -B ${planBranch}
git add ${planFile}
if git diff --cached --quiet; then
  echo 'This release was merged and is not published. Run the job that publishes again.'
  exit 0
fi
git commit --quiet --message 'The plan of the next release'
${request}`;
}

/** Publishes the packages that are not published yet. With `NPM_TOKEN`, npm uses it for the project's registry. */
export const publishing = `registry=$(npm config get registry)
if [ -n "$NPM_TOKEN" ]; then npm config set "\${registry#*:}:_authToken" "\\\${NPM_TOKEN}"; fi
npx specwright release
`;

/** Fetches the references of released versions, so that the new one is added to them. */
export function writeRestore({ references }: Pipeline, branch: string): string {
  const root = findRoot(references);
  return `if git fetch --quiet origin ${branch}; then
  mkdir -p ${toShellWord(root)}
  git archive FETCH_HEAD | tar -x --exclude .nojekyll -C ${toShellWord(root)}
fi
`;
}

/** Makes the references and pushes them to the branch that keeps them. */
export function writeHosting({ references }: Pipeline, branch: string): string {
  const root = findRoot(references);
  const prefix = root === "." ? "" : ` --prefix=${toShellWord(`${root}/`)}`;
  return `npx specwright docs
parent=()
if git fetch --quiet origin ${branch}; then parent=(-p "$(git rev-parse FETCH_HEAD)"); fi
# An index of its own, because the folder is not part of the commits of the project.
GIT_INDEX_FILE=$(git rev-parse --git-dir)/index-of-references
export GIT_INDEX_FILE
git read-tree --empty
git add --force -- ${references.map(toShellWord).join(" ")}
# GitHub would otherwise turn the pages of Markdown into HTML.
git update-index --add --cacheinfo "100644,$(git hash-object -w --stdin < /dev/null),${root === "." ? "" : `${root}/`}.nojekyll"
commit=$(git commit-tree "\${parent[@]}" -m 'The references of the released versions' "$(git write-tree${prefix})")
git push origin "$commit:refs/heads/${branch}"
`;
}

/** The folder that is hosted: the only reference, or the nearest folder above all of them. */
export function findRoot(references: readonly string[]): string {
  const [first = ".", ...others] = references.map((path) => path.split("/"));
  const steps = first === "." ? [] : first;
  const shared = steps.findIndex((step, depth) => others.some((path) => path[depth] !== step));
  const root = shared === -1 ? steps : steps.slice(0, shared);
  return root.length === 0 ? "." : root.join("/");
}
