import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../src/", import.meta.url));

/**
 * The folders that the modules of each folder may import in addition to their own: read → model → diff, bundle,
 * emit/<target> → emit/package, emit/docs → write → commands → cli. `""` means the modules directly in src, which must
 * not import folders. The targets share `emit`.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "": [],
  text: [],
  pattern: [],
  read: ["", "text"],
  model: ["", "text", "read"],
  emit: ["", "text", "pattern", "model"],
  "emit/<target>": ["", "text", "pattern", "model", "emit"],
  // These two show how to use the other targets, so they import the functions that name things in them.
  "emit/package": ["", "text", "model", "emit", "emit/<target>"],
  "emit/docs": ["", "text", "model", "emit", "emit/<target>"],
  diff: ["", "text", "model"],
  // `verify` encodes with the shared folders of `emit`, and a command passes the validators to it.
  verify: ["", "text", "pattern", "model", "emit"],
  bundle: ["", "text", "read", "model"],
  write: ["", "text"],
  commands: [
    ...["", "text", "read", "model", "diff", "verify", "bundle", "emit", "emit/<target>"],
    ...["emit/package", "emit/docs", "write"],
  ],
  cli: ["", "text", "read", "model", "diff", "verify", "commands"],
};

/** The folders of `emit` that targets share. `test/house` has their floors. */
const shared = new Set([
  "bodies",
  "escape",
  "mismatches",
  "names",
  "parameters",
  "print",
  "samples",
  "typescript",
  "units",
]);

/** The entry of the package; its own modules do not import it. */
const entry = "index.ts";

test("imports of the sources go one way", () => {
  const modules = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
  );
  const imports = modules.flatMap((path) =>
    listImports(readFileSync(join(source, path), "utf8")).map((specifier) => ({
      from: path,
      to: normalize(join(dirname(path), specifier)),
    })),
  );
  // Nearly every module must be imported by another one. Otherwise this test does not recognize all import statements.
  const reached = new Set(imports.map(({ to }) => to));
  expect(modules.filter((path) => !reached.has(path)).length).toBeLessThan(5);
  expect(imports.filter(({ from, to }) => !isAllowed(from, to))).toEqual([]);
});

test.each([
  ["model/a.ts", "emit/escape/string.ts"],
  ["emit/names/names.ts", "emit/client/plan.ts"],
  ["emit/client/plan.ts", "emit/server/plan.ts"],
  ["emit/client/plan.ts", "read/locate.ts"],
  ["emit/client/plan.ts", "emit/package/readme.ts"],
  ["emit/package/readme.ts", "read/locate.ts"],
  ["emit/docs/index.ts", "bundle/bundle-document.ts"],
  ["emit/client/plan.ts", "emit/docs/index.ts"],
  ["diff/change.ts", "emit/names/names.ts"],
  ["model/model.ts", "diff/change.ts"],
  ["verify/verify-server.ts", "emit/validators/index.ts"],
  ["bundle/bundle-document.ts", "emit/names/names.ts"],
  ["write/journal.ts", "emit/target.ts"],
  ["read/locate.ts", "model/model.ts"],
  ["commands/types.ts", "cli/index.ts"],
  ["text/identifier.ts", "emit/names/names.ts"],
  ["diagnostic.ts", "read/locate.ts"],
  ["emit/names/names.ts", "index.ts"],
  ["unknown/a.ts", "read/locate.ts"],
  ["read/locate.ts", "../test/build-model-from.ts"],
])("%s must not import %s", (from, to) => {
  expect(isAllowed(from, to)).toBe(false);
});

test("statements over several lines, of types, of exports and of modules loaded later are all read", () => {
  const text = `import type {\n  A,\n} from "./a.ts";\nexport { b } from "../b.ts";\nimport "./c.ts";
const d = await import("./d.ts");\nconst e = typeof import("./e.ts");\n`;
  expect(listImports(text)).toEqual(["./a.ts", "../b.ts", "./c.ts", "./d.ts", "./e.ts"]);
});

/** Lists the imports of our own sources, which end in `.ts`. Code in strings imports `.js` and is ignored. */
function listImports(text: string): string[] {
  return [...text.matchAll(/\b(?:from |import |import\()"(\.[^"]*\.ts)"/g)].map(
    ([, specifier = ""]) => specifier,
  );
}

function isAllowed(from: string, to: string): boolean {
  if (from === entry || to === entry) {
    return from === entry;
  }
  if (findTarget(from) !== undefined && findTarget(from) === findTarget(to)) {
    return true;
  }
  const own = findLayer(from);
  const other = findLayer(to);
  return (
    (own === other && findTarget(from) === undefined) || allowed[own]?.includes(other) === true
  );
}

function findLayer(path: string): string {
  const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
  const target = findTarget(path);
  if (target === "package" || target === "docs") {
    return `emit/${target}`;
  }
  return target === undefined ? folder : "emit/<target>";
}

/** The target whose emitter a module belongs to; undefined in the folders that targets share. */
function findTarget(path: string): string | undefined {
  const [root, folder = "", file] = path.split("/");
  return root === "emit" && file !== undefined && !shared.has(folder) ? folder : undefined;
}
