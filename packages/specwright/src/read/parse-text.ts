import { createRequire } from "node:module";
import { extname } from "node:path";
import { duplicateKey, duplicateKeysOfJson } from "./duplicate-keys.ts";
import { scanJson } from "./json-scanner.ts";
import { maximumAliases, maximumDepth, maximumYamlBytes } from "./limits.ts";
import { parseMended } from "./mend-yaml.ts";
import { isFlowDeeperThan, wrongAliases } from "./yaml-limits.ts";

/** A mistake in the text of one file. */
export interface TextProblem {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** Where in the text. */
  readonly offset?: number;
  /** The place of the value, where the text itself is well-formed. */
  readonly pointer?: string;
}

/** The value of a text, or every mistake in it. */
export type ParsedText =
  | {
      readonly value: unknown;
      /** True when no value stands in it twice, as aliases of YAML make them. */
      readonly isTree?: boolean;
      /** Mistakes with one sensible reading. */
      readonly warnings?: readonly TextProblem[];
    }
  | { readonly problems: readonly TextProblem[] };

/**
 * Parses JSON by JSON.parse, everything else by the YAML parser (YAML 1.2, core schema). What a file is follows from its
 * text first, because JSON is named `.yaml` now and then. Files of other kinds, such as `.md`, are their text.
 */
export function parseText(text: string, path: string): ParsedText {
  const extension = extname(path).toLowerCase();
  const looksLikeJson = /^\s*[{[]/.test(text);
  if (!looksLikeJson && plainExtensions.has(extension)) {
    return { value: text };
  }
  try {
    return looksLikeJson || extension === ".json" ? parseJson(text, extension) : parseYaml(text);
  } catch (error) {
    if (error instanceof RangeError) {
      // The YAML parser recurses, and so the call stack is its limit of depth.
      return { problems: [tooDeep()] };
    }
    throw error;
  }
}

const plainExtensions: ReadonlySet<string> = new Set([".md", ".markdown", ".txt", ".html"]);

function parseJson(text: string, extension: string): ParsedText {
  try {
    const value: unknown = JSON.parse(text);
    const problems = duplicateKeysOfJson(text, value) ?? [tooDeep()];
    return problems.length === 0 ? { value, isTree: true } : { problems };
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return extension === ".json" ? { problems: [invalidJson(text, error)] } : parseYaml(text);
  }
}

function invalidJson(text: string, error: SyntaxError): TextProblem {
  const offset = scanJson(text).mistake ?? text.length;
  const ended = offset >= text.length;
  const [reason] = error.message.split(/,? (?:\.\.\.)?"| in JSON/);
  return {
    code: "invalid-json",
    message: ended ? "The JSON ends before it is complete." : `This is not valid JSON: ${reason}.`,
    fix: "Mend the syntax at this place.",
    offset,
  };
}

function parseYaml(text: string): ParsedText {
  if (text.length > maximumYamlBytes) {
    return { problems: [tooLarge()] };
  }
  // Loaded when a document is YAML only, which takes 30 ms.
  const yaml = createRequire(import.meta.url)("yaml") as typeof import("yaml");
  if (mayBeDeep(text) && isFlowDeeperThan(maximumDepth, text, yaml)) {
    return { problems: [tooDeep()] };
  }
  // The parser's own search for duplicate keys takes quadratic time.
  const options = { prettyErrors: false, logLevel: "error", uniqueKeys: false } as const;
  const { document, errors, warnings, originalOffset } = withoutStacks(() =>
    parseMended(text, (text) => yaml.parseDocument(text, options)),
  );
  if (errors.some(({ message }) => message.includes("call stack"))) {
    return { problems: [tooDeep()] };
  }
  const problems: TextProblem[] = errors.map(({ message, pos }) => ({
    code: "invalid-yaml",
    message: `This is not valid YAML: ${message.replace(/\.?$/, ".")}`,
    fix: /^Missing closing ["']/.test(message)
      ? "Close it, and indent its further lines by more than the line that it begins in."
      : "Mend the syntax at this place.",
    offset: pos[0],
  }));
  const all = [...problems, ...duplicateKeys(document.contents, yaml)];
  if (all.length > 0) {
    return { problems: all.map((problem) => withOffset(problem, originalOffset)) };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: maximumAliases });
    // The sign of every alias; where there is none, nothing can be repeated.
    const wrong = text.includes("*") ? wrongAliases(value) : undefined;
    const parsed = wrong === undefined ? checkDepth(value) : { problems: [invalidAlias(wrong)] };
    return warnings.length === 0 || "problems" in parsed ? parsed : { ...parsed, warnings };
  } catch (error) {
    if (error instanceof ReferenceError) {
      // Thrown for aliases that expand without end, and for aliases without an anchor.
      return { problems: [invalidAlias(error.message)] };
    }
    throw error;
  }
}

function withOffset(problem: TextProblem, of: (offset: number) => number): TextProblem {
  return problem.offset === undefined ? problem : { ...problem, offset: of(problem.offset) };
}

/** The parser makes an error for each mistake, of which there may be many, and nobody looks at where it made them. */
function withoutStacks<Result>(work: () => Result): Result {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function duplicateKeys(contents: unknown, yaml: typeof import("yaml")): TextProblem[] {
  const problems: TextProblem[] = [];
  const stack: unknown[] = [contents];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const keys = new Set<string>();
    for (const item of yaml.isCollection(node) ? node.items : []) {
      stack.push(yaml.isPair(item) ? item.value : item);
      const key = yaml.isPair(item) && yaml.isScalar(item.key) ? item.key : undefined;
      const name = String(key?.value);
      if (key?.range != null && keys.has(name)) {
        problems.push(duplicateKey(name, key.range[0]));
      }
      if (key !== undefined) {
        keys.add(name);
      }
    }
  }
  return problems.sort((left, right) => (left.offset ?? 0) - (right.offset ?? 0));
}

function invalidAlias(reason: string): TextProblem {
  return {
    code: "invalid-yaml",
    message: `The aliases of this YAML cannot be used: ${reason}.`,
    fix: "Write the values out, or refer to them by `$ref`.",
  };
}

/** A quick answer by brackets alone, which may stand in strings too: only a yes needs a closer look. */
export function mayBeDeep(text: string, maximum: number = maximumDepth): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index) | 0x20;
    if (code === 0x7b) {
      depth += 1;
      if (depth > maximum) {
        return true;
      }
    } else if (code === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

/** Walks with a stack of its own, and no value twice: YAML's aliases share values, and may even make circles. */
function checkDepth(value: unknown): ParsedText {
  const seen = new Set<unknown>();
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    if (entry.depth > maximumDepth) {
      return { problems: [tooDeep()] };
    }
    if (typeof entry.value === "object" && entry.value !== null && !seen.has(entry.value)) {
      seen.add(entry.value);
      for (const child of Object.values(entry.value)) {
        stack.push({ value: child, depth: entry.depth + 1 });
      }
    }
  }
  return { value };
}

function tooLarge(): TextProblem {
  return {
    code: "file-too-large",
    message: `The YAML is larger than ${maximumYamlBytes / 1024 / 1024} MB.`,
    fix: "Convert it to JSON, which is read with far less memory, or split the document.",
  };
}

function tooDeep(): TextProblem {
  return {
    code: "nested-too-deeply",
    message: `Values are nested more than ${maximumDepth} levels deep.`,
    fix: "Move inner parts to components and refer to them by `$ref`.",
  };
}
