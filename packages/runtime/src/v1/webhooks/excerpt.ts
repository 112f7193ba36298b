/** Bytes of an answer that are kept: enough for a log. The rest is a stranger's and may be without end. */
const excerptLength = 4096;

/** The same answer with at most 4 kB of its body, as plain text, whatever the body says that it is. */
export async function excerptResponse(response: Response): Promise<Response> {
  const text = response.body === null ? "" : await readBeginning(response.body);
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/plain");
  // A body, even an empty one, is an error beside 204, 205 and 304.
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
  // Nobody reads the rest, so its failure does not matter.
  reader.cancel().catch(() => undefined);
  return text;
}
