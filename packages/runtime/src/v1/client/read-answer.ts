import { isJson } from "../parameters/pieces.ts";
import type { ClientOperation, StreamReader } from "./operation.ts";

/** An answer whose body has arrived whole. */
export interface Answer {
  readonly response: Response;
  /** Text of textual media types, undefined for no body. */
  readonly content: string | Blob | undefined;
  /** What may have been the reason of a 401. */
  readonly hint?: string;
  /** What reads the body, when it is a stream of items: then nothing of it is read yet. */
  readonly stream?: StreamReader;
}

/** Reads the body of an answer. Fails as `fetch` does when the connection breaks. */
export async function readAnswer(
  response: Response,
  streams: ClientOperation["streams"] = {},
): Promise<Answer> {
  const type = response.headers.get("content-type");
  if (response.body === null || response.status === 204) {
    return { response, content: undefined };
  }
  const stream = response.ok
    ? streams[(type ?? "").split(";")[0]?.trim().toLowerCase() ?? ""]
    : undefined;
  if (stream !== undefined) {
    return { response, content: undefined, stream };
  }
  return {
    response,
    content: type === null || isText(type) ? await response.text() : await response.blob(),
  };
}

function isText(type: string): boolean {
  return isJson(type) || /^text\/|[/+](?:xml|yaml|javascript|x-www-form-urlencoded)\b/i.test(type);
}

/**
 * The value of an answer: parsed JSON, text, a Blob, or undefined for an empty body.
 *
 * @throws SyntaxError when a successful answer says that it is JSON and is not
 */
export function parseAnswer({ response, content }: Answer): unknown {
  if (content === "" || content === undefined) {
    return undefined;
  }
  if (typeof content !== "string" || !isJson(response.headers.get("content-type") ?? "")) {
    return content;
  }
  try {
    return JSON.parse(content);
  } catch (error) {
    if (response.ok) {
      throw error;
    }
    // A proxy's page in the place of the error: its text says more than our complaint about it.
    return content;
  }
}
