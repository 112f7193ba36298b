import type { CallInput, ClientOperation, EncodedBody } from "../operation.ts";

/** Encodes the body of a call in the media type that the caller names, else in the operation's first one. */
export function encodeBody(
  { body: encoders = {}, choosesContentType }: ClientOperation,
  input: CallInput,
  wanted: string | undefined,
): EncodedBody {
  const { body } = input;
  // The input types of operations with a choice declare `contentType` as a string.
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
    // Some documents write `application/*+json` for any JSON. `fetch` would take the text for plain text.
    return { body: encoded, contentType: "application/json" };
  }
  // `fetch` takes the content type from the body itself: a multipart body has its boundary in it, and a Blob sent for a
  // range such as `image/*` has its exact type.
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
