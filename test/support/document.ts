import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type Bundle, bundleDocument } from "../../scripts/support/document.ts";
import { resolveInRoot, specFile } from "../../scripts/support/paths.ts";

let bundle: Promise<Bundle> | undefined;

/** The bundled document. It is cached for all test files until one of its sources changes. */
export function bundleTheDocument(): Promise<Bundle> {
  bundle ??= readKeptBundle();
  return bundle;
}

async function readKeptBundle(): Promise<Bundle> {
  const path = resolveInRoot(`.cache/bundle-${hashOfInputs()}.json`);
  if (existsSync(path)) {
    const { yaml, json } = JSON.parse(readFileSync(path, "utf8")) as Omit<Bundle, "document">;
    return { yaml, json, document: JSON.parse(json) as Bundle["document"] };
  }
  const made = await bundleDocument();
  // Other processes may do the same at this time, so each renames a complete file into place.
  const mine = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(mine, JSON.stringify({ yaml: made.yaml, json: made.json }));
  renameSync(mine, path);
  return made;
}

/** The hash of the document's files, of the bundling configuration, and of the bundler's version. */
function hashOfInputs(): string {
  const spec = dirname(resolveInRoot(specFile));
  const files = readdirSync(spec, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => join(spec, name));
  const hash = createHash("sha256");
  for (const file of [
    ...files,
    resolveInRoot("redocly.yaml"),
    resolveInRoot("scripts/support/document.ts"),
    resolveInRoot("node_modules/@redocly/cli/package.json"),
  ]) {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}
