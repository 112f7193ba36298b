import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate, targetNames } from "specwright";
import { beforeAll, describe, expect, test } from "vitest";
import { writeStarterFiles } from "../../packages/specwright/src/commands/starter/starter-files.ts";
import { numericKinds } from "../../packages/specwright/src/emit/shared/typescript/value-kinds.ts";
import { resolveInRoot, root } from "../../scripts/support/paths.ts";
import { calledByGeneratedCode } from "./called-by-generated-code.ts";
import { listPublicEntries } from "./module-exports.ts";

const entries = listPublicEntries();
const isGeneratedOnly = (specifier: string, name: string): boolean =>
  calledByGeneratedCode[specifier]?.includes(name) === true;

/** Below the repository, so that the examples find its packages. */
const folder = resolveInRoot(".cache/docstring-examples");

/** The code of each example, by the file in which it is compiled. */
const examples: ReadonlyMap<string, string> = new Map(
  entries
    .flatMap((entry) => entry.exports)
    .flatMap(({ name, doc = "" }) =>
      readExamples(doc).map((code, index) => [`${name}${index || ""}.ts`, code] as const),
    ),
);

/** `expression; // => value` in an example. It is a promise, so it is run. */
const promise = /^(.+); \/\/ => (.+)$/gm;

/** The blocks that follow `@example` in a doc comment. */
function readExamples(doc: string): readonly string[] {
  const text = doc.replaceAll(/^ ?\* ?/gm, "");
  return [...text.matchAll(/@example\n```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

/** Only ejected targets import it, which are our own code. */
const called = entries.filter(({ specifier }) => specifier !== "specwright/target-parts");

test.each(called)("every function of $specifier that people call has an example", (entry) => {
  const missing = entry.exports.filter(
    ({ name, isFunction, doc = "" }) =>
      isFunction && !isGeneratedOnly(entry.specifier, name) && readExamples(doc).length === 0,
  );
  expect(missing.map(({ name, file }) => `${name} (${file.slice(root.length + 1)})`)).toEqual([]);
});

test("functions that only generated code calls exist, and the emitters print their names", () => {
  const files = globSync(["packages/specwright/src/emit/**/*.ts", "templates/**/*.hbs"], {
    cwd: root,
    exclude: ["**/*.test.ts", "**/node_modules/**"],
  });
  // For API keys, the emitter prints the location before `Key`; for conversions, the direction before the kind.
  const conversions = ["check", "decode", "encode"].flatMap((mode) =>
    [...numericKinds, "Date", "Instant", "PlainDate", "BigIntText"].map((kind) => `${mode}${kind}`),
  );
  const printed = `${files.map((file) => readFileSync(resolveInRoot(file), "utf8")).join("\n")}
    headerKey queryKey cookieKey ${conversions.join(" ")}`;
  const wrong = Object.entries(calledByGeneratedCode).flatMap(([specifier, names]) => {
    const exported = entries.find((entry) => entry.specifier === specifier)?.exports ?? [];
    return names.filter(
      (name) =>
        !exported.some((each) => each.name === name && each.isFunction) ||
        !new RegExp(`\\b${name}\\b`).test(printed),
    );
  });
  expect(wrong).toEqual([]);
});

describe("the examples", () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "run"), { recursive: true });
    const document = join(folder, "openapi.yaml");
    const starter = writeStarterFiles("notes").find(({ path }) => path === "openapi.yaml");
    writeFileSync(document, starter?.content ?? "");
    await generate({ document, out: join(folder, "generated"), targets: [...targetNames] });
    writeFileSync(join(folder, "handlers.ts"), handlers);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    for (const [file, code] of examples) {
      writeFileSync(join(folder, file), `${code}export {};\n`);
    }
  });

  test("compile against the public entries of the packages", () => {
    expect(examples.size).toBeGreaterThan(50);
    const { output } = run(resolveInRoot("node_modules/.bin/tsc"), "-p", ".", "--pretty", "false");
    expect(output).toBe("");
  });

  test("give the values that they promise", () => {
    const files = [...examples].flatMap(([file, code]) => {
      const checked = code
        .replace(promise, "assert.deepStrictEqual($1, $2);")
        .replaceAll('from "./', 'from "../');
      if (checked.includes("assert.")) {
        writeFileSync(
          join(folder, "run", file),
          `import assert from "node:assert/strict";\n${checked}`,
        );
      }
      return checked.includes("assert.") ? [file] : [];
    });
    expect(files.length).toBeGreaterThan(30);
    writeFileSync(
      join(folder, "run/all.ts"),
      `${files.map((file) => `await import("./${file}");`).join("\n")}\nprocess.exit(0);\n`,
    );
    expect(run(process.execPath, "-C", "source", "run/all.ts")).toEqual({
      failed: false,
      output: "",
    });
  });
});

const compilerOptions = {
  strict: true,
  noUnusedLocals: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: "nodenext",
  target: "es2024",
  lib: ["es2024"],
  customConditions: ["source"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ["node"],
};

/** The handlers that examples import. */
const handlers = `import type { Handlers } from "./generated/server/index.js";

export const handlers: Handlers<void> = {
  listNotes: () => ({ status: 200, body: [] }),
  createNote: () => ({ status: 400, body: { title: "No room", status: 400 } }),
  getNote: () => ({ status: 404, body: { message: "No note has this id." } }),
};
`;

/** Runs a program in the folder. Returns all that it prints. */
function run(
  program: string,
  ...args: readonly string[]
): { readonly failed: boolean; readonly output: string } {
  try {
    return {
      failed: false,
      output: execFileSync(program, args, { cwd: folder, encoding: "utf8" }),
    };
  } catch (error) {
    // `execFileSync` adds what the program printed to its error.
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return { failed: true, output: stdout + stderr };
  }
}
