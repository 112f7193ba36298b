import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { resolveInRoot } from "../../../../scripts/support/paths.ts";

const run = promisify(execFile);
const requirements = fileURLToPath(new URL("requirements.txt", import.meta.url));

/** The program `schemathesis`, with exactly the packages of requirements.txt. */
export async function installSchemathesis(python: string): Promise<string> {
  return `${await installPackages(python, { name: "schemathesis", requirements })}/bin/schemathesis`;
}

/**
 * Installs packages in a virtual environment below `.cache/`, with the hashes that their file names. The environment is
 * created once for these packages and this Python. Returns its folder.
 *
 * @param python the path of a Python with the module `venv`
 */
export async function installPackages(
  python: string,
  packages: { readonly name: string; readonly requirements: string },
): Promise<string> {
  const { stdout: version } = await run(python, ["-VV"]);
  const name = createHash("sha256")
    .update(version)
    .update(await readFile(packages.requirements))
    .digest("hex")
    .slice(0, 16);
  const folder = resolveInRoot(`.cache/${packages.name}/${name}`);
  if (existsSync(`${folder}/complete`)) {
    return folder;
  }
  // The scripts of an environment contain its path, so it is created in place. The marker is written last.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run(python, ["-m", "venv", folder]);
  // The file names every package. pip would refuse `pydantic[email]` beside the hash of `pydantic`.
  const words = ["install", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"];
  await run(`${folder}/bin/pip`, [...words, "--requirement", packages.requirements]);
  await mkdir(`${folder}/complete`, { recursive: true });
  return folder;
}
