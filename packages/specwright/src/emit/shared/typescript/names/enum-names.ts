import { findFirstFree } from "../../../../first-free.ts";

/**
 * The name of a hoisted enum, made from its place: `#/components/schemas/Pet/status` becomes `PetStatus`, as in
 * openapi-typescript. Characters that an identifier cannot contain are replaced.
 */
export function nameEnum(path: string): string {
  const name = joinWords(shortenPlace(path));
  return startLegally(name.charAt(0).toUpperCase() + name.slice(1));
}

/** The name of an enum's list of values, made from its place: `petStatusValues`. */
export function nameEnumValues(path: string): string {
  const name = joinWords(`${shortenPlace(path)}Values`);
  return startLegally(name.charAt(0).toLowerCase() + name.slice(1));
}

/** Unique names for the members of one enum. */
export function nameEnumMembers(texts: readonly string[]): readonly string[] {
  // Names that members cannot have: `__proto__` is not an own property of an object, and the others count as numbers.
  const taken = new Set(["__proto__", "NaN", "Infinity", "-Infinity"]);
  const last = new Map<string, number>();
  return texts.map((text) => {
    const name = findFirstFree(nameEnumMember(text), (candidate) => taken.has(candidate), {
      separator: "_",
      last,
    });
    taken.add(name);
    return name;
  });
}

/** The name of a member, as in openapi-typescript. A string that consists only of special characters is kept unchanged. */
function nameEnumMember(text: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(text)) {
    return text;
  }
  const begun = /^[\d\s]/.test(text)
    ? `Value${text}`.replace(".", "_")
    : text.replace(/^-/, "ValueMinus");
  const isSignsOnly = /^[^\w$]+$/.test(begun);
  return isSignsOnly ? begun : begun.replaceAll(/[^\w$]+/g, (run) => (run === "+" ? "Plus" : "_"));
}

function shortenPlace(path: string): string {
  return path.replace(/^#\//, "").replace("components/schemas", "");
}

/** Adds `_` to a name that begins with a digit or is empty. */
function startLegally(name: string): string {
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`;
}

/** Joins words by case. Characters other than letters, digits, `_` and `$` end a word. */
function joinWords(text: string): string {
  const [first = "", ...others] = text.split(/[^\w$]+/);
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
