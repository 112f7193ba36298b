import type { HttpAnswer } from "../requests/send.ts";

/** The value of a JSON body. Undefined for any other body. */
export function readJson({ body }: HttpAnswer): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body.toString("utf8"));
  } catch {
    // The body is not JSON. `judgeAnswer` reports that when JSON is documented.
    return undefined;
  }
}
