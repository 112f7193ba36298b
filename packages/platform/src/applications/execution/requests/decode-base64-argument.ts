import { PlatformError } from "../../../base/errors.ts";
import { trimEnd } from "../../../base/trim-end.ts";

/**
 * The bytes of a base64 text, with or without padding.
 *
 * @param place the place of the text in the request, such as `body.arguments.content`
 * @throws PlatformError `ToolExecution_ArgumentsInvalid`
 */
export function decodeBase64Argument(text: string, place: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text, "base64");
  // Node skips characters that are not base64. The text was valid base64 if encoding the bytes gives it again.
  if (trimEnd(bytes.toString("base64"), "=") === trimEnd(text, "=")) {
    return bytes;
  }
  throw new PlatformError("ToolExecution_ArgumentsInvalid", {
    errors: [`${place}: expected base64`],
  });
}
