import type { Operation } from "../model.ts";

/**
 * Returns whether an operation only reads: its method is safe (RFC 9110, section 9.2.1; `QUERY` is safe too), or it is a
 * list with `x-pagination`. The document can say otherwise with `x-safe`: `true` for a search that is sent with POST,
 * and `false` for a GET that changes something.
 */
export function isSafe({
  method,
  extensions,
  pagination,
}: Pick<Operation, "method" | "extensions" | "pagination">): boolean {
  const marked = extensions.get("x-safe");
  return typeof marked === "boolean"
    ? marked
    : pagination !== undefined || safeMethods.has(method.toLowerCase());
}

const safeMethods: ReadonlySet<string> = new Set(["get", "head", "options", "query", "trace"]);
