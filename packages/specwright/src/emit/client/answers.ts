import type { MediaType, Operation, Response } from "../../document/model/model.ts";
import { classifyMediaType } from "../shared/bodies/media-kind.ts";
import { listSuccesses } from "../shared/bodies/successes.ts";

/** The documented responses for which a call throws. Redirects are followed, so callers never receive them. */
export function listErrorResponses(operation: Operation): readonly (readonly [string, Response])[] {
  const returned = new Set(listSuccesses(operation).map(([status]) => status));
  return [...operation.responses]
    .filter(([status]) => !returned.has(status) && /^[45]|^default$/.test(status))
    .map(([status, { value }]) => [status, value]);
}

/** The media types of a response that the client requests: JSON if there is any, otherwise all. */
export function readContent(content: readonly MediaType[]): readonly MediaType[] {
  const json = content.filter(({ mediaType }) => classifyMediaType(mediaType) === "json");
  return json.length > 0 ? json : content;
}

/**
 * The `accept` header of an operation whose responses have more than one media type: JSON before all others if there is
 * any, otherwise all in the document's order. Undefined for other operations.
 */
export function chooseAccept(operation: Operation): string | undefined {
  const all = [...operation.responses.values()].flatMap(({ value }) => value.content);
  const json = new Set(
    all
      .map(({ mediaType }) => mediaType)
      .filter((mediaType) => classifyMediaType(mediaType) === "json"),
  );
  const isChoice = all.some(({ mediaType }) => !json.has(mediaType));
  const wantsJson = listSuccesses(operation).some(([, { content }]) =>
    content.some(({ mediaType }) => json.has(mediaType)),
  );
  if (isChoice && wantsJson) {
    // HTTP does not have ranges of suffixes.
    const asked = [...json].map((type) => (type.includes("*") ? "application/json" : type));
    return [...new Set(asked), "*/*;q=0.1"].join(", ");
  }
  const others = wantsJson ? [] : acceptChoices(operation);
  return others.length === 0 ? undefined : [...others, "*/*;q=0.1"].join(", ");
}

/**
 * The media types that a caller may choose by name, as the document writes them. Empty when there is only one. Ranges
 * such as `image/*` cannot be chosen.
 */
export function acceptChoices(operation: Operation): readonly string[] {
  const all = listSuccesses(operation).flatMap(([, { content }]) =>
    content.map(({ mediaType }) => mediaType),
  );
  const choices = [...new Set(all)].filter((mediaType) => !mediaType.includes("*"));
  return choices.length > 1 ? choices : [];
}

/** The choices that apply when a caller does not choose: JSON if there is any, otherwise all. */
export function listUsualChoices(operation: Operation): readonly string[] {
  const usual = new Set(
    listSuccesses(operation).flatMap(([, { content }]) =>
      readContent(content).map(({ mediaType }) => mediaType),
    ),
  );
  return acceptChoices(operation).filter((mediaType) => usual.has(mediaType));
}

/**
 * Returns whether responses with this status have no body in HTTP, even if the document describes one (RFC 9110,
 * sections 15.3.5 and 15.3.6).
 */
export function isBodyless(status: string): boolean {
  return status === "204" || status === "205";
}
