/** A request as a server gets it. */
export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** The media type without parameters; empty without a body. */
  readonly mediaType: string;
  /** JSON and the parts of forms in one notation, so that spaces and boundaries do not cause differences. */
  readonly body: string;
}

/** The request that a client sends in a call; the message of its error when it sends nothing. */
export async function captureSent(
  call: (fetch: typeof globalThis.fetch) => Promise<unknown> | undefined,
): Promise<Sent | string> {
  let request: Request | undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    request = new Request(input, init);
    return new Response(null, { status: 204 });
  };
  let message = "nothing";
  try {
    await call(fetch);
  } catch (error) {
    // The client may refuse the empty answer of this test. The error matters only when no request was sent.
    message = String(error);
  }
  return request === undefined ? message : read(request);
}

async function read(request: Request): Promise<Sent> {
  const { method, url, headers } = request;
  const { pathname, search } = new URL(url);
  const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
  return {
    method,
    url: normalizeEscapes(pathname + search),
    mediaType: request.body === null ? "" : mediaType,
    body: await readBodyText(request, mediaType),
  };
}

/** Normalizes the escapes of a URL, so that `(` and `%28` in a query are the same (RFC 3986, section 2.2). */
function normalizeEscapes(url: string): string {
  return url.replaceAll(/[^/?&=]+/g, (part) => encodeURIComponent(decodeURIComponent(part)));
}

async function readBodyText(request: Request, mediaType: string): Promise<string> {
  if (mediaType === "multipart/form-data") {
    const parts: string[] = [];
    for (const [name, value] of await request.formData()) {
      parts.push(`${name}=${typeof value === "string" ? value : `file ${await value.text()}`}`);
    }
    return parts.join("&");
  }
  const text = await request.text();
  return mediaType.endsWith("json") && text !== "" ? JSON.stringify(JSON.parse(text)) : text;
}
