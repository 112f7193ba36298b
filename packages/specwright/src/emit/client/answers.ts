import type { MediaType, Operation, Response } from "../../model/model.ts";
import { mediaKind } from "../media-kind.ts";
import { successes } from "../successes.ts";

/** The documented answers that a call throws. Redirects are followed, and never seen. */
export function failures(operation: Operation): readonly (readonly [string, Response])[] {
  const returned = new Set(successes(operation).map(([status]) => status));
  return [...operation.responses]
    .filter(([status]) => !returned.has(status) && /^[45]|^default$/.test(status))
    .map(([status, { value }]) => [status, value]);
}

/** The media types of an answer that the client asks for: JSON where there is JSON, else all. */
export function readContent(content: readonly MediaType[]): readonly MediaType[] {
  const json = content.filter(({ mediaType }) => mediaKind(mediaType) === "json");
  return json.length > 0 ? json : content;
}

/** The `accept` header, for operations that answer with JSON beside other media types; else absent. */
export function acceptOf(operation: Operation): string | undefined {
  const all = [...operation.responses.values()].flatMap(({ value }) => value.content);
  const json = new Set(
    all.map(({ mediaType }) => mediaType).filter((mediaType) => mediaKind(mediaType) === "json"),
  );
  const isChoice = all.some(({ mediaType }) => !json.has(mediaType));
  const wantsJson = successes(operation).some(([, { content }]) =>
    content.some(({ mediaType }) => json.has(mediaType)),
  );
  return isChoice && wantsJson ? [...json, "*/*;q=0.1"].join(", ") : undefined;
}
