import { decodeContent, decodeItems, decodeText, readObjectOfPairs } from "./decode-text.ts";
import type { Plan } from "./plan.ts";
import { splitAtDots } from "./split.ts";
import { readTypedText } from "./typed-text.ts";

/** The value of a path parameter from its text in the path (`simple`, `label`, `matrix`). */
export function decodePath(plan: Plan, text: string): unknown {
  if (plan.content !== undefined) {
    return decodeContent(plan, text);
  }
  if (plan.style === "label" && text.startsWith(".")) {
    return decodeText(plan, text.slice(1), plan.explode ? splitAtDots : undefined);
  }
  if (plan.style === "matrix" && text.startsWith(";")) {
    return decodeMatrix(plan, text.slice(1).split(";"));
  }
  // A label or matrix value without its prefix (`.` or `;`) is malformed. It stays text, which the validator refuses.
  return plan.style === "simple" ? decodeText(plan, text) : plan.decode(text);
}

function decodeMatrix(plan: Plan, parts: readonly string[]): unknown {
  const pairs = parts.map((part) => (part.includes("=") ? part : `${part}=`));
  if (
    plan.explode &&
    plan.object &&
    !pairs.some((pair) => readMatrixName(plan, pair) === plan.name)
  ) {
    return readObjectOfPairs(plan, pairs);
  }
  const texts = pairs
    .filter((pair) => readMatrixName(plan, pair) === plan.name)
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
  if (texts.length !== pairs.length) {
    return plan.decode(`;${parts.join(";")}`);
  }
  if (plan.array && plan.explode && (!plan.primitive || texts.length > 1)) {
    return decodeItems(plan, texts);
  }
  const [text] = texts;
  return texts.length === 1 && text !== undefined
    ? plan.explode
      ? readTypedText(plan.decode(text), plan.type)
      : decodeText(plan, text)
    : texts.map(plan.decode);
}

function readMatrixName(plan: Plan, pair: string): string {
  return plan.decode(pair.slice(0, pair.indexOf("=")));
}
