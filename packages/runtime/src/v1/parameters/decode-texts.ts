import { decodeItems, decodeText } from "./decode-text.ts";
import type { Plan } from "./plan.ts";
import { typedText } from "./typed-text.ts";

/**
 * The value of a query parameter or cookie from all its texts; undefined when none of them counts.
 *
 * @param repeated true when the parameter is repeated or has brackets, even if only one text counts
 */
export function decodeTexts(
  plan: Plan,
  given: readonly string[],
  repeated: boolean = given.length > 1,
): unknown {
  const texts = plan.emptyAsAbsent ? given.filter((text) => isPresent(plan, text)) : given;
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
  // Repeated parameters are understood whether or not the style explodes.
  return decodeItems(
    plan,
    plan.explode ? texts : texts.flatMap((each) => plan.splitRepeated(each)),
  );
}

/** The same for a parameter that comes once, as most do. */
export function decodeOne(plan: Plan, text: string, split: Plan["split"] = plan.split): unknown {
  if (!plan.explode || plan.content !== undefined) {
    return decodeText(plan, text, split);
  }
  return plan.array && !plan.primitive
    ? decodeItems(plan, [text])
    : typedText(plan.decode(text), plan.type);
}

/** Returns whether a text counts. An empty text does not, when it means that the parameter is absent. */
export function isPresent(plan: Plan, text: string): boolean {
  return !plan.emptyAsAbsent || (text !== "" && text !== "null");
}
