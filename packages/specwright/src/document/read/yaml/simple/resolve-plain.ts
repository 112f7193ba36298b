/**
 * The value of a plain scalar by the core schema (YAML 1.2.2, section 10.3.2): null, a boolean or a number if the text
 * has that form, otherwise the text.
 */
export function resolvePlain(text: string): unknown {
  const code = text.charCodeAt(0);
  // This check comes first: nearly all scalars begin with a character that cannot begin a number.
  if (code > nine) {
    return text.length <= longestWord && words.has(text) ? words.get(text) : text;
  }
  return resolveNumber(text);
}

const nine = 0x39;

const words: ReadonlyMap<string, boolean | null> = new Map([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

const longestWord = 5;

function resolveNumber(text: string): number | string {
  if (/^[-+]?\d+$/.test(text)) {
    return Number.parseInt(text, 10);
  }
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text)) {
    return Number.parseFloat(text);
  }
  if (/^0(?:o[0-7]+|x[\da-fA-F]+)$/.test(text)) {
    return Number.parseInt(text.slice(2), text.startsWith("0o") ? 8 : 16);
  }
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) {
    return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return /^\.(?:nan|NaN|NAN)$/.test(text) ? Number.NaN : text;
}
