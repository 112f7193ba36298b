/**
 * The forms in which a string could contain a secret: as it is, in JSON, in an address, in HTML, in a row or a statement
 * of PostgreSQL, in hexadecimal, in base64 and base64url at each of the three possible offsets, and backwards.
 */
export function listSecretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  // HTTP Basic encodes a client's secret twice (RFC 6749, section 2.3.1).
  const base64 = [bytes, Buffer.from(form), Buffer.from(encodeURIComponent(secret))].flatMap(
    (each) => [0, 1, 2].map((offset) => encodeBase64At(each, offset)),
  );
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      encodeURIComponent(secret),
      form,
      secret.replaceAll('"', "&#34;"),
      secret.replaceAll('"', "&quot;"),
      secret.replaceAll('"', '""'),
      secret.replaceAll("'", "''"),
      hex,
      hex.toUpperCase(),
      ...base64,
      ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
      [...secret].reverse().join(""),
    ]),
  ];
}

/** The base64 of the bytes at any offset, without the characters that depend on their neighbours. */
function encodeBase64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(first, last);
}

/** The names of the secrets of which the text contains any form. */
export function findSecrets(
  text: string,
  secrets: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [...secrets].flatMap(([name, forms]) => {
    const form = forms.find((each) => text.includes(each));
    return form === undefined ? [] : [`${name} as ${form.slice(0, 6)}…`];
  });
}
