/** A whole answer of success. */
export interface ApiResponse<Body, Fields = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The documented headers that came, each as its schema has it, by name as the document writes it. */
  readonly typedHeaders: Fields;
  readonly body: Body;
  /** What `fetch` gave; its body is read, or being read. */
  readonly response: Response;
}

/** What a call returns: a promise of the body, which has the rest of the answer, too. */
export interface ApiPromise<Body, Fields = unknown> extends Promise<Body> {
  /** The body with the status and the headers. Fails as the call does. */
  readonly withResponse: () => Promise<ApiResponse<Body, Fields>>;
}
