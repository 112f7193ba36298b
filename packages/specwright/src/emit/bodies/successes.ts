import type { Operation, Response } from "../../model/model.ts";

/** The documented answers of success, by status: 2xx; without any, `default`. */
export function successes(operation: Operation): readonly (readonly [string, Response])[] {
  const all = [...operation.responses].map(([status, { value }]) => [status, value] as const);
  const found = all.filter(([status]) => status.startsWith("2"));
  return found.length > 0 ? found : all.filter(([status]) => status === "default");
}
