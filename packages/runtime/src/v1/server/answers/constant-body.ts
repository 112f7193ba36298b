/** Bytes of all kept texts together. When there are more, all of them are forgotten. */
const mostBytes = 8 * 1024 * 1024;

/** The constant bodies, each with whether it was answered before. One that is answered once does not need a kept text. */
const constants = new WeakMap<object, boolean>();
const texts = new Map<object, Uint8Array>();
let bytes = 0;

const encoder = new TextEncoder();

/**
 * Marks the body of a JSON answer as one that never changes, such as a record of a catalog. From its
 * second answer on, its JSON is kept for further answers with the same object: up to 8 MiB of such texts in all.
 *
 * ```ts
 * getTool: ({ path }) => ({ status: 200, body: constantBody(tools[path.slug]) }),
 * ```
 */
export function constantBody<Body extends object>(body: Body): Body {
  if (!constants.has(body)) {
    constants.set(body, false);
  }
  return body;
}

/** The JSON of a body: the kept bytes of a constant one. */
export function writeJson(body: unknown): string | Uint8Array {
  if (typeof body !== "object" || body === null) {
    return JSON.stringify(body);
  }
  const wasAnswered = constants.get(body);
  const known = wasAnswered === true ? texts.get(body) : undefined;
  if (known !== undefined) {
    return known;
  }
  if (wasAnswered === false) {
    constants.set(body, true);
  }
  if (wasAnswered !== true) {
    return JSON.stringify(body);
  }
  const written = encoder.encode(JSON.stringify(body));
  if (bytes + written.byteLength > mostBytes) {
    texts.clear();
    bytes = 0;
  }
  texts.set(body, written);
  bytes += written.byteLength;
  return written;
}
