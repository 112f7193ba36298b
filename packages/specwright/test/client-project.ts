import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { buildModel } from "../src/document/model/build/build-model.ts";
import type { Model } from "../src/document/model/model.ts";
import { openDocument } from "../src/document/read/open-document.ts";
import { emitClient } from "../src/emit/client/index.ts";
import { createTemplates } from "../src/emit/shared/print/templates.ts";
import type { EmitContext } from "../src/emit/target.ts";
import { emitTypes } from "../src/emit/types/index.ts";
import type { OutputFile } from "../src/output-file.ts";
import { generateDefaults } from "./generate-defaults.ts";

const repository = resolve(import.meta.dirname, "../../..");

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  // But not those that come with the compiler.
  skipDefaultLibCheck: true,
  noEmit: true,
  module: "nodenext",
  target: "es2024",
  lib: ["es2024"],
  types: ["node"],
  // The runtime may not be built, so its sources are used instead of its declarations.
  customConditions: ["source"],
  allowImportingTsExtensions: true,
};

/** A folder with generated files. It can compile and run files that are added. */
export interface TestProject {
  /** Compiles every file. Returns the errors; empty when compiling succeeds. */
  readonly compile: (files: Readonly<Record<string, string>>) => Promise<string>;
  /** Runs a file of the folder. Returns its standard output, parsed as JSON. */
  readonly run: (file: string, environment: Readonly<Record<string, string>>) => Promise<unknown>;
}

/** The model of a document given as a file or as an object. */
export function openModel(document: string | object): Model {
  if (typeof document === "string") {
    return buildModel(openDocument(document)).model;
  }
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  return buildModel(openDocument(join(folder, "openapi.json"))).model;
}

/** The client and the types of a document. */
export function emitFiles(
  model: Model,
  options: Pick<EmitContext, "factory" | "values" | "typeOptions"> = {},
): readonly OutputFile[] {
  const context = {
    model,
    command: "specwright generate",
    render: createTemplates(),
    ...generateDefaults,
    ...options,
  };
  return [...emitClient(context).files, ...emitTypes(context).files];
}

/**
 * Writes generated files into a new folder, which is removed when the test has finished.
 *
 * @param options compiler options that are not the usual ones
 * @param packages packages of the repository under the names by which code imports them instead of the usual ones
 */
export function createProject(
  files: readonly OutputFile[],
  options: { readonly lib?: readonly string[] } = {},
  packages: Readonly<Record<string, string>> = {},
): TestProject {
  const root = makeTemporaryFolder();
  const folder = join(root, "project");
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  for (const [name, installed] of Object.entries(packages)) {
    symlinkSync(join(repository, "node_modules", installed), join(folder, "node_modules", name));
  }
  write("package.json", JSON.stringify({ type: "module" }));
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: { ...compilerOptions, ...options },
      include: ["**/*"],
      exclude: ["node_modules"],
    }),
  );
  for (const { path, content } of files) {
    write(path, content);
  }
  return {
    compile: async (more) => {
      for (const [path, content] of Object.entries(more)) {
        write(path, content);
      }
      const tsc = join(repository, "node_modules/typescript/bin/tsc");
      const { stdout } = await execute(process.execPath, [
        tsc,
        "-p",
        folder,
        "--singleThreaded",
      ]).catch((error: { stdout: string }) => error);
      return stdout;
    },
    run: async (file, environment) => {
      const { stdout } = await execute(process.execPath, ["-C", "source", join(folder, file)], {
        env: { ...process.env, ...environment },
      });
      return JSON.parse(stdout);
    },
  };
}

const execute = promisify(execFile);

function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "specwright-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
