/** A piece of a source file that a person reads. */
export interface Piece {
  readonly kind: "comment" | "string";
  readonly text: string;
  /** Counted from 0, in characters of the file. */
  readonly offset: number;
}

/** Matches code after which a slash begins a regular expression. After other code a slash divides. */
const beforeRegex =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|await|yield))\s*$/;

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const regex = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/**
 * The comments and strings of a TypeScript or JavaScript file, in order. A template's text does not include its `${…}`
 * values. Strings inside these are separate pieces.
 */
export function scanCode(code: string): Piece[] {
  const pieces: Piece[] = [];
  scan(code, 0, false, pieces);
  return pieces.toSorted((a, b) => a.offset - b.offset);
}

/** Scans up to the end, or to the brace that closes the value of a template; @returns the index after it */
function scan(code: string, from: number, inTemplate: boolean, pieces: Piece[]): number {
  let depth = 0;
  let at = from;
  while (at < code.length) {
    const character = code[at];
    const found = match(code, at, from);
    if (found !== undefined) {
      if (found.kind !== "regex") {
        pieces.push({ kind: found.kind, text: found.text, offset: at });
      }
      at += found.text.length;
      continue;
    }
    if (character === "`") {
      at = scanTemplate(code, at, pieces);
      continue;
    }
    depth += character === "{" ? 1 : character === "}" ? -1 : 0;
    at += 1;
    if (inTemplate && depth < 0) {
      return at;
    }
  }
  return at;
}

interface Match {
  readonly kind: Piece["kind"] | "regex";
  readonly text: string;
}

function match(code: string, at: number, from: number): Match | undefined {
  const attempt = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(code)?.[0];
  };
  const character = code[at];
  if (character === '"' || character === "'") {
    const text = attempt(quoted);
    return text === undefined ? undefined : { kind: "string", text };
  }
  if (character !== "/") {
    return undefined;
  }
  const text = attempt(comment);
  if (text !== undefined) {
    return { kind: "comment", text };
  }
  if (!beforeRegex.test(code.slice(Math.max(from, at - 40), at))) {
    return undefined;
  }
  const expression = attempt(regex);
  return expression === undefined ? undefined : { kind: "regex", text: expression };
}

/** Scans a template; @returns the index after it */
function scanTemplate(code: string, start: number, pieces: Piece[]): number {
  let text = "`";
  let at = start + 1;
  while (at < code.length && code[at] !== "`") {
    if (code[at] === "\\") {
      text += code.slice(at, at + 2);
      at += 2;
    } else if (code.startsWith("${", at)) {
      const end = scan(code, at + 2, true, pieces);
      // A replacement of the same length, so that later line numbers are correct.
      text += code.slice(at, end).replace(/[^\n]/g, "…");
      at = end;
    } else {
      text += code[at];
      at += 1;
    }
  }
  pieces.push({ kind: "string", text: `${text}\``, offset: start });
  return at + 1;
}
