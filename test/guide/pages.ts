import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { generate, readConfiguration } from "specwright";
import { writeStarterFiles } from "../../packages/specwright/src/commands/starter/starter-files.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { type Block, joinBlocks, readBlocks } from "./blocks.ts";
import { isShown, selectLinesToRun } from "./not-run.ts";
import { type Step, writeMarker } from "./steps.ts";

/** A page with the folder in which its blocks are files. */
export interface Page {
  /** The file name without its extension, or `readme-of-<package>`. */
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly folder: string;
}

/** The folder of the blocks of all pages: below the repository, so that they find its packages. */
export const workFolder: string = resolveInRoot(".cache/guide");

/** The pages of `docs/guide`, the READMEs of the published packages, and the tour in that of the repository. */
export function readPages(): readonly Page[] {
  const home = resolveInRoot("docs/guide");
  const pages = readdirSync(home)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => readPage(file.slice(0, -".md".length), home, file));
  const readmes = ["specwright", "runtime", "patterns"].map((name) =>
    readPage(`readme-of-${name}`, resolveInRoot(`packages/${name}`), "README.md"),
  );
  const readme = readPage("readme-of-the-repository", resolveInRoot("."), "README.md");
  const tour = readme.blocks.filter(({ section }) => section === "specwright in 30 seconds");
  return [...pages, ...readmes, { ...readme, blocks: tour }];
}

function readPage(name: string, home: string, file: string): Page {
  const blocks = readBlocks(readFileSync(join(home, file), "utf8"));
  return { name, blocks, folder: join(workFolder, name) };
}

/** The language of files that Node runs. */
const isCode = ({ language }: Block): boolean => language === "ts" || language === "js";

/**
 * Writes the files of a page and generates code from its document. For a page without one, the document of `specwright
 * init` is used.
 */
export async function preparePage({ blocks, folder }: Page): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const files = new Map<string, string>([["package.json", `{ "type": "module" }`]]);
  for (const block of blocks) {
    const { file, code, language } = block;
    if (file !== undefined && !file.startsWith("generated/") && !isShown(block)) {
      files.set(file, language === "jsonc" ? stripFileName(code) : code);
    }
  }
  if (!files.has("openapi.yaml")) {
    files.set("openapi.yaml", readStarterDocument());
  }
  const unnamed = listUnnamed(blocks);
  if (unnamed.length > 0) {
    files.set(
      "page.ts",
      joinBlocks(unnamed.map(({ code, line }) => `${writeMarker(line)}\n${code}`)),
    );
  }
  for (const [file, code] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  await generateIn(folder);
  for (const { file = "" } of blocks.filter(isOtherDocument)) {
    await generate({ document: join(folder, file), out: join(folder, `from-${basename(file)}`) });
  }
}

/** A document that a page shows beside its own. */
function isOtherDocument({ language, file, code }: Block): boolean {
  return language === "yaml" && file !== "openapi.yaml" && /^openapi:/m.test(code);
}

/** The content of a block without its first line, the comment with the path. */
function stripFileName(code: string): string {
  const text = code.replace(/^.*\n/, "");
  JSON.parse(text);
  return text;
}

/** Describes how the tests check a block; undefined when they do not check it. */
export function findProof(block: Block, { blocks }: Page): string | undefined {
  const { language, file = "", code } = block;
  if (isShown(block)) {
    return "listed in not-run.ts";
  }
  if (file.startsWith("generated/")) {
    return "compared";
  }
  if (/\.test\.ts$/.test(file)) {
    const isRun = blocks.some((each) => each.language === "sh" && each.code.includes(file));
    return isRun ? "run by a command" : undefined;
  }
  if (isCode(block) || language === "sh") {
    return "run";
  }
  // Components. They are compiled with the page.
  if (language === "tsx" && file !== "") {
    return "compiled";
  }
  const isUsed =
    /^(?:arazzo|openapi|overlay|swagger):/m.test(code) ||
    ["redocly.yaml", "approvals.yaml"].includes(basename(file));
  return file !== "" && (isUsed || language === "jsonc") ? "read" : undefined;
}

function readStarterDocument(): string {
  return writeStarterFiles("notes").find(({ path }) => path === "openapi.yaml")?.content ?? "";
}

async function generateIn(folder: string): Promise<void> {
  const apis = existsSync(join(folder, "redocly.yaml")) ? readConfiguration(folder) : [];
  const configured = apis.filter(({ out }) => out !== undefined);
  for (const { name: _, ...api } of configured) {
    // Reading the configuration has checked the names of the targets.
    const { written } = await generate({ ...api } as Parameters<typeof generate>[0]);
    linkPackages(folder, api.out ?? "", written);
  }
  if (configured.length === 0) {
    await generate({ document: join(folder, "openapi.yaml"), out: join(folder, "generated") });
  }
}

/** Makes packages resolve by name, as `npm install` does with workspaces. */
function linkPackages(folder: string, out: string, written: readonly string[]): void {
  for (const path of written.filter((file) => file.endsWith("package.json"))) {
    const { name }: { name: string } = JSON.parse(readFileSync(join(out, path), "utf8"));
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(dirname(join(out, path)), link);
  }
}

/** TypeScript without a file name: one module, `page.ts`. */
function listUnnamed(blocks: readonly Block[]): Block[] {
  return blocks.filter((block) => isCode(block) && block.file === undefined && !isShown(block));
}

/**
 * The steps of a page, in order. All unnamed blocks together are one module, which is run at the place of the last one.
 */
export function planSteps({ blocks }: Page): readonly Step[] {
  const unnamed = listUnnamed(blocks);
  return blocks.flatMap((block): readonly Step[] => {
    if (isShown(block) || block.file?.startsWith("generated/")) {
      return [];
    }
    if (block.language === "sh") {
      const script = selectLinesToRun(block.code);
      return script === "" ? [] : [{ kind: "shell", line: block.line, script }];
    }
    if (block === unnamed.at(-1)) {
      return [{ kind: "module", line: block.line, file: "page.ts" }];
    }
    return isCode(block) && block.file !== undefined && !/\.test\.ts$/.test(block.file)
      ? [{ kind: "module", line: block.line, file: block.file }]
      : [];
  });
}
