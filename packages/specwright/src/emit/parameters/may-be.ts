import { possibleTypes, typeBits } from "../../model/facts/possible-types.ts";
import type { Schema } from "../../model/model.ts";

/** Whether a value that the schema allows may be an array or an object, as far as types tell. */
export function mayBe(schema: Schema, type: "array" | "object"): boolean {
  return (possibleTypes(schema) & typeBits[type]) !== 0;
}
