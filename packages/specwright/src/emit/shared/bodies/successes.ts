import type { Operation, Response } from "../../../document/model/model.ts";

/** The documented responses of success by status: those with 2xx, or `default` when the document has none. */
export function listSuccesses(operation: Operation): readonly (readonly [string, Response])[] {
  const all = [...operation.responses].map(([status, { value }]) => [status, value] as const);
  const found = all.filter(([status]) => status.startsWith("2"));
  return found.length > 0 ? found : all.filter(([status]) => status === "default");
}
