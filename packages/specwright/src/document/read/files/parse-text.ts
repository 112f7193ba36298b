import { extname } from "node:path";
import { findDuplicateKeysOfJson } from "../json/duplicate-keys.ts";
import { scanJson } from "../json/json-scanner.ts";
import { describeTooDeep, type ParsedText, type TextProblem } from "../text/text-problem.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";

/**
 * Parses JSON with JSON.parse, and everything else as YAML (YAML 1.2, core schema, with merge keys). The text decides,
 * and then the file name, because some files named `.yaml` contain JSON. The value of other kinds of files, such as
 * `.md`, is their text.
 *
 * @param bytes The text in UTF-8, if it is available. Then large texts are read faster.
 */
export function parseFileText(text: string, path: string, bytes?: Buffer): ParsedText {
  const extension = extname(path).toLowerCase();
  const looksLikeJson = /^\s*[{[]/.test(text);
  if (!looksLikeJson && plainExtensions.has(extension)) {
    return { value: text };
  }
  return looksLikeJson || extension === ".json"
    ? parseJson(text, extension)
    : parseYaml(text, undefined, bytes);
}

const plainExtensions: ReadonlySet<string> = new Set([".md", ".markdown", ".txt", ".html"]);

function parseJson(text: string, extension: string): ParsedText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return extension === ".json"
      ? { problems: [describeInvalidJson(text, error)] }
      : parseYaml(text);
  }
  const problems = findDuplicateKeysOfJson(text, value) ?? [describeTooDeep()];
  return problems.length === 0 ? { value, isTree: true, isJson: true } : { problems };
}

function describeInvalidJson(text: string, error: SyntaxError): TextProblem {
  const offset = scanJson(text).mistake ?? text.length;
  const ended = offset >= text.length;
  const [reason] = error.message.split(/,? (?:\.\.\.)?"| in JSON/);
  return {
    code: "invalid-json",
    message: ended ? "The JSON ends before it is complete." : `This is not valid JSON: ${reason}.`,
    fix: "Correct the syntax at this place.",
    offset,
  };
}
