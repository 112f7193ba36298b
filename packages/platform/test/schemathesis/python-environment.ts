import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { resolveInRoot } from "../../../../scripts/support/paths.ts";

const run = promisify(execFile);
const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));

/**
 * Installs the program `schemathesis` in a virtual environment below `.cache/`, with exactly the packages of
 * requirements.txt. The environment is created once for these packages and this Python.
 *
 * @param python the path of a Python with the module `venv`
 */
export async function installSchemathesis(python: string): Promise<string> {
  const { stdout: version } = await run(python, ["-VV"]);
  const name = createHash("sha256")
    .update(version)
    .update(await readFile(requirements))
    .digest("hex")
    .slice(0, 16);
  const folder = resolveInRoot(`.cache/schemathesis/${name}`);
  const program = `${folder}/bin/schemathesis`;
  if (existsSync(`${folder}/complete`)) {
    return program;
  }
  // The scripts of an environment contain its path, so it is created in place. The marker is written last.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run(python, ["-m", "venv", folder]);
  const words = ["install", "--quiet", "--require-hashes", "--only-binary=:all:"];
  await run(`${folder}/bin/pip`, [...words, "--requirement", requirements]);
  await mkdir(`${folder}/complete`, { recursive: true });
  return program;
}
