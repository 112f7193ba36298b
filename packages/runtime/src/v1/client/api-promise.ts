/** A whole answer of success. */
export interface ApiResponse<Body, Fields = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The documented headers that were sent, read by their schemas. Names are spelled as in the document. */
  readonly typedHeaders: Fields;
  readonly body: Body;
  /** The response of `fetch`. Its body has been read, or is being read. */
  readonly response: Response;
}

/** The result of a call: a promise of the body, with a method for the rest of the answer. */
export interface ApiPromise<Body, Fields = unknown> extends Promise<Body> {
  /** The body together with the status and the headers. Rejects with the same error as the call. */
  readonly withResponse: () => Promise<ApiResponse<Body, Fields>>;
}
