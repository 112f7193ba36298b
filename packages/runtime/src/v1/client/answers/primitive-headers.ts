import { fromUtf8Bytes } from "../../parameters/decode-header.ts";
import { readTypedText } from "../../parameters/typed-text.ts";
import type { ParameterDefinition } from "../../parameters.ts";
import type { ClientOperation } from "../operation.ts";

/** A documented header of an answer, written in `style: simple` or in a media type (`content`). */
export interface HeaderDefinition extends Omit<ParameterDefinition, "in"> {
  /** The statuses whose answers have the header, as the document writes them (`200`, `4XX`). Default: all. */
  readonly statuses?: readonly string[];
}

/**
 * `responseHeaders` for documents whose headers are all single texts, numbers, booleans or null, and have one
 * definition for every status.
 */
export function primitiveHeaders(
  definitions: readonly Pick<HeaderDefinition, "name" | "type">[],
): NonNullable<ClientOperation["readHeaders"]> {
  return ({ headers }) =>
    Object.fromEntries(
      definitions.flatMap(({ name, type }) => {
        const text = headers.get(name);
        return text === null ? [] : [[name, readTypedText(fromUtf8Bytes(text), type)]];
      }),
    );
}
