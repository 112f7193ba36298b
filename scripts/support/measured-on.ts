import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolveInRoot, root } from "./paths.ts";

/** The circumstances of a measurement, for reports. */
export interface MeasuredOn {
  /** Year, month and day, UTC. */
  readonly date: string;
  /** The commit. When files differ from it, it ends in `+` and a hash of the differences. */
  readonly commit: string;
  /** Node's version and the machine. */
  readonly machine: string;
}

/** The commit of files that are not in a repository, such as those of a downloaded archive. */
export const unknownCommit = "unknown";

/** What commands write in docs/ while they measure. It makes no difference to the next measurement. */
const written: readonly string[] = [
  "docs/benchmarks.*",
  "docs/event-plans.md",
  "docs/generation.svg",
  "docs/measurements",
  "docs/security",
  "docs/soak.*",
];

/** The circumstances now. */
export function describeCircumstances(): MeasuredOn {
  const date = new Date().toISOString().slice(0, 10);
  return { date, commit: readCurrentCommit(), machine: describeMachine() };
}

function readCurrentCommit(): string {
  const paths = ["--", ".", ...written.map((path) => `:!${path}`)];
  try {
    const commit = readGit("rev-parse", "--short=10", "HEAD").trim();
    const added = readGit("ls-files", "--others", "--exclude-standard", "-z", ...paths);
    const changed = readGit("diff", "HEAD", "--binary", ...paths);
    if (added === "" && changed === "") {
      return commit;
    }
    const hash = createHash("sha256").update(changed).update(added);
    for (const path of added.split("\0").filter((each) => each !== "")) {
      hash.update(readFileSync(resolveInRoot(path)));
    }
    return `${commit}+${hash.digest("hex").slice(0, 6)}`;
  } catch {
    // Without git, or in an archive, tests run all the same.
    return unknownCommit;
  }
}

function readGit(...words: readonly string[]): string {
  return execFileSync("git", words, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function describeMachine(): string {
  const [cpu] = cpus();
  return `Node ${process.versions.node}, ${cpus().length} cores (${cpu?.model ?? "unknown"})`;
}
