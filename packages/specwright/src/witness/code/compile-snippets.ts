import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../output-file.ts";
import { type Compiler, findRuntimeFolder } from "./find-compiler.ts";
import type { Snippet } from "./snippet.ts";

/** The generated declarations of a document. */
export type Declarations = readonly Pick<OutputFile, "path" | "content">[];

/** The compiler's first message about a snippet with each document's declarations. Undefined where it compiles. */
export interface Compiled {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Compiles each snippet against the declarations of both documents, in one run of the compiler.
 *
 * @returns the results in the order of the snippets; none when the compiler did not run
 */
export function compileSnippets(
  snippets: readonly Snippet[],
  declarations: { readonly before: Declarations; readonly after: Declarations },
  { command }: Compiler,
): readonly Compiled[] {
  const folder = mkdtempSync(join(tmpdir(), "specwright-code-"));
  try {
    for (const side of ["before", "after"] as const) {
      for (const { path, content } of declarations[side]) {
        write(join(folder, side, path), content);
      }
      for (const [index, snippet] of snippets.entries()) {
        write(join(folder, side, `${index}.ts`), printModule(snippet));
      }
    }
    write(join(folder, "package.json"), '{"type":"module"}');
    write(join(folder, "tsconfig.json"), JSON.stringify(createSettings(folder)));
    const { stdout, error } = spawnSync(
      process.execPath,
      [command, "-p", folder, "--pretty", "false"],
      { cwd: folder, encoding: "utf8", maxBuffer: 1e8 },
    );
    const messages = readMessages(stdout ?? "");
    return error === undefined
      ? snippets.map((_, index) => ({
          before: messages.get(`before/${index}.ts`),
          after: messages.get(`after/${index}.ts`),
        }))
      : [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function printModule({ client = [], types = [], given = [], code }: Snippet): string {
  return [
    ...(client.length === 0
      ? []
      : [
          `import { ${client.join(", ")} } from "./client/index.js";`,
          'import type { Transport } from "@specwright/runtime/v1/client";',
        ]),
    ...(types.length === 0 ? [] : [`import type { ${types.join(", ")} } from "./types/index.js";`]),
    "export {};",
    ...given,
    code,
    "",
  ].join("\n");
}

/** The settings, with the runtime's types linked into the folder. */
function createSettings(folder: string): object {
  const runtime = findRuntimeFolder();
  const isBuilt = runtime !== undefined && existsSync(join(runtime, "dist/v1/client.d.ts"));
  if (runtime !== undefined) {
    mkdirSync(join(folder, "node_modules/@specwright"), { recursive: true });
    symlinkSync(runtime, join(folder, "node_modules/@specwright/runtime"), "junction");
  }
  return {
    compilerOptions: {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
      ...{
        module: "nodenext",
        target: "es2022",
        lib: ["esnext", "dom", "dom.iterable"],
      },
      // A checkout of specwright may not be built.
      ...(isBuilt ? {} : { customConditions: ["source"], allowImportingTsExtensions: true }),
    },
    include: ["before/*.ts", "after/*.ts"],
  };
}

/** The first message of each file, without its code. */
function readMessages(output: string): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  for (const [, file = "", message = ""] of output.matchAll(
    /^(\S+\.ts)\(\d+,\d+\): error TS\d+: (.*)$/gm,
  )) {
    messages.set(file, messages.get(file) ?? message.trim());
  }
  return messages;
}
