/** The header fields of a part. */
export interface PartHead {
  /** The `name` in `Content-Disposition`; undefined when it is absent. */
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  /** Returns the value of a field, whose name may be in any case; null when it is absent. */
  readonly get: (name: string) => string | null;
}

/** Reads the header fields of a part (RFC 7578, section 4). Lines that are not fields are ignored. */
export function parseHead(bytes: Uint8Array): PartHead {
  const fields = new Map<string, string>();
  for (const line of new TextDecoder().decode(bytes).split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
  }
  const disposition = fields.get("content-disposition") ?? "";
  return {
    name: readDispositionParameter(disposition, "name"),
    filename: readDispositionParameter(disposition, "filename"),
    contentType: fields.get("content-type"),
    get: (name) => fields.get(name.toLowerCase()) ?? null,
  };
}

/**
 * Browsers percent-encode quotes and line breaks in names (HTML, section 4.10.21.8). Other clients write a backslash
 * before a quote.
 */
function readDispositionParameter(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:\\\\"|[^"])*)"|([^;\\s]+))`, "i").exec(
    disposition,
  );
  return (found?.[1] ?? found?.[2])
    ?.replaceAll('\\"', '"')
    .replace(/%22|%0D|%0A/gi, (escaped) => decodeURIComponent(escaped));
}
