import { type Answer, BodyTooLargeError, BodyUsedError, type Call } from "../call.ts";

/** A web request as a call. */
export function requestToCall<Context>(request: Request, context: Context): Call<Context> {
  const { url, method, headers } = request;
  const hash = url.indexOf("#");
  const target = hash === -1 ? url : url.slice(0, hash);
  const start = target.indexOf("/", target.indexOf("://") + 3);
  const question = target.indexOf("?");
  return {
    method,
    path: question === -1 ? target.slice(start) : target.slice(start, question),
    query: question === -1 ? "" : target.slice(question + 1),
    headers,
    context,
    get hasBody() {
      if (method === "GET" || method === "HEAD") {
        return false; // Fetch, section 5.4: these statuses do not have a body.
      }
      const length = headers.get("content-length");
      return length === null ? request.body !== null : length !== "0";
    },
    readBody: (limit) => readRequest(request, limit),
    readChunks: (limit, onChunk) => readChunks(request, limit, onChunk),
    streamBody: (limit) => limitStream(request.body, limit),
    request,
  };
}

/** An answer as a web response. */
export function answerToResponse({ status, headers, body }: Answer): Response {
  const fields: [string, string][] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? [];
    if (typeof value === "string") {
      fields.push([name, value]);
    } else {
      for (const each of value) {
        fields.push([name, each]);
      }
    }
  }
  // Bodies are never in shared memory, so the buffer is a plain ArrayBuffer.
  return new Response(body as string | Uint8Array<ArrayBuffer> | ReadableStream | null, {
    status,
    headers: fields,
  });
}

/** Reads a body with an announced length at once, which is faster. HTTP makes sure that it is not longer. */
async function readRequest(request: Request, limit: number): Promise<Uint8Array> {
  if (request.bodyUsed) {
    throw new BodyUsedError();
  }
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) <= limit) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > limit) {
      throw new BodyTooLargeError(limit);
    }
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  await readChunks(request, limit, (chunk) => chunks.push(chunk));
  return joinChunks(chunks);
}

async function readChunks(
  request: Request,
  limit: number,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  if (request.bodyUsed) {
    throw new BodyUsedError();
  }
  // Every chunk of a body is a Uint8Array (Fetch, section 2.2.4).
  for await (const chunk of limitStream(request.body, limit) as AsyncIterable<Uint8Array>) {
    onChunk(chunk);
  }
}

/** Joins chunks into one array. A single chunk is returned without copying it. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [first, second] = chunks;
  if (first === undefined || second === undefined) {
    return first ?? new Uint8Array();
  }
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}

/** Limits a stream: it fails with BodyTooLargeError as soon as it exceeds the limit. */
export function limitStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): ReadableStream<Uint8Array> {
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      size += chunk.byteLength;
      if (size > limit) {
        throw new BodyTooLargeError(limit);
      }
      controller.enqueue(chunk);
    },
  });
  return (stream ?? new Blob([]).stream()).pipeThrough(counter);
}
