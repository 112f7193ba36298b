import type { MediaType, Operation } from "../../../document/model/model.ts";
import {
  chooseMediaType,
  classifyMediaType,
  getMediaEssence,
} from "../../../emit/shared/bodies/media-kind.ts";
import { isArrayOrObject, isObject } from "../../../json-object.ts";
import type { SentBody, ValueBody } from "../../case.ts";
import type { GivenBody } from "../description.ts";
import type { Scope } from "../expressions/scope.ts";
import { replaceParts } from "./replace-parts.ts";

/**
 * The body of a step's request, or a sentence that says why there is none.
 *
 * @throws Error when a part of the payload cannot be replaced
 */
export function buildStepBody(
  { contentType, payload, replacements }: GivenBody,
  operation: Operation,
  scope: Scope,
): ValueBody | SentBody | string {
  const content = operation.requestBody?.value.content ?? [];
  const mediaType = findMediaType(content, contentType);
  const sentType = contentType ?? mediaType?.mediaType ?? "application/json";
  const kind = classifyMediaType(sentType);
  const written = payload(scope);
  const read = kind === "json" && typeof written === "string" ? readText(written) : written;
  const value = replacements.reduce<unknown>(
    (body, replacement) => replaceParts(body, replacement, scope),
    read,
  );
  if (typeof value === "string" && kind !== "json") {
    return { contentType: sentType, content: value };
  }
  if (mediaType !== undefined) {
    return { mediaType, value };
  }
  const form = kind === "form" && isObject(value) ? toForm(value) : undefined;
  return { contentType: sentType, content: form ?? JSON.stringify(value) };
}

function findMediaType(
  content: readonly MediaType[],
  wanted: string | undefined,
): MediaType | undefined {
  return wanted === undefined
    ? chooseMediaType(content)
    : content.find(({ mediaType }) => getMediaEssence(mediaType) === getMediaEssence(wanted));
}

/** A JSON text as its value. Another text is a JSON string. */
function readText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toForm(value: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) {
      form.append(name, isArrayOrObject(member) ? JSON.stringify(member) : String(member));
    }
  }
  return form.toString();
}
