import { getOwnValue, isJson } from "../../parameters/pieces.ts";
import { UnexpectedAnswerError } from "../failures/call-errors.ts";
import type { ClientOperation, StreamReader } from "../operation.ts";

/** An answer. Its body has arrived completely, unless it is a stream of items. */
export interface Answer {
  readonly response: Response;
  /** Reads the items of an answer that is a stream. None of its bytes have been read yet. */
  readonly stream?: StreamReader | undefined;
  /**
   * The value of a body that is not a stream: parsed JSON, text, a Blob, or undefined for no body.
   *
   * @throws UnexpectedAnswerError when the body of a success is not in a form that the document has or the call asked
   * for
   */
  readonly readValue: () => unknown;
  /** A possible reason of a 401. */
  readonly hint?: string;
}

/**
 * Reads the body of an answer. Fails as `fetch` does when the connection breaks.
 *
 * @param accept the media type that the call asks for
 */
export async function readAnswer(
  response: Response,
  operation: ClientOperation,
  accept?: string,
): Promise<Answer> {
  const { body, ok } = response;
  const type = stripParameters(response.headers.get("content-type") ?? "");
  const streams = (ok && operation.streams) || {};
  const expected = ok ? listExpectedTypes(operation, response.status, accept) : undefined;
  const own = chooseBodyForm(type, streams);
  const form = expected ? chooseForm(expected, type, own, streams) : own;
  // Its members are readers, by media type.
  const stream = getOwnValue(streams, form ?? "") as StreamReader | undefined;
  const hasText = own === "json" || own === "text";
  let content: string | Blob = "";
  if (form === undefined && !hasText) {
    // This body is not read: an error message cannot show it, and it may be a stream that never ends.
    await body?.cancel();
  } else if (stream === undefined || body === null) {
    content = await (form === "blob"
      ? response.blob()
      : (operation.readText?.(response) ?? response.text()));
  }
  const refuse = (problem: string, cause?: unknown): never => {
    const instead = expected ? ` instead of ${expected.join(" or ")}` : "";
    const others = Object.values(operation.answers ?? {}).flat();
    const isOther = !accept && others.includes(type) && !expected?.includes(type);
    const hint = isOther ? ` (pass \`accept: "${type}"\` to read it)` : "";
    const text = String(content);
    throw new UnexpectedAnswerError(
      operation.name,
      response,
      problem + instead + hint,
      text,
      cause,
    );
  };
  const convertContent = (): unknown => {
    if (expected ? expected.length === 0 : content === "") {
      return undefined;
    }
    if (form === undefined) {
      return refuse(type);
    }
    if (form !== "json" && stream === undefined) {
      return content;
    }
    if (content === "") {
      return refuse("an empty body");
    }
    try {
      return (operation.parse ?? JSON.parse)(content as string); // Only binary bodies are not text.
    } catch (error) {
      // An error that is not JSON is probably a proxy's page. Its text helps more than a parse error.
      return ok ? refuse(isJson(type) ? "invalid JSON" : type, error) : content;
    }
  };
  return { response, stream: body === null ? undefined : stream, readValue: convertContent };
}

/**
 * The media types that a success may have. If several are documented, this is the type that the call asks for, or else
 * the JSON types, which `Accept` contains by default, or else all of them. An empty list means no body; undefined means
 * that the document's types are not known.
 */
function listExpectedTypes(
  { answers }: ClientOperation,
  status: number,
  accept: string | undefined,
): readonly string[] | undefined {
  if (answers === undefined) {
    return undefined;
  }
  // An undocumented success, such as 202, must have the media type of a documented one.
  const all = answers[status] ?? answers["2XX"] ?? answers.default ?? Object.values(answers).flat();
  const asked = all.filter((type) => type === accept);
  const preferred = asked[0] ? asked : all.filter(isJson);
  return preferred[0] ? preferred : all;
}

/** The form of a body: `json`, `text`, `blob`, or the media type of a stream of items. */
function chooseBodyForm(type: string, streams: object): string {
  const essence = stripParameters(type);
  if (Object.hasOwn(streams, essence) || essence === "text/event-stream") {
    return essence;
  }
  const isText = /^$|^text\/|[/+](?:xml|yaml|javascript|x-www-form-urlencoded)$/.test(essence);
  return isJson(essence) ? "json" : isText ? "text" : "blob";
}

/**
 * The form in which a program gets a body, so that its type is the declared one; undefined when the body has none of
 * the expected forms. Services often send JSON or text under another media type, so these two are accepted under any:
 * parsing shows whether a body is JSON.
 */
function chooseForm(
  expected: readonly string[],
  type: string,
  own: string,
  streams: object,
): string | undefined {
  const forms = expected.map((each) => chooseBodyForm(each, streams));
  const [first = ""] = forms;
  // For a range such as `*/*`, the answer's own media type decides.
  if (forms.includes(own) || (first === "blob" && /\*/.test(expected.join()))) {
    return own;
  }
  const isAnything = first !== "blob" || expected.includes("application/octet-stream");
  const isStream = /\//.test(own + first);
  return type === "" || (isAnything && !isStream) ? first : undefined;
}

function stripParameters(type: string): string {
  return type.replace(/;.*/, "").trim().toLowerCase();
}
