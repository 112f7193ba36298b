import type { CallInput, ClientOperation, EncodedBody } from "../operation.ts";

/** The body of a call in the media type that the caller names, else the operation's first one. */
export function encodeBody(
  { body: encoders = {}, choosesContentType }: ClientOperation,
  input: CallInput,
  wanted: string | undefined,
): EncodedBody {
  const { body } = input;
  // The declared type of an input with a choice has nothing else there.
  const chosen = choosesContentType ? (input.contentType as string | undefined) : undefined;
  const mediaType = chosen ?? wanted ?? Object.keys(encoders)[0] ?? "";
  const encode = Object.hasOwn(encoders, mediaType)
    ? encoders[mediaType]
    : encoders[findMediaRange(mediaType, encoders) ?? ""];
  if (body === undefined || encode === undefined) {
    return { body: undefined };
  }
  const encoded = encode(body);
  if (mediaType.endsWith("/*+json")) {
    // Some documents have a range such as `application/*+json` for all JSON, which fetch cannot derive from a text.
    return { body: encoded, contentType: "application/json" };
  }
  // A multipart body knows its boundary, a Blob for a range of media types its type: fetch takes it from there.
  return /^multipart\/|\*/.test(mediaType)
    ? { body: encoded }
    : { body: encoded, contentType: mediaType };
}

/** The range of media types, such as `image/*`, that a media type belongs to. */
function findMediaRange(mediaType: string, encoders: object): string | undefined {
  return Object.keys(encoders).find((range) => {
    const [start = "", end] = range.split("*");
    return end !== undefined && mediaType.startsWith(start) && mediaType.endsWith(end);
  });
}
