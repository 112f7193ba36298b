/**
 * An example that shows what a change breaks. Each was tried on both documents before it is reported: values by their
 * validators, calls by what their routers make of them, code by the compiler.
 */
export type Witness = ValueWitness | CallWitness | CodeWitness;

/** A value that one document allows and the other one refuses, such as `{"name": ""}` in the body of `POST /pets`. */
export interface ValueWitness {
  readonly kind: "value";
  /** The operation that carries the value, such as `POST /pets`. */
  readonly operation: string;
  /**
   * Who writes the value. A `request` is allowed by the old document and refused by the new one; an `answer` is allowed by
   * the new document and refused by the old one.
   */
  readonly in: "request" | "answer";
  /** The part of the request or answer, such as `body`, `query parameter limit` or `body of response 200`. */
  readonly place: string;
  /** The media type of a body. */
  readonly mediaType?: string;
  /** The whole value of that part. */
  readonly value: unknown;
  /** The JSON pointer (RFC 6901) to what is refused in the value. Empty for the value itself. */
  readonly pointer: string;
}

/** A request that the two documents treat differently, or that they write differently. */
export interface CallWitness {
  readonly kind: "call";
  readonly operation: string;
  /** The request of a program that was written for the old document, such as `GET /pets?ids=1,2`, with a line for each header. */
  readonly request: string;
  /** What the old document makes of the request, such as `ids is [1,2]`. */
  readonly before: string;
  /** What the new document makes of the same request, such as `answered with 404`. */
  readonly after: string;
}

/** Code that compiles against what is generated from the old document, and not against the new one. */
export interface CodeWitness {
  readonly kind: "code";
  /** The statements, without imports. */
  readonly code: string;
  /** The compiler's message, such as `Property 'nickname' does not exist on type 'Pet'.` */
  readonly error: string;
}
