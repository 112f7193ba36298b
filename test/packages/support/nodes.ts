import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../../scripts/support/paths.ts";
import { runWell } from "./run.ts";

/** The versions of Node that packages promise to run on, by number: paths of programs. */
export type Nodes = ReadonlyMap<number, string>;

/** Installs the older ones from the registry, once a checkout; the newest is the one that runs this. */
export async function installNodes(): Promise<Nodes> {
  const folder = inRoot(".cache/nodes");
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
