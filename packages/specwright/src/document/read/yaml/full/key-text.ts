import type { Scalar } from "yaml";

/**
 * The text of a key as it is written, so that `1.10` is not the number 1.1: keys of OpenAPI documents are strings of YAML's
 * failsafe schema (OpenAPI 3.1.1, section 4.2).
 */
export function readKeyText({ source, value }: Scalar): string {
  return source ?? String(value);
}
