import { findPossibleTypes, typeBits } from "../../../document/model/facts/possible-types.ts";
import type { Schema } from "../../../document/model/model.ts";

/** Returns whether a value of the schema may be an array or an object, judging by types alone. */
export function mayBe(schema: Schema, type: "array" | "object"): boolean {
  return (findPossibleTypes(schema) & typeBits[type]) !== 0;
}
