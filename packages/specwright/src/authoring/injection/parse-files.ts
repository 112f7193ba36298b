import type { OutputFile } from "../../output-file.ts";
import { findEnding } from "./judge.ts";
import { parseSyntax, type Syntax, type TypeScriptParser } from "./syntax.ts";

/** Parses a file for comparison with the same file of a harmless document. */
export type ParseFile = (file: OutputFile) => Syntax;

/** How the files of a target are parsed. */
export interface Parsers {
  /** The package `typescript`, version 5, for targets that write TypeScript or JavaScript. */
  readonly typescript?: TypeScriptParser;
  /** Parsers of other files by their endings, such as `md` or `bru`. JSON needs none. */
  readonly parsers?: Readonly<Record<string, ParseFile>>;
}

/**
 * Chooses the parser of a file by its ending.
 *
 * @throws Error for an ending without a parser, because such a file could not be judged
 */
export function createFileParser({ typescript, parsers = {} }: Parsers): ParseFile {
  return (file) => {
    const ending = findEnding(file.path);
    const own = parsers[ending] ?? parsers[ending.replace(/^d\./, "")];
    if (own !== undefined) {
      return own(file);
    }
    if (ending === "json") {
      return parseJsonFile(file);
    }
    if (typescript === undefined || !/^(?:d\.)?[cm]?[jt]sx?$/.test(ending)) {
      const fix = /^(?:d\.)?[cm]?[jt]sx?$/.test(ending)
        ? "Pass `typescript`: the package typescript, version 5."
        : `Pass one as \`parsers.${ending}\`.`;
      throw new Error(`There is no parser for ${file.path}. ${fix}`);
    }
    return parseSyntax(`file.${ending}`, file.content, typescript);
  };
}

/**
 * The structure of a value that a parser of another format made, such as YAML or TOML, for `parsers`. Texts and the keys of
 * objects may differ from those of a harmless document, and nothing else.
 *
 * @example
 * ```ts
 * import { describeStructure } from "specwright/target-testing";
 *
 * describeStructure({ a: "b" }).leaves; // => ["a", "b"]
 * ```
 */
export function describeStructure(value: unknown): Syntax {
  const parts: string[] = [];
  const leaves: string[] = [];
  const visit = (part: unknown): void => {
    if (typeof part === "string") {
      parts.push("text");
      leaves.push(part);
    } else if (typeof part === "object" && part !== null) {
      const members = Array.isArray(part) ? part.map((item) => ["", item]) : Object.entries(part);
      parts.push(Array.isArray(part) ? "[" : "{");
      for (const [key, member] of members) {
        leaves.push(...(Array.isArray(part) ? [] : [String(key)]));
        visit(member);
      }
      parts.push("]");
    } else {
      parts.push(String(part));
    }
  };
  visit(value);
  return { shape: parts.join(" "), leaves, imports: [], errors: [] };
}

function parseJsonFile({ content }: OutputFile): Syntax {
  try {
    return describeStructure(JSON.parse(content));
  } catch (error) {
    return { shape: "", leaves: [], imports: [], errors: [`not JSON: ${String(error)}`] };
  }
}
