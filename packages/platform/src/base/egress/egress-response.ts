import { waitOutside } from "../sharing/fairness/work.ts";

/**
 * A response from outside. It has the members of `Response` that the service uses. A `Response` with its streams costs
 * five times the processor time of the request itself.
 */
export class EgressResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The pieces of the body as they arrive. Reading them throws EgressError. Null for a response that cannot have one. */
  readonly body: AsyncIterable<Uint8Array> | null;

  constructor(status: number, headers: Headers, body: AsyncIterable<Uint8Array> | null) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** True for 2xx. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The whole body; @throws EgressError */
  async bytes(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    await waitOutside(async () => {
      for await (const piece of this.body ?? []) {
        pieces.push(piece);
      }
    });
    return Buffer.concat(pieces);
  }

  /** The whole body as UTF-8; @throws EgressError */
  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** The same as a `Response`, for libraries that require one. */
  toFetchResponse(): Response {
    const { status, headers, body } = this;
    return new Response(body && ReadableStream.from(body), { status, headers });
  }
}
