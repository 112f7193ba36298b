/** The parts of a form or simple list. In a loop: V8's `split` takes more than twice as long for the usual few items. */
export function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf(","); at !== -1; at = text.indexOf(",", start)) {
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  parts.push(text.slice(start));
  return parts;
}

/** The parts of a form or simple list in which encoded commas separate too. */
export function splitAtEncodedCommas(text: string): readonly string[] {
  return text.includes("%") ? text.split(/%2C|,/i) : splitAtCommas(text);
}

/** The parts of a space-delimited list: the query has each space in one of its encoded forms. */
export function splitAtSpaces(text: string): readonly string[] {
  return text.split(/%20|\+| /);
}

/** The parts of a pipe-delimited list: the pipe may stand encoded or, against RFC 3986, as it is. */
export function splitAtPipes(text: string): readonly string[] {
  return text.split(/%7C|\|/i);
}

/** The parts of an exploded label. */
export function splitAtDots(text: string): readonly string[] {
  return text.split(".");
}

/**
 * The items of a header, without the optional white space around the commas (RFC 9110, section 5.6.1). As part of the
 * delimiter the white space would make a regular expression quadratic on a long row of spaces.
 */
export function splitField(text: string): readonly string[] {
  const parts = splitAtCommas(text);
  const last = parts.length - 1;
  return last === 0 ? parts : parts.map((part, index) => trimBlanks(part, index > 0, index < last));
}

/** Spaces and tabs; `trim` would take more than RFC 9110 means. */
function trimBlanks(text: string, before: boolean, after: boolean): string {
  let start = 0;
  let end = text.length;
  while (before && start < end && isBlank(text.charCodeAt(start))) {
    start++;
  }
  while (after && end > start && isBlank(text.charCodeAt(end - 1))) {
    end--;
  }
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
