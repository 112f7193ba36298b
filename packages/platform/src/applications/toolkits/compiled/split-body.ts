import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { SplitBody, SplitJob } from "./compile-job.ts";

/** Splits the JSON of a request into its document, which becomes a file, and the rest. */
export function splitBody({ file, documentFile }: SplitJob): SplitBody {
  const bytes = readFileSync(file);
  let body: unknown;
  try {
    body = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    return { head: bytes.length === 0 ? bytes : toWrong(error) };
  }
  if (typeof body !== "object" || body === null || !("document" in body)) {
    return { head: Buffer.from(JSON.stringify(body)) };
  }
  const { document } = body;
  const kept = toWrongDocument(document);
  if (kept !== undefined) {
    return { head: Buffer.from(JSON.stringify({ ...body, document: kept.value })) };
  }
  const text = Buffer.from(typeof document === "string" ? document : JSON.stringify(document));
  writeFileSync(documentFile, text, { flag: "wx", mode: 0o600 });
  const stand = `sha256:${hash("sha256", text, "hex")}`;
  return { head: Buffer.from(JSON.stringify({ ...body, document: stand })) };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** A short value with the same mistake as this one; undefined when a document may have this value. */
function toWrongDocument(document: unknown): { readonly value: unknown } | undefined {
  if (Array.isArray(document)) {
    return { value: [] };
  }
  if (typeof document === "object" && document !== null) {
    return Object.keys(document).length === 0 ? { value: {} } : undefined;
  }
  return typeof document === "string" && document !== "" ? undefined : { value: document };
}

/** The shortest bytes with the same mistake: not UTF-8, or not JSON. */
function toWrong(error: unknown): Uint8Array {
  return error instanceof SyntaxError ? Buffer.from("{") : Uint8Array.of(0xff);
}
