import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { runWell } from "./run.ts";

/** The paths of the Node programs that packages must run on, by version. */
export type Nodes = ReadonlyMap<number, string>;

/**
 * Installs the older versions from the registry, once per checkout. The newest version is the one that runs this test.
 */
export async function installNodes(): Promise<Nodes> {
  const folder = resolveInRoot(".cache/nodes");
  const toProgramPath = (version: number): string =>
    join(folder, `node_modules/node${version}/bin/node`);
  if (![20, 22].every((version) => existsSync(toProgramPath(version)))) {
    mkdirSync(folder, { recursive: true });
    const manifest = { private: true, allowScripts: { node: true } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    const packages = [20, 22].map((version) => `node${version}@npm:node@${version}`);
    await runWell(folder, "npm", ["install", "--no-audit", "--no-fund", ...packages]);
  }
  return new Map([
    [20, toProgramPath(20)],
    [22, toProgramPath(22)],
    [24, process.execPath],
  ]);
}
