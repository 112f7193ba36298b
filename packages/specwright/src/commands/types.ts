import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pick } from "../defined.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { showFilePath } from "../document/read/files/load-file.ts";
import { withoutLinks } from "../document/read/files/without-links.ts";
import { createTemplates } from "../emit/shared/print/templates.ts";
import type { TypeOptions } from "../emit/shared/typescript/type-options.ts";
import { renderTypes } from "../emit/types/render-types.ts";
import { replaceFile } from "../write/whole-file.ts";
import { type DocumentInput, isDocument, resolveInput } from "./load/document-input.ts";
import { guardDepth } from "./load/guard-depth.ts";
import { loadInput } from "./load/load-model.ts";
import { refuseSource } from "./output/refuse-source.ts";
import { buildPortableCommand } from "./settings/portable-command.ts";
import { readSettings } from "./settings/settings.ts";
import { listTypesFlags } from "./settings/types-switches.ts";

/** The types to print, and the file to write. Paths are relative to `folder`. */
export interface TypesOptions
  extends Omit<TypeOptions, "declarationFile" | "likeOpenapiTypescript">,
    DocumentInput {
  /** The file to write. Without it, no file is written. */
  readonly output?: string;
  /** Compares with the file without writing it. */
  readonly check?: boolean;
}

/** The types of a document. */
export interface TypesResult {
  /** The text of the declaration file. */
  readonly text: string;
  /** True when the file already had this text. */
  readonly isUpToDate: boolean;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The types of a document, as a replacement for `openapi-typescript <document> -o <file>`.
 *
 * @throws DiagnosticError with every problem of the document. No file is written then.
 * @example
 * ```ts
 * import { types } from "specwright";
 *
 * const { text } = types({ document: "openapi.yaml", output: "src/api.d.ts" });
 * console.log(text.length);
 * ```
 */
export function types(options: TypesOptions): TypesResult {
  const input = resolveInput(options);
  const output = options.output === undefined ? undefined : resolve(input.folder, options.output);
  const outputs = output === undefined ? {} : { "-o": withoutLinks(output) };
  const named = buildPortableCommand(
    "types",
    input.name,
    outputs,
    pick(input, readSettings),
    listTypesFlags(options),
  );
  const source = isDocument(options.document) ? input.name : named.source;
  const command = isProgram(options) ? program : named.command;
  const { model, files, diagnostics } = loadInput(input, { source, tolerated });
  if (output !== undefined) {
    refuseSource(output, files);
  }
  const text = guardDepth(source, () =>
    renderTypes(
      { model, command, render: createTemplates() },
      {
        ...options,
        declarationFile: output?.endsWith(".d.ts") === true,
        likeOpenapiTypescript: true,
      },
    ),
  );
  const isUpToDate =
    output !== undefined && existsSync(output) && readFileSync(output, "utf8") === text;
  if (output !== undefined && !isUpToDate && options.check !== true) {
    replaceFile(output, text);
  }
  const reported = diagnostics.filter(
    ({ code }) => options.generatePathParams !== true || code !== "missing-path-parameter",
  );
  return {
    text,
    isUpToDate,
    diagnostics: [...reported, ...warnOfValuesInDeclarations(output, text)],
  };
}

/** Returns whether some option can only come from a program, not from the command line. */
function isProgram({ document, inject, transform }: TypesOptions): boolean {
  return isDocument(document) || inject !== undefined || transform !== undefined;
}

const program = "run the program that calls `types()` of specwright";

/** Codes of mistakes that only matter to other targets. openapi-typescript accepts such documents. */
const tolerated = ["missing-path-parameter", "invalid-status", "unknown-style"];

/** Warns about values in a declaration file: it promises values, but no module defines them. */
function warnOfValuesInDeclarations(
  output: string | undefined,
  text: string,
): readonly Diagnostic[] {
  const [, kind] = /^export (enum|const) /m.exec(text) ?? [];
  if (output?.endsWith(".d.ts") !== true || kind === undefined) {
    return [];
  }
  return [
    {
      severity: "warning",
      code: "values-in-declarations",
      message: `An exported ${kind === "enum" ? "enum" : "constant"} in a declaration file has no value at run time.`,
      fix: "Write to a file that ends with `.ts`.",
      file: showFilePath(output, process.cwd()),
    },
  ];
}
