import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { buildModel } from "../../../packages/specwright/src/document/model/build/build-model.ts";
import { openDocument } from "../../../packages/specwright/src/document/read/open-document.ts";
import { emitClient } from "../../../packages/specwright/src/emit/client/index.ts";
import { createEmitter } from "../../../packages/specwright/src/emit/define-target.ts";
import { queryCode } from "../../../packages/specwright/src/emit/query/index.ts";
import { queryTarget } from "../../../packages/specwright/src/emit/query/target.ts";
import { createTemplates } from "../../../packages/specwright/src/emit/shared/print/templates.ts";
import { emitTypes } from "../../../packages/specwright/src/emit/types/index.ts";
import { generateDefaults } from "../../../packages/specwright/test/generate-defaults.ts";
import { resolveInRoot } from "../../../scripts/support/paths.ts";

/** The compilers that judge the output. */
export type Compiler = "TypeScript 7" | "TypeScript 5.9";

const compilers: Readonly<Record<Compiler, string>> = {
  "TypeScript 7": resolveInRoot("node_modules/typescript/bin/tsc"),
  "TypeScript 5.9": resolveInRoot("test/peers/node_modules/typescript/bin/tsc"),
};
const emitQuery = createEmitter(queryCode, queryTarget.options);

const compilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  target: "es2024",
  module: "nodenext",
  jsx: "react-jsx",
  lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
  types: ["node"],
  // Uses the sources of the runtime.
  customConditions: ["source"],
  allowImportingTsExtensions: true,
};

/** A folder below the repository with the types, the client and the queries of a document. */
export interface QueryProject {
  readonly folder: string;
  /** Adds a file. */
  readonly write: (path: string, content: string) => void;
  /** The code of one of its files for a browser, with all that it imports. */
  readonly bundle: (file: string, options?: { readonly minify?: boolean }) => Promise<string>;
  /** Compiles some of its files, and all that they import. Returns the errors. */
  readonly compile: (
    compiler: Compiler,
    files: readonly string[],
    options?: { readonly skipLibCheck?: boolean },
  ) => Promise<string>;
}

/**
 * Generates into `.cache/query/<name>`, so that the output finds the packages of the repository.
 *
 * @param document a document, or its path
 * @param programs files of `test/query/programs` that are copied beside the output
 * @param tanstack the package from which the types of TanStack Query are imported
 */
export function createQueryProject(
  name: string,
  document: string | object,
  programs: readonly string[] = [],
  tanstack = "@tanstack/query-core",
): QueryProject {
  const folder = resolveInRoot(`.cache/query/${name}`);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  rmSync(folder, { recursive: true, force: true });
  write("openapi.json", typeof document === "string" ? "" : JSON.stringify(document));
  const path = typeof document === "string" ? document : join(folder, "openapi.json");
  const context = {
    model: buildModel(openDocument(path)).model,
    command: "specwright generate",
    render: createTemplates(),
    ...generateDefaults,
  };
  const client = emitClient(context);
  const plans = new Map([["client", client.plan]]);
  const files = [
    ...emitTypes(context).files,
    ...client.files,
    ...emitQuery({ ...context, plans, options: { package: tanstack } }).files,
  ];
  for (const { path, content } of files) {
    write(path, content);
  }
  for (const program of programs) {
    write(program, readFileSync(resolveInRoot(`test/query/programs/${program}`), "utf8"));
  }
  write("package.json", JSON.stringify({ type: "module" }));
  return {
    folder,
    write,
    bundle: async (file, { minify = false } = {}) => {
      const { outputFiles } = await build({
        entryPoints: [join(folder, file)],
        bundle: true,
        minify,
        format: "esm",
        platform: "browser",
        jsx: "automatic",
        conditions: ["source"],
        define: { "process.env.NODE_ENV": '"production"' },
        write: false,
      });
      return outputFiles[0]?.text ?? "";
    },
    compile: async (compiler, roots, options = {}) => {
      const config = { compilerOptions: { ...compilerOptions, ...options }, files: roots };
      write("tsconfig.json", JSON.stringify(config));
      const { stdout } = await run(process.execPath, [compilers[compiler], "-p", folder]).catch(
        // A compiler that finds faults exits with 2 and prints them.
        (error: { stdout: string }) => error,
      );
      return stdout;
    },
  };
}

const run = promisify(execFile);
