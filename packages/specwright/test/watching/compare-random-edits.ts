import { stringify } from "yaml";
import { createRandom } from "../../../../test/support/samples.ts";
import { buildEditedDocument } from "../edited-document.ts";
import { type Edit, makeRandomEdit } from "../random-edits.ts";
import { compareEdits } from "./compare-edits.ts";

/**
 * Makes random edits of a document, some of which make it invalid, and compares a session with generating from scratch.
 * Default: fifty edits.
 */
export function compareRandomEdits(
  seed: number,
  options: Parameters<typeof compareEdits>[3],
  format: "json" | "yaml" = "json",
  count = 50,
): ReturnType<typeof compareEdits> {
  const random = createRandom(seed);
  const document = buildEditedDocument();
  const file = `api.${format}`;
  const write = (value: unknown, spaces = 2): string =>
    format === "json"
      ? JSON.stringify(value, undefined, spaces)
      : stringify(value, { aliasDuplicateObjects: false, indent: spaces || 4 });
  const listEdits = function* (): Generator<Edit> {
    let current = document;
    for (let number = 0; number < count; number += 1) {
      const { next, what } = makeRandomEdit(current, random);
      if (random() < 0.2) {
        const half = makeRandomEdit(next, random);
        const text = write(half.next, random() < 0.5 ? 2 : 0);
        yield { file, text, what: half.what, isOvertaken: true };
      }
      yield { file, text: `${write(next)}\n`, what };
      // Take back some of the edits, so that the document does not stay invalid. Later edits may also repair it.
      current = random() < 0.8 ? next : current;
      if (random() < 0.1) {
        const text = format === "json" ? JSON.stringify(next).slice(0, -5) : `${write(next)}: [`;
        yield { file, text, what: "a text that ends too early" };
      }
      if (number % 12 === 11) {
        current = document;
      }
    }
  };
  return compareEdits({ [file]: `${write(document)}\n` }, file, listEdits(), options);
}
