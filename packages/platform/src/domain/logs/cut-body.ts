import { isCertainlyShort } from "../../base/sharing/json-length.ts";
import type { Values } from "../fields/masking.ts";

/** The limit for the arguments of a log, and for its data, in bytes of JSON. */
export const maximumBodyBytes: number = 64 * 1024;

/** Deeper bodies are kept as text, because writing them as JSON could use up the stack. */
const maximumDepth = 500;

const cuts = new WeakMap<Values, CutBody>();

/** A body in the form that a log stores. */
export interface CutBody {
  readonly body: Values | null;
  readonly isCut: boolean;
}

/**
 * Cuts a body for a log: up to 64 KiB it stays whole, otherwise it becomes `{"text": …}` with the beginning of its
 * JSON. A body of many megabytes costs no more than its first 64 KiB. Arguments are logged before and after a call,
 * but cut once.
 */
export function cutBody(body: Values | null): CutBody {
  if (body === null || isCertainlyShort(body, maximumBodyBytes)) {
    return { body, isCut: false };
  }
  const known = cuts.get(body);
  if (known !== undefined) {
    return known;
  }
  const writer: Writer = { pieces: [], left: maximumBodyBytes };
  const cut = write(body, writer, 0)
    ? { body, isCut: false }
    : { body: { text: writer.pieces.join("") }, isCut: true };
  cuts.set(body, cut);
  return cut;
}

interface Writer {
  readonly pieces: string[];
  left: number;
}

/** Writes a value as JSON. Returns true when all of it was written. */
function write(value: unknown, writer: Writer, depth: number): boolean {
  if (depth > maximumDepth) {
    return false;
  }
  if (typeof value === "string") {
    return writeString(value, writer);
  }
  if (typeof value !== "object" || value === null) {
    return put(JSON.stringify(value) ?? "null", writer);
  }
  return Array.isArray(value)
    ? writeItems(value, writer, depth)
    : // An object that is neither null nor a list has members.
      writeMembers(value as Values, writer, depth);
}

function writeItems(items: readonly unknown[], writer: Writer, depth: number): boolean {
  let separator = "[";
  for (const item of items) {
    if (!put(separator, writer) || !write(item, writer, depth + 1)) {
      return false;
    }
    separator = ",";
  }
  return put(separator === "[" ? "[]" : "]", writer);
}

function writeMembers(members: Values, writer: Writer, depth: number): boolean {
  let separator = "{";
  for (const name in members) {
    const value = members[name];
    if (value === undefined) {
      continue;
    }
    if (!put(separator, writer) || !writeString(name, writer)) {
      return false;
    }
    if (!put(":", writer) || !write(value, writer, depth + 1)) {
      return false;
    }
    separator = ",";
  }
  return put(separator === "{" ? "{}" : "}", writer);
}

/** A character takes at least one byte, so the rest of a long string does not have to be read. */
function writeString(text: string, writer: Writer): boolean {
  const isShort = text.length <= writer.left;
  const quoted = JSON.stringify(isShort ? text : text.slice(0, writer.left));
  return put(isShort ? quoted : quoted.slice(0, -1), writer) && isShort;
}

function put(text: string, writer: Writer): boolean {
  const length = Buffer.byteLength(text);
  if (length <= writer.left) {
    writer.pieces.push(text);
    writer.left -= length;
    return true;
  }
  const beginning = Buffer.from(text).subarray(0, writer.left);
  // With `stream`, the decoder leaves out an incomplete character at the end.
  writer.pieces.push(new TextDecoder().decode(beginning, { stream: true }));
  writer.left = 0;
  return false;
}
