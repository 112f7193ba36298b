/** Thrown by a handler that does not exist yet; the router answers 501. */
export class NotImplementedError extends Error {
  readonly operation: string;

  constructor(operation: string) {
    super(`${operation} is not implemented.`);
    this.name = "NotImplementedError";
    this.operation = operation;
  }
}

/**
 * Stands for a handler that does not exist yet. It fits the type of every handler, because it never returns.
 *
 * @example
 * ```ts
 * import { notImplemented } from "@specwright/runtime/v1/server";
 * import { createRouter } from "./generated/server/index.js";
 *
 * // The two operations are answered with 501.
 * const router = createRouter({
 *   handlers: {
 *     listNotes: () => ({ status: 200, body: [] }),
 *     createNote: () => notImplemented("createNote"),
 *     getNote: () => notImplemented("getNote"),
 *   },
 * });
 * (await router(new Request("http://localhost/notes"))).status; // => 200
 * (await router(new Request("http://localhost/notes/b0d2cb8c-7bc1-4a5c-9a2a-8f2f6f2d4f10"))).status; // => 501
 * ```
 */
export function notImplemented(operation: string): never {
  throw new NotImplementedError(operation);
}
