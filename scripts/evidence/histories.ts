import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticError, diff, type Verdict } from "specwright";
import { compileStep } from "../../test/evidence/histories/compile-step.ts";
import { type History, listVersions } from "../../test/evidence/histories/list-versions.ts";
import { renderHistories, type Step } from "../../test/evidence/histories/render-histories.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";

/** Public documents with their histories. They are not committed. */
const histories: readonly History[] = [
  { repository: "figma/rest-api-spec", path: "openapi/openapi.yaml" },
  { repository: "discord/discord-api-spec", path: "specs/openapi.json" },
  { repository: "box/box-openapi", path: "openapi.json" },
  { repository: "Asana/openapi", path: "defs/asana_oas.yaml" },
  { repository: "sonallux/spotify-web-api", path: "official-spotify-open-api.yml" },
];

const steps = 30;

/** For each step of real histories, compares the verdict of `specwright diff` on client code with the compiler's. */
await main(async () => {
  const [checkouts, only] = process.argv.slice(2);
  if (checkouts === undefined) {
    throw new Failure(
      "This needs clones of the repositories.\nRun: node -C source scripts/evidence/histories.ts <folder with owner+name/repo> [name]",
    );
  }
  const found: Step[] = [];
  for (const history of histories.filter(({ repository }) => repository.includes(only ?? ""))) {
    const clone = join(checkouts, history.repository.replace("/", "+"), "repo");
    const git = existsSync(join(clone, ".git")) ? join(clone, ".git") : clone;
    found.push(...walk(history, git));
  }
  for (const { repository, commit, ours, kinds, compiled } of found) {
    if (ours !== compiled.verdict) {
      console.log(
        `${repository} ${commit}: ours ${ours}, compiler ${compiled.verdict}\n    ${kinds.slice(0, 6).join("\n    ")}\n${compiled.errors
          .slice(0, 4)
          .map((error) => `    ${error}`)
          .join("\n")}`,
      );
    }
  }
  writeFileSync(
    resolveInRoot("docs/changes-on-real-histories.md"),
    renderHistories(histories.flatMap(readSteps)),
  );
  for (const repository of new Set(found.map((step) => step.repository))) {
    const own = found.filter((step) => step.repository === repository);
    const breaks = own.filter(
      ({ ours, compiled }) => (ours === "breaks") === (compiled.verdict === "breaks"),
    );
    const same = own.filter(({ ours, compiled }) => ours === compiled.verdict);
    console.log(
      `${repository}: ${own.length} steps, ${breaks.length} agree on "breaks", ${same.length} on the whole verdict`,
    );
  }
});

/** The steps of a history as they were found by its last walk, so that histories can be walked one by one. */
function readSteps(history: History): readonly Step[] {
  const file = nameHistoryFile(history);
  // Written below.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Step[]) : [];
}

function walk(history: History, git: string): readonly Step[] {
  const folder = resolveInRoot(`.cache/histories/${history.repository.replace("/", "+")}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const versions = listVersions(git, history, steps + 1, folder);
  const known = new Map(readSteps(history).map(({ commit, compiled }) => [commit, compiled]));
  const found: Step[] = [];
  for (const [index, { commit, file }] of versions.slice(1).entries()) {
    const before = versions[index]?.file ?? file;
    try {
      const { changes } = diff({ before, after: file, folder });
      const listChangesBy = (verdict: Verdict): readonly string[] =>
        changes
          .filter(({ verdicts }) => verdicts.clientCode === verdict)
          .map(({ kind, message, place }) => `${kind}: ${place}: ${message}`);
      const [breaking, perhaps] = [listChangesBy("breaks"), listChangesBy("may break")];
      const ours = breaking.length > 0 ? "breaks" : perhaps.length > 0 ? "may break" : "works";
      const kinds = breaking.length > 0 ? breaking : perhaps;
      // The compiler's verdict does not depend on `diff`, so it is kept for the next walk.
      const compiled = known.get(commit) ?? compileStep(before, file, join(folder, "step"));
      process.stderr.write(
        `${history.repository} ${commit} ${ours} ${compiled.verdict} (${compiled.unusable}/${compiled.lines})\n`,
      );
      found.push({ repository: history.repository, commit, ours, kinds, compiled });
      // After each step, because a walk takes long. Steps that are still to come keep what the last walk found.
      const walked = new Set(found.map((step) => step.commit));
      const rest = readSteps(history).filter((step) => !walked.has(step.commit));
      writeFileSync(nameHistoryFile(history), JSON.stringify([...found, ...rest]));
    } catch (error) {
      if (!(error instanceof DiagnosticError)) {
        throw error;
      }
      process.stderr.write(`${history.repository} ${commit}: ${error.diagnostics[0]?.message}\n`);
    }
  }
  return found;
}

function nameHistoryFile({ repository }: History): string {
  return resolveInRoot(`.cache/histories-${repository.replace("/", "+")}.json`);
}
