import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { generate } from "specwright";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { readWriteDocument } from "../agreement/read-write-document.ts";
import { document as webhooksDocument } from "../agreement/webhooks-document.ts";
import { findNeed } from "../support/needs.ts";
import { clinicDocument } from "../verify/clinic-document.ts";

/** For each kind of generated file, such as `client/<tag>.d.ts`, the SHA-256 of the files of this kind. */
export type OutputDigests = Readonly<Record<string, string>>;

/** The file that has the digests of the last release, by document. */
export const recordFile: string = resolveInRoot("test/released-output/recorded.json");

/** The output of the last release. */
export interface RecordedOutput {
  /** The version of specwright. `none` before the first release. */
  readonly release: string;
  readonly documents: Readonly<Record<string, OutputDigests>>;
}

/** Generates every document with this version of specwright. The corpus is left out where it is not installed. */
export async function digestOutputs(): Promise<RecordedOutput["documents"]> {
  const folder = resolveInRoot(".cache/released-output");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Documents that stay the same: spec/ is left out, because an edit of it would count as a change of the output.
  const own = { clinic: clinicDocument, readWriteDocument, webhooksDocument };
  const names = Object.entries(own).map(([name, value]) => {
    writeFileSync(`${folder}/${name}.json`, JSON.stringify(value));
    return `${name}.json`;
  });
  const corpus = findNeed("corpus");
  const ofCorpus = ["museum.yaml", "train-travel.yaml", "github.json"].filter((name) =>
    existsSync(`${corpus}/${name}`),
  );
  for (const name of ofCorpus) {
    // Generated files contain the path of the document, so it is at the same place on every machine.
    cpSync(`${corpus}/${name}`, `${folder}/${name}`);
  }
  const digests: Record<string, OutputDigests> = {};
  for (const name of [...names, ...ofCorpus]) {
    const out = `${folder}/${name}-out`;
    await generate({ document: name, out, folder });
    digests[name] = digestFolder(out);
  }
  return digests;
}

/** The manifest of the output has the hash of each file. */
function digestFolder(out: string): OutputDigests {
  // Written by `generate`.
  const { files } = JSON.parse(readFileSync(`${out}/.specwright.json`, "utf8")) as {
    readonly files: Readonly<Record<string, string>>;
  };
  const kinds = new Map<string, string[]>();
  for (const [path, hash] of Object.entries(files).toSorted()) {
    const kind = nameKind(path);
    kinds.set(kind, [...(kinds.get(kind) ?? []), `${path} ${hash}`]);
  }
  return Object.fromEntries(
    [...kinds].map(([kind, lines]) => [
      kind,
      createHash("sha256").update(lines.join("\n")).digest("hex"),
    ]),
  );
}

const fixed: ReadonlySet<string> = new Set([
  ...["callbacks", "components", "index", "operations", "patterns", "predicates", "schemas"],
  ...["security-schemes", "shared", "webhooks"],
]);

/** Modules that are named after a tag of the document are one kind. */
function nameKind(path: string): string {
  const [, folder = "", name = "", extension = ""] =
    /^(.*\/)?([^/]+?)(\.d\.ts|\.\w+)$/.exec(path) ?? [];
  return `${folder}${fixed.has(name) ? name : "<tag>"}${extension}`;
}
