import { compareEdits } from "./compare-edits.ts";
import { editedDocument } from "./edited-document.ts";
import { type Edit, randomEdit, randomFrom } from "./random-edits.ts";

/** Fifty random edits of a document, some of which leave it wrong, in a session and anew. */
export function compareRandomEdits(
  seed: number,
  options: Parameters<typeof compareEdits>[3],
): ReturnType<typeof compareEdits> {
  const random = randomFrom(seed);
  const document = editedDocument();
  const edits = function* (): Generator<Edit> {
    let current = document;
    for (let number = 0; number < 50; number += 1) {
      const { next, what } = randomEdit(current, random);
      if (random() < 0.2) {
        const half = randomEdit(next, random);
        const text = JSON.stringify(half.next, undefined, random() < 0.5 ? 2 : 0);
        yield { file: "api.json", text, what: half.what, isOvertaken: true };
      }
      yield { file: "api.json", text: `${JSON.stringify(next, undefined, 2)}\n`, what };
      // What breaks a document is taken back as often as it is left to be mended by chance.
      current = random() < 0.8 ? next : current;
      if (random() < 0.1) {
        const text = JSON.stringify(next).slice(0, -5);
        yield { file: "api.json", text, what: "a text that ends too early" };
      }
      if (number % 12 === 11) {
        current = document;
      }
    }
  };
  const text = `${JSON.stringify(document, undefined, 2)}\n`;
  return compareEdits({ "api.json": text }, "api.json", edits(), options);
}
