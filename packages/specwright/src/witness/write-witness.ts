import type { CallWitness, CodeWitness, ValueWitness, Witness } from "../compare/witness.ts";
import { isObject } from "../json-object.ts";
import { quoteName } from "../text/code-span.ts";

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
  const shown = quoteName(cut(printJson(witness.value)));
  const what =
    witness.in === "request"
      ? "was accepted, is refused now"
      : "is possible now, and was not before";
  return `${shown} in ${writeWitnessPlace(witness)} of ${quoteName(witness.operation)} ${what}.`;
}

function writeWitnessPlace({ place, mediaType = "application/json" }: ValueWitness): string {
  const [, kind, name, rest = ""] =
    /^(\w+ parameter|header) (.+?)((?: of (?:response \w+|callback .+))*)$/s.exec(place) ?? [];
  const where = kind === undefined ? `the ${place}` : `the ${kind} ${quoteName(name)}${rest}`;
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
