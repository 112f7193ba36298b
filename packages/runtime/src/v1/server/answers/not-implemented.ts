/** Thrown by a handler that does not exist yet; the router answers 501. */
export class NotImplementedError extends Error {
  readonly operation: string;

  constructor(operation: string) {
    super(`${operation} is not implemented.`);
    this.name = "NotImplementedError";
    this.operation = operation;
  }
}

/** The body of a handler that does not exist yet. Fits every handler's type, because it returns nothing. */
export function notImplemented(operation: string): never {
  throw new NotImplementedError(operation);
}
