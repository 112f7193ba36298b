/** How many bytes of an answer are kept, for logs. The rest comes from an unknown server and may never end. */
const excerptLength = 4096;

/** A copy of an answer with at most 4 kB of its body, always as `text/plain`. */
export async function excerptResponse(response: Response): Promise<Response> {
  const text = response.body === null ? "" : await readBeginning(response.body);
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/plain");
  // `new Response` throws for 204, 205 and 304 with a body, even an empty one.
  return new Response(text === "" ? null : text, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

async function readBeginning(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  let length = 0;
  while (length < excerptLength) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    text += decoder.decode(value.subarray(0, excerptLength - length), { stream: true });
    length += value.byteLength;
  }
  // The rest is not needed, so an error while it is cancelled does not matter.
  reader.cancel().catch(() => undefined);
  return text;
}
