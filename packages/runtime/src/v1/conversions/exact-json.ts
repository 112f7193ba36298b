/**
 * JSON with the numbers that a double cannot hold: integers beyond 2^53 and decimals as they are written.
 *
 * `JSON.parse` rounds them, so their texts are kept beside the parsed value: by the object or list that has the number,
 * and its key. The value itself is what `JSON.parse` returns, and validators judge it as always. The scan works in
 * every engine, so `context.source` of `JSON.parse` is not needed. Writing uses `JSON.rawJSON`, which Node 20 and older
 * browsers lack; this is the only file that knows both.
 */

/** The texts of numbers by their key, for each object and list that has some. */
const texts = new WeakMap<object, Map<string, string>>();

/** Nobody who sends JSON can guess this word, so no text that was sent begins with it. */
let word: string | undefined;

function chooseWord(): string {
  word ??= [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  return `${word}:`;
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * `JSON.parse` that keeps the texts of numbers which are not the usual text of a double.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseExactly(text: string): unknown {
  const start = chooseWord();
  let found = false;
  const marked = text.replace(stringOrNumber, (token) => {
    if (token.startsWith('"') || String(Number(token)) === token || !isNumber(token)) {
      return token;
    }
    found = true;
    return `"${start}${token}"`;
  });
  if (!found) {
    return JSON.parse(text);
  }
  return JSON.parse(marked, function (this: object, key, value: unknown) {
    if (typeof value !== "string" || !value.startsWith(start)) {
      return value;
    }
    const written = value.slice(start.length);
    keepNumber(this, key, written);
    return Number(written);
  });
}

/** The grammar of RFC 8259, section 6. Anything else is left for `JSON.parse` to refuse. */
function isNumber(token: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token);
}

/** Keeps the text of a number that an object or a list has under a key. */
export function keepNumber(owner: object, key: string, text: string): void {
  const known = texts.get(owner) ?? new Map<string, string>();
  texts.set(owner, known.set(key, text));
}

/** The text of a number, as conversions get it: a plain text could be taken for a string that was sent. */
export class NumberText {
  /** It is not an object of JSON, so conversions of objects pass it on. */
  readonly [Symbol.toStringTag]: string = "NumberText";
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A member or an item as conversions get it: the text of a number that is not the usual text of its double. */
export function readExactly(owner: object, key: string): unknown {
  const text = texts.get(owner)?.get(key);
  // Every key of an object or a list is a string.
  return text === undefined ? (owner as Record<string, unknown>)[key] : new NumberText(text);
}

/** ECMAScript proposal "JSON.parse source text access"; the declarations of TypeScript lack it. */
const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };

/** True while `stringifyExactly` replaces what an engine without `JSON.rawJSON` cannot write. */
let replaces = false;

/**
 * A number that JSON has as this text.
 *
 * @throws TypeError when `JSON.stringify` writes it in an engine without `JSON.rawJSON`, instead of rounding it
 */
export class ExactNumber {
  /** As of NumberText. */
  readonly [Symbol.toStringTag]: string = "ExactNumber";
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): unknown {
    if (rawJSON !== undefined) {
      return rawJSON(this.#text);
    }
    if (!replaces) {
      throw new TypeError(`${this.#text} can only be written exactly here by Node 22 or later.`);
    }
    return `${chooseWord()}${this.#text}`;
  }
}

/**
 * `JSON.stringify` that writes the text of each ExactNumber, in every engine.
 *
 * @param replace as in `JSON.stringify`
 */
export function stringifyExactly(
  value: unknown,
  replace?: (key: string, value: unknown) => unknown,
  space?: number,
): string {
  replaces = true;
  try {
    const text = JSON.stringify(value, replace, space);
    return rawJSON !== undefined || text === undefined
      ? text
      : text.replaceAll(new RegExp(`"${chooseWord()}([^"]*)"`, "g"), "$1");
  } finally {
    replaces = false;
  }
}

/** The JSON of a value as programs see it, such as an answer with dates. A bigint is a number with all its digits. */
export function stringifyConverted(value: unknown, space?: number): string {
  const replace = (_key: string, member: unknown): unknown =>
    typeof member === "bigint" ? new ExactNumber(String(member)).toJSON() : member;
  return stringifyExactly(value, replace, space);
}
