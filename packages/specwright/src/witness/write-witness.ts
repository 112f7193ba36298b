import type { CallWitness, CodeWitness, ValueWitness, Witness } from "../compare/witness.ts";
import { isObject } from "../json-object.ts";
import { quoteName } from "../text/code-span.ts";
import { parsePointer } from "../text/pointer.ts";

/** Longer texts would hide the sentence. The witness has the whole value. */
const maximumShown = 120;

/**
 * A witness as one sentence, with code and texts of the document in backticks:
 * `` `{"name": ""}` in the body of `POST /pets` was accepted, is refused now. ``
 */
export function writeWitness(witness: Witness): string {
  switch (witness.kind) {
    case "value":
      return writeValue(witness);
    case "call":
      return writeCall(witness);
    case "code":
      return writeCode(witness);
    default:
      return witness satisfies never;
  }
}

function writeValue(witness: ValueWitness): string {
  const { value, pointer, operation } = witness;
  const whole = printJson(value);
  const part =
    whole.length > maximumShown && pointer !== "" ? readPointer(value, pointer) : undefined;
  const shown =
    part === undefined
      ? quoteName(cut(whole))
      : `${quoteName(cut(printJson(part.value)))} at ${quoteName(pointer)}`;
  const what =
    witness.in === "request"
      ? "was accepted, is refused now"
      : "is possible now, and was not before";
  return `${shown} in ${writeWitnessPlace(witness)} of ${quoteName(operation)} ${what}.`;
}

function readPointer(value: unknown, pointer: string): { readonly value: unknown } | undefined {
  let part = value;
  for (const name of parsePointer(pointer)) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) {
      return undefined;
    }
    part = Reflect.get(part, name);
  }
  return { value: part };
}

function writeWitnessPlace({ place, mediaType = "application/json" }: ValueWitness): string {
  const [, kind, name, rest = ""] =
    /^(\w+ parameter|header) (.+?)((?: of (?:response \w+|callback .+))*)$/s.exec(place) ?? [];
  const article = place.startsWith("item ") ? "an" : "the";
  const where =
    kind === undefined ? `${article} ${place}` : `the ${kind} ${quoteName(name)}${rest}`;
  return mediaType === "application/json" ? where : `${where} as ${quoteName(mediaType)}`;
}

function writeCall({ request, before, after }: CallWitness): string {
  return `${quoteName(cut(request))}: before, ${quoteName(cut(before))}; now, ${quoteName(cut(after))}.`;
}

function writeCode({ code, error }: CodeWitness): string {
  return `${quoteName(cut(code))} no longer compiles: ${quoteName(cut(error))}.`;
}

function cut(text: string): string {
  return text.length > maximumShown
    ? `${text.slice(0, maximumShown).toWellFormed().trimEnd()}…`
    : text;
}

/** JSON on one line, with spaces where people write them. */
function printJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(printJson).join(", ")}]`;
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}: ${printJson(member)}`,
    );
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value) ?? "nothing";
}
