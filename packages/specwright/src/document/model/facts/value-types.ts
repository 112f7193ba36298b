import { toJsonType } from "@specwright/runtime/v1/values";
import type { JsonType } from "../model.ts";

/** The types of JSON values, each once. Numbers are integers when all of them are whole. */
export function listValueTypes(values: readonly unknown[]): readonly JsonType[] {
  const types = new Set<JsonType>(values.map(toJsonType));
  const isWhole = values.every((value) => typeof value !== "number" || Number.isInteger(value));
  return [...types].map((type) => (type === "number" && isWhole ? "integer" : type));
}
