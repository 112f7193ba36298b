import { buildContent, buildHeaders } from "./build-content.ts";
import type { BuildContext } from "./build-context.ts";
import { report } from "./build-context.ts";
import { buildUse, inPlace } from "./build-reference.ts";
import type { RequestBody, Response, Use } from "./model.ts";
import type { Raw } from "./raw.ts";
import { booleanOf, entries, isObject, locationOf, member, optional, stringOf } from "./raw.ts";

/** Makes a request body. */
export function buildRequestBody(raw: Raw, context: BuildContext): RequestBody | undefined {
  if (!isObject(raw.value)) {
    return invalid(raw, context, "A request body has to be an object.");
  }
  const content = member(raw, "content");
  return {
    location: locationOf(raw),
    ...optional("description", stringOf(raw, "description")),
    required: booleanOf(raw, "required") === true,
    content: content === undefined ? [] : buildContent(content, context),
  };
}

/** Makes a response. */
export function buildResponse(raw: Raw, context: BuildContext): Response | undefined {
  if (!isObject(raw.value)) {
    return invalid(raw, context, "A response has to be an object.");
  }
  const content = member(raw, "content");
  for (const [, link] of entries(member(raw, "links"))) {
    report(context, link, {
      severity: "loss",
      code: "link-not-carried",
      message: "Nothing is generated for links between operations.",
      fix: "Call the operation that the link leads to, with the values that it names.",
    });
  }
  return {
    location: locationOf(raw),
    description: stringOf(raw, "description") ?? "",
    headers: buildHeaders(member(raw, "headers"), context),
    content: content === undefined ? [] : buildContent(content, context),
  };
}

/** Makes the responses of an operation by status; `x-` members are none. */
export function buildResponses(
  raw: Raw | undefined,
  context: BuildContext,
): ReadonlyMap<string, Use<Response>> {
  const responses = new Map<string, Use<Response>>();
  for (const [status, value] of entries(inPlace(raw, context))) {
    const response = status.startsWith("x-")
      ? undefined
      : buildUse(value, "responses", context, buildResponse);
    if (response !== undefined) {
      responses.set(status, response);
    }
  }
  return responses;
}

function invalid(raw: Raw, context: BuildContext, message: string): undefined {
  report(context, raw, {
    code: "invalid-structure",
    message,
    fix: "Correct this part of the document.",
  });
  return undefined;
}
