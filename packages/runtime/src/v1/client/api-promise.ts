/** A whole answer of success. */
export interface ApiResponse<Body, Fields = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The documented headers that came, each as its schema has it, by name as the document writes it. */
  readonly typedHeaders: Fields;
  readonly body: Body;
  /** The response of `fetch`. Its body has been read, or is being read. */
  readonly response: Response;
}

/** The result of a call: a promise of the body that has the rest of the answer, too. */
export interface ApiPromise<Body, Fields = unknown> extends Promise<Body> {
  /** The body with the status and the headers. Fails as the call does. */
  readonly withResponse: () => Promise<ApiResponse<Body, Fields>>;
}
