import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  type Diagnostic,
  DiagnosticError,
  findSlowPatterns,
  loadModel,
  type Model,
} from "specwright";
import { isMap, LineCounter, parse, parseDocument } from "yaml";
import type { $ZodIssue } from "zod/v4/core";
import { joinPointer } from "../json-pointer.ts";
import type { ToolkitFormat } from "./document-format.ts";
import { toolkitFormat, versionPattern } from "./document-schemas.ts";

/** A toolkit document after reading: specwright's model, and the platform's own fields. */
export interface ToolkitDocument {
  /** The file's path, for messages. */
  readonly path: string;
  readonly model: Model;
  readonly format: ToolkitFormat;
  /** `info.version`, such as `20251120_00`. */
  readonly version: string;
  /** Adds the line and column to a diagnostic that has a pointer. */
  locate(diagnostic: Diagnostic): Diagnostic;
}

/**
 * specwright guesses at some mistakes and reads the document anyway. Toolkits are executed, so such guesses are
 * errors here; other warnings stay warnings.
 */
function withoutGuesses(problem: Diagnostic, isImport: boolean): Diagnostic {
  // `prepareImport` has already reported the guesses of an import and removed its slow patterns.
  const isError = isImport ? problem.code === "slow-pattern" : guesses.has(problem.code);
  return isError ? { ...problem, severity: "error" } : problem;
}

/** Codes of warnings about guesses of specwright. */
export const guesses: ReadonlySet<string> = new Set([
  "duplicate-operation-id",
  "duplicate-parameter",
  "invalid-parameter",
  "invalid-schema",
  "invalid-security-scheme",
  "invalid-status",
  "invalid-structure",
  "loose-yaml",
  "missing-path-parameter",
  "reference-past-file",
  "reference-past-root",
  // All projects share one process, which matches arguments and responses against the patterns.
  "slow-pattern",
  "unknown-security-scheme",
]);

/** The document, or all of its problems. */
export type ReadDocument =
  | { readonly document: ToolkitDocument; readonly problems: readonly Diagnostic[] }
  | { readonly document?: undefined; readonly problems: readonly Diagnostic[] };

/**
 * Reads a toolkit document. specwright reads the OpenAPI; this folder reads `x-platform-toolkit` at its root. All
 * problems are returned together, and a document may come with warnings.
 *
 * @param path the file to read; when `text` is given, a name for messages that ends in `.json` or `.yaml`
 * @param text the document, when it is not in a file
 * @param isImport true when `prepareImport` made the text and has reported specwright's guesses
 */
export function readToolkitDocument(
  path: string,
  text?: string | Uint8Array,
  isImport = false,
): ReadDocument {
  let loaded: ReturnType<typeof loadModel>;
  try {
    loaded = loadModel(path, text === undefined ? {} : useGivenText(path, text));
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return { problems: error.diagnostics };
    }
    throw error;
  }
  const { model, diagnostics } = loaded;
  const problems: Diagnostic[] = [...diagnostics, ...findSlowPatterns(model)].map((each) =>
    withoutGuesses(each, isImport),
  );
  if (diagnostics.some(({ code }) => code === "loose-yaml")) {
    return { problems };
  }
  const { root, locate: locateInText } = readRoot(path, text);
  // The text of an import is ours and not the sender's, so its lines say nothing. Warnings are not shown, and finding
  // the places of 650 took 10 s of the import of a document of 3.6 MB.
  const locate = isImport ? (problem: Diagnostic): Diagnostic => problem : locateInText;
  if (!versionPattern.test(model.info.version)) {
    const message = `\`info.version\` is ${JSON.stringify(model.info.version)}, which is not a toolkit version.`;
    problems.push(
      describeProblem(path, "/info/version", message, "Write one such as `20251120_00`."),
    );
  }
  problems.push(...checkFirstServer(path, model));
  const format = toolkitFormat.safeParse(root["x-platform-toolkit"]);
  if (!format.success) {
    problems.push(...reportFormatProblems(format.error.issues, path, ["x-platform-toolkit"]));
  }
  const located = problems.map(locate);
  return format.success && !located.some(({ severity }) => severity === "error")
    ? {
        document: { path, model, format: format.data, version: model.info.version, locate },
        problems: located,
      }
    : { problems: located };
}

/** The address of the first server is shown as `base_url`, and every tool is called there. */
function checkFirstServer(path: string, { servers }: Model): readonly Diagnostic[] {
  const url = servers[0]?.url ?? "";
  if (!/^https?:\/\//.test(url)) {
    const fix = "Write the address of the application's API, beginning with https://.";
    return [describeProblem(path, "/servers", "The first server is not an absolute URL.", fix)];
  }
  if (/^https?:\/\/[^/?#]*@/.test(url)) {
    const message = "The address of the first server has a user name or a password.";
    const fix =
      "Remove it, and describe how the application is signed in to in `components.securitySchemes`.";
    return [describeProblem(path, "/servers", message, fix)];
  }
  return [];
}

/**
 * Options for a document that is not on disk. References to other files are refused: a project's document could
 * otherwise read files of the working folder, such as the embedded master keys.
 */
export function useGivenText(
  path: string,
  text: string | Uint8Array,
): { readonly given: ReadonlyMap<string, Uint8Array>; readonly givenOnly: true } {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return { given: new Map([[resolve(path), bytes]]), givenOnly: true };
}

/** An error in a document. */
export function describeProblem(
  file: string,
  pointer: string,
  message: string,
  fix: string,
): Diagnostic {
  return { severity: "error", code: "invalid-toolkit", message, fix, file, pointer };
}

/** Converts Zod's issues with `x-platform-*` fields to diagnostics with their places. */
export function reportFormatProblems(
  issues: readonly $ZodIssue[],
  file: string,
  place: readonly string[],
): readonly Diagnostic[] {
  return issues.map((issue) => {
    const path = [...place, ...issue.path.map(String)];
    const pointer = joinPointer(path);
    const name = path.slice(place.length > 1 ? place.length : 0).join(".");
    const message = `\`${name || path.join(".")}\`: ${writeInWords(issue.message)}.`;
    return describeProblem(file, pointer, message, "See packages/platform/toolkits/README.md.");
  });
}

/** Rewords Zod's message about a type, which names the types of JavaScript. Our own messages stay. */
function writeInWords(message: string): string {
  const [, expected, received] =
    /^Invalid input: expected ([^,]+), received ([^,]+)$/.exec(message) ?? [];
  if (expected === undefined) {
    return message;
  }
  return received === "undefined"
    ? `is missing, and has to be of the type ${expected}`
    : `has to be of the type ${expected}, not ${received}`;
}

/** Parses a document that specwright has already read, so it cannot fail. */
export function readRoot(
  path: string,
  given: string | Uint8Array | undefined,
): {
  readonly root: Readonly<Record<string, unknown>>;
  readonly locate: ToolkitDocument["locate"];
} {
  const bytes = given ?? readFileSync(path);
  const text = typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
  // specwright refuses documents with a root that is not an object.
  const root = (path.endsWith(".json") ? JSON.parse(text) : parse(text)) as Readonly<
    Record<string, unknown>
  >;
  let locator: ReturnType<typeof createLocator> | undefined;
  return {
    root,
    locate(diagnostic) {
      if (diagnostic.pointer === undefined || diagnostic.line !== undefined) {
        return diagnostic;
      }
      // Computing places takes several times as long as reading, and only problems need them.
      locator ??= createLocator(text);
      return { ...diagnostic, ...locator(diagnostic.pointer) };
    },
  };
}

function createLocator(text: string): (pointer: string) => { line?: number; column?: number } {
  const lines = new LineCounter();
  // Keys were checked before, and this parser compares each key of a map with all others.
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  return (pointer) => {
    const { line, col } = lines.linePos(findOffset(contents, pointer));
    return { line, column: col };
  };
}

/** The offset of the value at a pointer. When the value does not exist, that of the nearest existing parent. */
function findOffset(contents: unknown, pointer: string): number {
  let node = contents;
  let offset = 0;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    const next: unknown = hasGet(node) ? node.get(key, true) : undefined;
    if (next === undefined) {
      break;
    }
    const pair = isMap(node) ? node.items.find((item) => String(item.key) === key)?.key : next;
    offset = readRangeStart(pair) ?? readRangeStart(next) ?? offset;
    node = next;
  }
  return offset;
}

function hasGet(node: unknown): node is { get(key: unknown, keepScalar: true): unknown } {
  return typeof node === "object" && node !== null && "get" in node;
}

function readRangeStart(node: unknown): number | undefined {
  const range = typeof node === "object" && node !== null && "range" in node ? node.range : null;
  return Array.isArray(range) && typeof range[0] === "number" ? range[0] : undefined;
}
