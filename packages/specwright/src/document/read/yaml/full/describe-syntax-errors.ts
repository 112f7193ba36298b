import type { YAMLError } from "yaml";
import type { TextProblem } from "../../text/text-problem.ts";

/** After so many mistakes, the others are mostly consequences of the first ones. */
const mostErrors = 20;

/** Lines of Go's, Helm's and Jinja's templates, such as `{{- if .Webhooks }}` and `{% for %}`. */
const templateAction =
  /^[ \t]*(\{\{-?[ \t]*(?:if|range|with|else|end|define|template|block)\b.*|\{%.*)$/m;

/**
 * Describes mistakes in the syntax of a YAML text, each with its fix. Of several in one line only the first is
 * described, because the parser then mostly stumbles over the same mistake again. A template of YAML is one mistake.
 */
export function describeSyntaxErrors(text: string, errors: readonly YAMLError[]): TextProblem[] {
  const action = errors.length === 0 ? null : templateAction.exec(text);
  if (action?.[1] !== undefined) {
    return [
      {
        code: "invalid-yaml",
        message: `This is a template of YAML: a line is \`${action[1].trim()}\`.`,
        fix: "Render the template, such as by starting the service that serves it, and use the result.",
        offset: action.index + action[0].indexOf("{"),
      },
    ];
  }
  const lines = new Set<number>();
  return errors.slice(0, mostErrors).flatMap(({ message, pos: [offset] }) => {
    const line = text.lastIndexOf("\n", offset - 1);
    if (lines.has(line)) {
      return [];
    }
    lines.add(line);
    const { problem = message, fix } = explanations.find(({ of }) => of.test(message)) ?? {
      fix: "Correct the syntax at this place.",
    };
    return [
      {
        code: "invalid-yaml",
        message: `This is not valid YAML: ${problem.replace(/\.?$/, ".")}`,
        fix,
        offset,
      },
    ];
  });
}

interface Explanation {
  /** Matches messages of the parser. */
  readonly of: RegExp;
  /** The problem, when the parser names it in the words of its own code. */
  readonly problem?: string;
  readonly fix: string;
}

/** The mistakes that people make. Others keep the parser's message. */
const explanations: readonly Explanation[] = [
  {
    of: /^Missing closing ["']/,
    fix: "Close it, and indent its further lines by more than the line that it begins in.",
  },
  {
    // `title: Pets: the API`, and a key that is indented below a value.
    of: /^Nested mappings are not allowed in compact mappings/,
    problem: "a value is followed by another key",
    fix: "Put quotes around a text that contains `: `, and indent each key like the ones beside it.",
  },
  {
    of: /^Implicit keys need to be on a single line|^Implicit map keys need to be followed/,
    problem: "this line has no `:`",
    fix: "Write `key: value`. The further lines of a long text are indented by more than its key.",
  },
  {
    of: /^All (?:mapping|sequence) items must start at the same column/,
    fix: "Indent this line like the ones beside it.",
  },
  {
    of: /^Flow map in block collection/,
    problem: "a `{` is not closed before this place, or this line is not indented",
    fix: "Close it with `}`, and indent its further lines by more than the line that it begins in.",
  },
  {
    of: /^Flow sequence in block collection/,
    problem: "a `[` is not closed before this place, or this line is not indented",
    fix: "Close it with `]`, and indent its further lines by more than the line that it begins in.",
  },
  { of: /^Tabs are not allowed as indentation/, fix: "Indent with spaces." },
  { of: /^Plain value cannot start with/, fix: "Put quotes around the text." },
  {
    of: /^Invalid escape sequence/,
    fix: "Put the text into single quotes, or write `\\\\` for a backslash.",
  },
  {
    // `'it's'`, and a key that is indented less than the first one.
    of: /^Unexpected scalar at node end/,
    problem: "a text follows a value that has ended",
    fix: "Put quotes around the whole text, with `''` for a `'` inside single quotes, or indent this line like the ones above.",
  },
  {
    of: /^Unexpected block-seq-ind on same line with key/,
    problem: "a list begins on the line of its key",
    fix: "Begin it on the next line.",
  },
  {
    of: /^Source contains multiple documents/,
    problem: "the file has several documents, separated by `---`",
    fix: "Keep one of them.",
  },
];
