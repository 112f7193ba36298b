import { decodeItems, decodeText } from "./decode-text.ts";
import type { Plan } from "./plan.ts";
import { readTypedText } from "./typed-text.ts";

/**
 * Decodes a query parameter or cookie from all its texts. Undefined when all of them mean that it is absent.
 *
 * @param repeated true when the parameter is repeated or written with `[]`, even if only one string is present
 */
export function decodeTexts(
  plan: Plan,
  given: readonly string[],
  repeated: boolean = given.length > 1,
): unknown {
  const texts = plan.emptyAsAbsent ? given.filter((text) => isTextPresent(plan, text)) : given;
  const [text] = texts;
  if (text === undefined) {
    return undefined;
  }
  if (texts.length === 1) {
    return decodeOne(plan, text, repeated ? plan.splitRepeated : plan.split);
  }
  if (plan.content !== undefined || !plan.array) {
    return texts.map(plan.decode);
  }
  // Repeated parameters are read as items even if the style does not explode.
  return decodeItems(
    plan,
    plan.explode ? texts : texts.flatMap((each) => plan.splitRepeated(each)),
  );
}

/** `decodeTexts` for a parameter that occurs once, which is the usual case. */
export function decodeOne(plan: Plan, text: string, split: Plan["split"] = plan.split): unknown {
  if (!plan.explode || plan.content !== undefined) {
    return decodeText(plan, text, split);
  }
  return plan.array && !plan.primitive
    ? decodeItems(plan, [text])
    : readTypedText(plan.decode(text), plan.type);
}

/**
 * Returns whether a parameter with this text is present. With `emptyAsAbsent`, an empty string and `null` mean that it is
 * absent.
 */
export function isTextPresent(plan: Plan, text: string): boolean {
  return !plan.emptyAsAbsent || (text !== "" && text !== "null");
}
