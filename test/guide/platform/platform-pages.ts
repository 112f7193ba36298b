import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { type Block, readBlocks } from "../blocks.ts";
import { notRunHere } from "./not-run.ts";

/** A page about the platform. Its files are written below `folder`. */
export interface PlatformPage {
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly folder: string;
}

/** The folder of all pages: below the repository, so that they find its packages. */
export const platformWork: string = resolveInRoot(".cache/platform-guide");

/** The pages of `docs/platform`, and the tour in the README of the repository. */
export function readPlatformPages(): readonly PlatformPage[] {
  const home = resolveInRoot("docs/platform");
  const names = readdirSync(home).filter((file) => file.endsWith(".md"));
  const pages = names.map((file) => readPlatformPage(join(home, file), file.slice(0, -3)));
  const readme = readPlatformPage(resolveInRoot("README.md"), "readme");
  const tour = readme.blocks.filter(({ section }) => section === "The platform in 30 seconds");
  return [...pages, { ...readme, blocks: tour }];
}

function readPlatformPage(file: string, name: string): PlatformPage {
  const blocks = readBlocks(readFileSync(file, "utf8"));
  return { name, blocks, folder: join(platformWork, name) };
}

/** Describes how the tests check a block; undefined when they do not. */
export function findPlatformProof({ language, file, code }: Block): string | undefined {
  if (language === "sh") {
    return "run";
  }
  // The settings of another program.
  if (language === "json") {
    return "parsed";
  }
  // What a person types at a start, with its prompt; CI runs it in `.ci/start-smoke`.
  if (code === "$ npm ci && npm start\n") {
    return "run by CI";
  }
  if (file === undefined) {
    return undefined;
  }
  return { ts: "run", python: "run where there is Python", yaml: "read" }[language];
}

/** Writes the files of a page, and the package of the client where its code looks for it. */
export function writePlatformPage({ blocks, folder }: PlatformPage): void {
  rmSync(folder, { recursive: true, force: true });
  writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const { file, code } of blocks) {
    if (file !== undefined) {
      writeFile(join(folder, file), code);
    }
  }
  writeApiPackage("api-client", { ".": "client/index" });
  writeApiPackage("api-server", { ".": "server/index", "./webhooks": "server/webhooks" });
}

/** A package as `npm run release` publishes it, which exports what is in `generated/`. */
function writeApiPackage(name: string, entries: Readonly<Record<string, string>>): void {
  const folder = join(platformWork, "node_modules/@integration-platform", name);
  const exports: Record<string, unknown> = {};
  for (const [entry, path] of Object.entries(entries)) {
    const file = path.split("/").at(-1);
    const source = relative(folder, resolveInRoot(`generated/${path}.js`));
    for (const end of ["js", "d.ts"]) {
      writeFile(join(folder, `${file}.${end}`), `export * from "${source}";\n`);
    }
    exports[entry] = { types: `./${file}.d.ts`, default: `./${file}.js` };
  }
  const manifest = { name: `@integration-platform/${name}`, type: "module", exports };
  writeFile(join(folder, "package.json"), JSON.stringify(manifest));
}

function writeFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The lines of a script that are run. */
export function selectPlatformLines(script: string): string {
  const isRun = (line: string): boolean => !notRunHere.some((entry) => entry.line?.test(line));
  return script.split("\n").filter(isRun).join("\n").trim();
}
