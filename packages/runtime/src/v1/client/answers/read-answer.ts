import { isJson, ownValue } from "../../parameters/pieces.ts";
import { UnexpectedAnswerError } from "../failures/call-errors.ts";
import type { ClientOperation, StreamReader } from "../operation.ts";

/** An answer whose body has arrived whole, unless it is a stream of items. */
export interface Answer {
  readonly response: Response;
  /** Reads the items of a stream, which begins unread. */
  readonly stream?: StreamReader | undefined;
  /**
   * The value of a body that is not a stream: parsed JSON, text, a Blob, or undefined for no body.
   *
   * @throws UnexpectedAnswerError when a success is not what the document says or the call asked for
   */
  readonly value: () => unknown;
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
  const expected = ok ? expectedTypes(operation, response.status, accept) : undefined;
  const own = chooseBodyForm(type, streams);
  const form = expected ? formAmong(expected, type, own, streams) : own;
  // Its members are readers, by media type.
  const stream = ownValue(streams, form ?? "") as StreamReader | undefined;
  const hasText = own === "json" || own === "text";
  let content: string | Blob = "";
  if (form === undefined && !hasText) {
    // A message cannot show it, and a stream may have no end.
    await body?.cancel();
  } else if (stream === undefined || body === null) {
    content = form === "blob" ? await response.blob() : await response.text();
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
  const value = (): unknown => {
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
      return JSON.parse(content as string); // Only binary bodies are not text.
    } catch (error) {
      // A proxy's page in the place of the error: its text says more than our complaint about it.
      return ok ? refuse(isJson(type) ? "invalid JSON" : type, error) : content;
    }
  };
  return { response, stream: body === null ? undefined : stream, value };
}

/**
 * The media types that the document has for a success; an empty list means no body, undefined that nothing is known. Of
 * several it is the one that the call asks for, else those of JSON where there is JSON, because `Accept` asks for that.
 */
function expectedTypes(
  { answers }: ClientOperation,
  status: number,
  accept: string | undefined,
): readonly string[] | undefined {
  if (answers === undefined) {
    return undefined;
  }
  // A success that is not documented has to be like one that is.
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
 * The form in which a program gets a body, so that its type is what the document says; undefined when it has none of
 * the expected ones. JSON and text may be sent under another media type: parsing shows whether it is JSON.
 */
function formAmong(
  expected: readonly string[],
  type: string,
  own: string,
  streams: object,
): string | undefined {
  const forms = expected.map((each) => chooseBodyForm(each, streams));
  const [first = ""] = forms;
  // Only its own media type says what a range such as `*/*` stands for.
  if (forms.includes(own) || (first === "blob" && /\*/.test(expected.join()))) {
    return own;
  }
  const isAnything = first !== "blob" || expected.includes("application/octet-stream");
  const isStream = /\//.test(own + first);
  return type === "" || (isAnything && !isStream) ? first : undefined;
}

function stripParameters(type: string): string {
  return type.split(";", 1).join().trim().toLowerCase();
}
