import type { StreamFormat } from "../../streams/encode.ts";
import { parseJsonLines, parseJsonSequence } from "../../streams/json-texts.ts";
import { readChunks } from "../../streams/read-chunks.ts";
import { InvalidItemError } from "../answers/failure.ts";
import { issuesToLines } from "../answers/issues.ts";
import type { Validator } from "../operation.ts";
import { JsonProblem, parseJsonText } from "./json-text.ts";

/**
 * Reads the items of a streamed body as they arrive. An item is validated when the handler asks for it.
 *
 * @throws InvalidItemError for an invalid item. If the handler does not catch it, the router answers 400
 */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
  format: StreamFormat,
  findItemValidator: () => Validator | undefined,
  parseJson?: (text: string) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  const parse = format === "json-sequence" ? parseJsonSequence : parseJsonLines;
  const validator = findItemValidator();
  let index = 0;
  try {
    const parseItem = (text: string): unknown => parseJsonText(text, undefined, parseJson);
    for await (const item of parse(readChunks(body), parseItem)) {
      if (item instanceof JsonProblem) {
        throw new InvalidItemError([`body[${index}]${item.place}: ${item.message}`]);
      }
      const result = validator?.safeParse(item);
      if (result?.success === false) {
        throw new InvalidItemError(issuesToLines(`body[${index}]`, result.error.issues));
      }
      yield item;
      index += 1;
    }
  } catch (error) {
    throw error instanceof SyntaxError
      ? new InvalidItemError([`body[${index}]: not valid JSON`])
      : error;
  }
}
