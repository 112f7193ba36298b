import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../../packages/specwright/src/commands/generate.ts";
import type { GenerateOptions } from "../../packages/specwright/src/commands/generate-options.ts";
import type { Diagnostic } from "../../packages/specwright/src/diagnostic.ts";
import type { OutputFile } from "../../packages/specwright/src/output-file.ts";
import { makeTemporaryFolder } from "../../packages/specwright/test/temporary-folder.ts";

/** The output of the command `generate` with some settings, and the losses that it reports. */
export async function generateFiles(
  document: object,
  settings: Partial<GenerateOptions>,
): Promise<{ readonly files: readonly OutputFile[]; readonly losses: readonly Diagnostic[] }> {
  const folder = makeTemporaryFolder({ "openapi.json": JSON.stringify(document) });
  const out = join(folder, "generated");
  const { losses } = await generate({ ...settings, document: "openapi.json", folder, out });
  const paths = readdirSync(out, { recursive: true, withFileTypes: true });
  const files = paths
    .filter((entry) => entry.isFile() && entry.name !== ".specwright.json")
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(out.length + 1), content: readFileSync(path, "utf8") }));
  return { files, losses };
}
