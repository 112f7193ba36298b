import { createRequire } from "node:module";
import { describeTooDeep, type ParsedText, type TextProblem } from "../../text/text-problem.ts";
import { movePlaces, type Places } from "../places.ts";
import { describeSyntaxErrors } from "./describe-syntax-errors.ts";
import { isFlowTooDeep } from "./flow-depth.ts";
import { parseMended } from "./mend-yaml.ts";
import { nodesToValue } from "./nodes-to-value.ts";

/** Reads any YAML with the `yaml` package, and reports the mistakes, one for each line. */
export function readFullYaml(text: string, places?: Places): ParsedText {
  places?.members.clear();
  // Loading the package takes 30 ms, so it is loaded only when a document needs it.
  const yaml = createRequire(import.meta.url)("yaml") as typeof import("yaml");
  try {
    return isFlowTooDeep(text, yaml) ? { problems: [describeTooDeep()] } : read(text, yaml, places);
  } catch (error) {
    if (error instanceof RangeError) {
      // The parser and the walk over its nodes are recursive, so deep nesting exhausts the call stack.
      return { problems: [describeTooDeep()] };
    }
    throw error;
  }
}

function read(text: string, yaml: typeof import("yaml"), places: Places | undefined): ParsedText {
  const mended = withoutStacks(() =>
    parseMended(text, (text) => yaml.parseDocument(text, options)),
  );
  if (mended.errors.some(({ message }) => message.includes("call stack"))) {
    return { problems: [describeTooDeep()] };
  }
  const { value, isTree, problems: ofNodes } = nodesToValue(mended.document.contents, yaml, places);
  const ofSyntax = describeSyntaxErrors(mended.text, mended.errors);
  // After a syntax error, anchors may be missing, so problems of nodes may be false. Duplicate keys are always real.
  const problems = [
    ...ofSyntax,
    ...ofNodes.filter(({ code }) => ofSyntax.length === 0 || code === "duplicate-key"),
  ];
  const { warnings, originalOffset } = mended;
  if (problems.length > 0) {
    return { problems: problems.map((problem) => withOffset(problem, originalOffset)) };
  }
  if (places !== undefined) {
    movePlaces(places, originalOffset);
  }
  return warnings.length === 0 ? { value, isTree } : { value, isTree, warnings };
}

const options = {
  prettyErrors: false,
  logLevel: "error",
  // The parser's own search for duplicate keys takes quadratic time.
  uniqueKeys: false,
  // Documents contain only values of JSON: `!!timestamp` and `!!binary` are read as texts.
  resolveKnownTags: false,
} as const;

function withOffset(problem: TextProblem, of: (offset: number) => number): TextProblem {
  return problem.offset === undefined ? problem : { ...problem, offset: of(problem.offset) };
}

/**
 * Runs work without recording stack traces. The parser creates an error for each of possibly many mistakes, and their
 * stack traces are never used.
 */
function withoutStacks<Result>(work: () => Result): Result {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
