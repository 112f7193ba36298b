import type { HttpAnswer } from "../requests/send.ts";

/** The value of a JSON body; undefined for any other. */
export function readJson({ body }: HttpAnswer): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body.toString("utf8"));
  } catch {
    // Not JSON. Whether that is right is judged elsewhere.
    return undefined;
  }
}
