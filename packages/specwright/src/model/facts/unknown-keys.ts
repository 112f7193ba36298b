import { isRecording, note, untracked } from "../../memo.ts";
import type { Schema } from "../model.ts";

let known = new WeakMap<Schema, boolean>();

/** Forgets what was found, because references may lead elsewhere in another run. */
export function forgetRefusals(): void {
  known = new WeakMap();
}

/**
 * Whether a schema may report unknown keys of the value itself. `z.intersection` forgives these when the other side
 * allows the key, which JSON Schema does not.
 */
export function refusesUnknownKeys(schema: Schema): boolean {
  return isRecording() ? notedRefusal(schema) : refuses(schema);
}

function notedRefusal(schema: Schema): boolean {
  const answer = untracked(() => refuses(schema));
  note(() => refuses(schema) === answer);
  return answer;
}

function refuses(schema: Schema): boolean {
  const answer = known.get(schema);
  if (answer !== undefined) {
    return answer;
  }
  known.set(schema, false);
  const found =
    schema.additionalProperties?.boolean === false ||
    [
      ...(schema.ref === undefined ? [] : [schema.ref.target]),
      // Where it leads depends on the scope; nothing is lost by expecting the worst.
      ...(schema.dynamicReference === undefined ? [] : [nothing]),
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ].some(refuses);
  known.set(schema, found);
  return found;
}

const location = { file: "", pointer: "" };
const nothing: Schema = { location, additionalProperties: { location, boolean: false } };
