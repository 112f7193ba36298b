/**
 * Prints a JSON value as YAML 1.2 in block style, as people write it: multi-line texts as block scalars, and quotes
 * only where they are needed. Every YAML parser reads the same value back. One exception: YAML cannot represent lone
 * surrogates, so they become U+FFFD. (The `yaml` package takes 4.4 s for a document of 10 MB.)
 */
export function printYaml(value: unknown): string {
  const lines = createLines();
  printMember("", value, "", lines);
  return lines.join();
}

/** The lines of a text. */
interface Lines {
  readonly push: (line: string) => void;
  readonly join: () => string;
}

/** Collects lines. V8 needs many times the memory of a text for a million lines of it, so they are joined on the way. */
function createLines(): Lines {
  const texts: string[] = [];
  let lines: string[] = [];
  const join = (): void => {
    texts.push(lines.map((line) => `${line}\n`).join(""));
    lines = [];
  };
  return {
    push(line) {
      if (lines.push(line) >= 10_000) {
        join();
      }
    },
    join() {
      join();
      return texts.join("");
    },
  };
}

/** Prints a value after `before`, the beginning of its line. `indent` is the indentation of the lines inside the value. */
function printMember(before: string, value: unknown, indent: string, lines: Lines): void {
  const separator = before === "" ? "" : " ";
  if (Array.isArray(value) && value.length > 0) {
    printBlock(before, lines);
    for (const element of value) {
      printMember(`${indent}-`, element, `${indent}  `, lines);
    }
  } else if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    printObject(before, value, indent, lines);
  } else if (typeof value === "string" && isBlockText(value)) {
    printText(`${before}${separator}`, value, indent, lines);
  } else {
    lines.push(`${before}${separator}${printScalar(value)}`);
  }
}

function printBlock(before: string, lines: Lines): void {
  if (before !== "") {
    lines.push(before);
  }
}

/** The first member of a list's element is on the line of its dash. */
function printObject(before: string, value: object, indent: string, lines: Lines): void {
  const isElement = before.endsWith("-") && before.length === indent.length - 1;
  if (!isElement) {
    printBlock(before, lines);
  }
  for (const [index, [key, member]] of Object.entries(value).entries()) {
    const start = isElement && index === 0 ? `${before} ` : indent;
    const name = printScalar(key);
    if (name.length > maximumKey) {
      lines.push(`${start}? ${name}`);
      printMember(`${indent}:`, member, `${indent}  `, lines);
    } else {
      printMember(`${start}${name}:`, member, `${indent}  `, lines);
    }
  }
}

/** YAML requires `? ` before longer keys (YAML 1.2.2, section 7.4.2). */
const maximumKey = 1000;

/**
 * Prints a literal block scalar (section 8.1.2), which keeps every line unchanged. Its indicator (`|`, `|-` or `|+`)
 * says how many line breaks follow.
 */
function printText(before: string, text: string, indent: string, lines: Lines): void {
  let end = text.length;
  while (text[end - 1] === "\n") {
    end -= 1;
  }
  const body = text.slice(0, end);
  const breaks = text.length - end;
  lines.push(`${before}|${breaks === 0 ? "-" : breaks === 1 ? "" : "+"}`);
  const inner = indent === "" ? "  " : indent;
  for (const line of body.split("\n")) {
    lines.push(line === "" ? "" : inner + line);
  }
  for (let index = 1; index < breaks; index += 1) {
    lines.push("");
  }
}

/**
 * Returns whether a string has several lines of printable characters. Its first line must not begin with a space, because
 * that would be read as indentation.
 */
function isBlockText(text: string): boolean {
  return text.includes("\n") && /^[^\s]/.test(text) && !unprintable.test(text);
}

function printScalar(value: unknown): string {
  if (typeof value !== "string") {
    return JSON.stringify(value) ?? "null";
  }
  return plain.test(value) && !keyword.test(value)
    ? value
    : JSON.stringify(value.toWellFormed()).replace(
        hidden,
        (match) => `\\u${match.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
}

/**
 * Texts that are safe without quotes. They begin with a letter, `_` or `/`, and contain nothing that would start a
 * comment, end a key, or lose white space.
 */
const plain =
  /^[A-Za-z_/](?:[!-"$-9;-~\u00a1-\u00ac\u00ae-\u0600\u0900-\u167f]|:(?=[!-~])|(?<=[!-~])#| (?=[!-~\u00a1-\u00ac]))*$/;

/** Booleans and nulls of YAML 1.1 and 1.2, and texts that some parsers read as a number. */
const keyword = /^(?:true|false|yes|no|on|off|null|y|n|e[-+]?\d+)$/i;

/**
 * Characters that a block scalar cannot contain, or that are invisible in it: control characters, lone surrogates, and
 * line breaks other than `\n`.
 */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match these characters.
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/u;

const hidden = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
