/**
 * Reads text in the encoding that its `charset` names (RFC 9110, section 8.3.2), and in UTF-8 where that is missing or not
 * known. `fetch` reads every text as UTF-8, which is also the only encoding of JSON (RFC 8259, section 8.1).
 */
export async function readEncodedText(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  const [, charset] = /^(?!.*json).*;\s*charset="?([^\s;"]+)/i.exec(type) ?? [];
  const bytes = await response.arrayBuffer();
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // The WHATWG Encoding Standard does not know this name.
    return new TextDecoder().decode(bytes);
  }
}
