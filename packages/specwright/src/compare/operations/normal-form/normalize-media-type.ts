/**
 * A media type in the form in which it is compared: in lower case, with its parameters in the order of their names and
 * without quotes that need not be there (RFC 9110, section 8.3.1). Only values of parameters other than `charset` keep
 * their case.
 */
export function normalizeMediaType(written: string): string {
  if (isPlain.test(written)) {
    return written;
  }
  const { essence, parameters } = readMediaType(written);
  return [essence, ...[...parameters].toSorted().map(([name, value]) => `${name}=${value}`)].join(
    ";",
  );
}

/** A shortcut: nearly every media type is written in lower case and without parameters. */
const isPlain = /^[a-z0-9.+*/-]+$/;

/** A media type and its parameters by name. */
export interface ReadMediaType {
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads a media type. Names and charsets are in lower case. */
export function readMediaType(written: string): ReadMediaType {
  const [essence = "", ...rest] = written.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const equals = parameter.indexOf("=");
    const name = parameter
      .slice(0, equals === -1 ? undefined : equals)
      .trim()
      .toLowerCase();
    const value = equals === -1 ? "" : parameter.slice(equals + 1).trim();
    const plain = value.replace(/^"([\w!#$%&'*+.^`|~-]+)"$/, "$1");
    parameters.set(name, name === "charset" ? plain.toLowerCase() : plain);
  }
  parameters.delete("");
  return { essence: essence.trim().toLowerCase(), parameters };
}

/**
 * Returns whether every body of one media type is also of the other one: `application/json` of `application/*`. A charset is
 * not compared, because bodies are matched without it.
 */
export function coversMediaType(range: string, mediaType: string): boolean {
  const [wide, narrow] = [readMediaType(range), readMediaType(mediaType)];
  const [type, subtype] = wide.essence.split("/");
  const isWithin =
    wide.essence === narrow.essence ||
    (subtype === "*" && (type === "*" || narrow.essence.startsWith(`${type}/`)));
  return (
    isWithin &&
    [...wide.parameters].every(
      ([name, value]) => name === "charset" || narrow.parameters.get(name) === value,
    )
  );
}
