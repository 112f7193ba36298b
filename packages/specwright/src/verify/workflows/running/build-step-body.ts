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

/** The body of a step's request, or a sentence that says why there is none. */
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
    (body, { target, value: replaced }) => replacePart(body, target, replaced(scope)),
    read,
  );
  if (replacements.length > 0 && !isArrayOrObject(value)) {
    return "the payload is not JSON, so nothing in it can be replaced";
  }
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

/** A copy of a value with one part replaced. Objects and lists that lead to it are made when they are absent. */
function replacePart(value: unknown, [name, ...rest]: readonly string[], part: unknown): unknown {
  if (name === undefined) {
    return part;
  }
  if (Array.isArray(value)) {
    const index = name === "-" ? value.length : Number(name);
    const isIndex = Number.isInteger(index) && index >= 0 && index <= value.length;
    return isIndex ? value.toSpliced(index, 1, replacePart(value[index], rest, part)) : value;
  }
  const members = isObject(value) ? value : {};
  const isOwn = Object.hasOwn(members, name);
  const made = replacePart(isOwn ? members[name] : undefined, rest, part);
  return isOwn
    ? Object.fromEntries(
        Object.entries(members).map(([key, member]) => [key, key === name ? made : member]),
      )
    : { ...members, ...Object.fromEntries([[name, made]]) };
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
