import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const text = readFileSync("ARCHITECTURE.md", "utf8");

/** The folders that paths in ARCHITECTURE.md may be relative to. */
const roots = [
  ".",
  "packages",
  "packages/specwright",
  "packages/specwright/src",
  "packages/runtime/src",
  "packages/platform",
  "packages/platform/src",
  "generated",
  "test",
];

/** Paths that a build or a user creates. */
const made = new Set(["dist/", "generated/docs/"]);

/** Expands `a/{b,c}` to `a/b` and `a/c`. */
function expand(path: string): string[] {
  const braces = /^(.*)\{([^}]+)\}(.*)$/.exec(path);
  return braces === null
    ? [path]
    : (braces[2] ?? "").split(",").map((part) => `${braces[1]}${part}${braces[3]}`);
}

function exists(path: string): boolean {
  return roots.some((root) => {
    const whole = join(root, path);
    return existsSync(whole) || existsSync(`${whole}.ts`) || globSync(whole).length > 0;
  });
}

/**
 * The paths in the tree at the top of the page. Each line has a path, relative to the line above it that is indented
 * less.
 */
function listTreePaths(): string[] {
  const tree = /```\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const above: { readonly indent: number; readonly path: string }[] = [];
  return tree.split("\n").flatMap((line) => {
    const entry = /^( *)(\S*[/.*]\S*)(?: +\S|$)/.exec(line);
    const indent = entry?.[1]?.length ?? 0;
    // A line with more indentation continues a description.
    if (entry === null || indent > 4) {
      return [];
    }
    while ((above.at(-1)?.indent ?? -1) >= indent) {
      above.pop();
    }
    const path = join(above.at(-1)?.path ?? "", (entry[2] ?? "").replace(/;$/, ""));
    above.push({ indent, path });
    return expand(path);
  });
}

/** Words in backticks that look like paths: they contain a slash, and are not URLs, packages or other wildcards. */
function listMentionedPaths(): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, "");
  return [...prose.matchAll(/`([a-zA-Z_.][\w.-]*\/[\w./{},*-]*)`/g)]
    .map((match) => match[1] ?? "")
    .flatMap(expand);
}

test("every source file that a decision names with its folder exists", () => {
  const sources = globSync(["packages/*/{src,test}/**/*.{ts,tsx}", "{bench,scripts,test}/**/*.ts"]);
  const missing = globSync("docs/adr/*.md").flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/`([\w.-]+\/[\w./-]+[^.d]\.ts)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("every path that ARCHITECTURE.md names exists", () => {
  const tree = listTreePaths();
  const mentioned = listMentionedPaths();
  expect(tree.length).toBeGreaterThan(30);
  expect(mentioned.length).toBeGreaterThan(10);
  const missing = [...tree, ...mentioned].filter((path) => !made.has(path) && !exists(path));
  expect(missing).toEqual([]);
});
