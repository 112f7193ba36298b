import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dropUndefined } from "../../defined.ts";
import { withLongLock } from "../../write/lock.ts";
import { generate } from "../generate.ts";
import { loadTargets } from "../load/load-targets.ts";
import type { ConfiguredApi } from "../settings/configuration.ts";
import { writePortablePath } from "../settings/portable-command.ts";

/** Generated packages in a folder of their own. */
export interface StagedPackages {
  /** The absolute path. Each package is a folder in it. */
  readonly folder: string;
  /** The files of each package as npm packs them, by path. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, Buffer>>;
  /** The version of each package. */
  readonly versions: ReadonlyMap<string, string>;
}

/**
 * Does the work of releases while no other command stages packages in this folder, which would replace their files.
 *
 * @param onWait Called once when another command is at work.
 * @throws DiagnosticError when the other command does not end in time
 */
export function withStage<Result>(
  folder: string,
  work: () => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  const stage = findStage(folder);
  mkdirSync(stage, { recursive: true });
  return withLongLock(stage, work, onWait);
}

function findStage(folder: string): string {
  return join(folder, "node_modules/.cache/specwright");
}

/**
 * Generates the packages of an API into the project's `node_modules/.cache`, which neither git nor the registry sees.
 * The place is the same on every machine, because headers of generated files name the document relative to it.
 *
 * @throws DiagnosticError with every problem of the document
 */
export async function stagePackages(
  api: ConfiguredApi,
  folder: string,
  versions: Readonly<Record<string, string>>,
): Promise<StagedPackages> {
  const out = join(findStage(folder), api.name);
  rmSync(out, { recursive: true, force: true });
  const { package: settings } = api;
  await generate({
    ...api,
    ...dropUndefined({ package: settings && { ...settings, versions } }),
    configured: api.name,
    out,
    folder,
  });
  const { targets } = await loadTargets(api.targets, folder, api.options);
  const files = new Map(targets.map(({ name }) => [name, readFiles(join(out, name))]));
  return {
    folder: out,
    files,
    versions: new Map([...files].map(([target, found]) => [target, readVersion(found)])),
  };
}

function readVersion(files: ReadonlyMap<string, Buffer>): string {
  // Written just now.
  return (JSON.parse(String(files.get("package.json"))) as { readonly version: string }).version;
}

function readFiles(folder: string): ReadonlyMap<string, Buffer> {
  const paths = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    : [];
  return new Map(
    paths.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [writePortablePath(path.slice(folder.length + 1)), readFileSync(path)] as const;
    }),
  );
}
