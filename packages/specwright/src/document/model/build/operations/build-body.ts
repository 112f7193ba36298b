import { isObject } from "../../../../json-object.ts";
import type { RequestBody, Response, Use } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportNoObject, reportProblem } from "../context/build-context.ts";
import { buildUse, resolveInPlace } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import {
  findMember,
  includeIfDefined,
  listMemberEntries,
  readBoolean,
  readString,
  toLocation,
} from "../context/raw.ts";
import { reportUnknownFields } from "../context/unknown-fields.ts";
import { buildContent, buildHeaders } from "./build-content.ts";
import { buildLinks } from "./build-links.ts";

/** Makes a request body. */
export function buildRequestBody(raw: Raw, context: BuildContext): RequestBody | undefined {
  if (!isObject(raw.value)) {
    return reportInvalidPart(raw, context, "A request body");
  }
  reportUnknownFields(raw, "request body", context);
  const content = findMember(raw, "content");
  return {
    location: toLocation(raw),
    ...includeIfDefined("description", readString(raw, "description")),
    required: readBoolean(raw, "required") === true,
    content: content === undefined ? [] : buildContent(content, context),
  };
}

/** Makes a response. An empty response (`"204":` with nothing after it) has only its status. */
export function buildResponse(raw: Raw, context: BuildContext): Response | undefined {
  if (!isObject(raw.value)) {
    reportInvalidPart(raw, context, "A response");
    return raw.value === null ? { ...noResponse, location: toLocation(raw) } : undefined;
  }
  reportUnknownFields(raw, "response", context);
  const content = findMember(raw, "content");
  return {
    location: toLocation(raw),
    ...includeIfDefined("summary", readString(raw, "summary")),
    description: readString(raw, "description") ?? "",
    headers: buildHeaders(findMember(raw, "headers"), context),
    content: content === undefined ? [] : buildContent(content, context),
    links: buildLinks(raw, context),
  };
}

const noResponse = { description: "", headers: new Map(), content: [], links: new Map() };

/** Makes the responses of an operation by status, without `x-` members. */
export function buildResponses(
  raw: Raw | undefined,
  context: BuildContext,
): ReadonlyMap<string, Use<Response>> {
  const responses = new Map<string, Use<Response>>();
  for (const [status, value] of listMemberEntries(resolveInPlace(raw, context))) {
    if (status.startsWith("x-")) {
      continue;
    }
    if (!isStatus(status)) {
      reportStatus(status, value, context);
      if (!context.tolerated.has("invalid-status")) {
        continue;
      }
    }
    const response = buildUse(value, "responses", context, buildResponse);
    if (response !== undefined) {
      responses.set(canonicalizeStatus(status), response);
    }
  }
  return responses;
}

/**
 * Writes a status as OpenAPI does, so that it can be looked up: `4xx` becomes `4XX` and `Default` becomes `default`
 * (OpenAPI 3.1, section 4.8.16).
 */
function canonicalizeStatus(status: string): string {
  return /^default$/i.test(status) ? "default" : status.replace(/^([1-5])xx$/i, "$1XX");
}

/**
 * Returns whether a key is a status. Statuses become numbers in the generated code, so other texts are rejected
 * (OpenAPI 3.1, section 4.8.16; RFC 9110, section 15).
 */
function isStatus(text: string): boolean {
  return /^(?:[1-5]\d\d|[1-5]xx|default)$/i.test(text);
}

function reportStatus(status: string, raw: Raw, context: BuildContext): void {
  reportProblem(context, raw, {
    severity: "warning",
    code: "invalid-status",
    message: `\`${status}\` is not a status of a response${context.tolerated.has("invalid-status") ? "" : "; this response is left out"}.`,
    fix: "Write three digits from 100 to 599, a range such as `4XX`, or `default`.",
  });
}

function reportInvalidPart(raw: Raw, context: BuildContext, what: string): undefined {
  reportNoObject(raw, context, what);
  return undefined;
}
