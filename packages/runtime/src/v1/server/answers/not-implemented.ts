/** Thrown by a handler that does not exist yet; the router answers 501. */
export class NotImplementedError extends Error {
  readonly operation: string;

  constructor(operation: string) {
    super(`${operation} is not implemented.`);
    this.name = "NotImplementedError";
    this.operation = operation;
  }
}

/** Stands for a handler that does not exist yet. It fits the type of every handler, because it never returns. */
export function notImplemented(operation: string): never {
  throw new NotImplementedError(operation);
}
