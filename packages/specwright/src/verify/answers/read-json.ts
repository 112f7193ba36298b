import type { HttpAnswer } from "../requests/send.ts";

/** The value of a JSON body; undefined for any other. */
export function readJson({ body }: HttpAnswer): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body.toString("utf8"));
  } catch {
    // The body is not JSON, which `judgeAnswer` reports where it matters.
    return undefined;
  }
}
