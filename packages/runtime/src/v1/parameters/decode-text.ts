import type { Plan, TextPlan } from "./plan.ts";
import {
  acceptsString,
  findItemType,
  findPropertyType,
  parseJsonIfValid,
  readTypedPart,
  readTypedText,
} from "./typed-text.ts";

/** Decodes a value that is written in one string: in style `simple`, and in every style that does not explode. */
export function decodeText(
  plan: TextPlan,
  text: string,
  split: TextPlan["split"] = plan.split,
): unknown {
  if (plan.content !== undefined) {
    return decodeContent(plan, text);
  }
  if (!plan.array && !plan.object) {
    return readTypedText(plan.decode(text), plan.type);
  }
  const parts = split(text);
  if (plan.object && !(plan.array && !(plan.explode && text.includes("=")))) {
    const value = plan.explode ? readObjectOfPairs(plan, parts) : readObjectOfList(plan, parts);
    if (value !== undefined) {
      return value;
    }
  }
  if (plan.array && (!plan.primitive || parts.length > 1)) {
    return decodeItems(plan, text === "" ? [""] : parts);
  }
  return readTypedText(plan.decode(text), plan.type);
}

/** Decodes a parameter with `content`: as JSON, or as the text itself. */
export function decodeContent(plan: TextPlan, text: string): unknown {
  const decoded = plan.decode(text);
  return plan.content === "json" ? parseJsonIfValid(decoded) : decoded;
}

/** Decodes the items of an array. A single empty string is an empty array or null, unless items can be text. */
export function decodeItems(plan: TextPlan, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  if (texts.length === 1 && !acceptsString(findItemType(plan.type, 0))) {
    if (readTypedText(text, plan.type) === null) {
      return null;
    }
    if (text === "") {
      return [];
    }
  }
  const values: unknown[] = [];
  for (const each of texts) {
    values.push(readTypedPart(plan.decode(each), findItemType(plan.type, values.length)));
  }
  return values;
}

/** Reads parts such as `R=100` as an object. Undefined when a part is not such a pair. */
export function readObjectOfPairs(plan: TextPlan, parts: readonly string[]): unknown {
  const pairs: Pair[] = [];
  for (const part of parts) {
    const at = part.indexOf("=");
    if (at < 0) {
      return undefined;
    }
    pairs.push(readProperty(plan, part.slice(0, at), part.slice(at + 1)));
  }
  return Object.fromEntries(pairs);
}

/** Reads the parts `R`, `100`, `G`, `200` as an object. Undefined when the last value is missing. */
function readObjectOfList(plan: TextPlan, parts: readonly string[]): unknown {
  if (parts.length % 2 === 1) {
    return undefined;
  }
  const pairs: Pair[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    pairs.push(readProperty(plan, parts[at] ?? "", parts[at + 1] ?? ""));
  }
  return Object.fromEntries(pairs);
}

type Pair = readonly [name: string, value: unknown];

function readProperty({ decode, type }: TextPlan, key: string, text: string): Pair {
  const name = decode(key);
  return [name, readTypedPart(decode(text), findPropertyType(type, name))];
}

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
