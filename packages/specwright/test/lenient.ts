import type { Model } from "../src/document/model/model.ts";
import { buildValue } from "./build-model-from.ts";

/** The model, and the code and place of each warning. */
export function buildLenient(document: Readonly<Record<string, unknown>>): {
  readonly model: Model;
  readonly reported: readonly (readonly (string | undefined)[])[];
} {
  const { model, diagnostics } = buildValue(document);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  return { model, reported: warnings.map(({ code, pointer }) => [code, pointer]) };
}
