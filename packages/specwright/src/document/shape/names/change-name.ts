import { toUpperFirst } from "../../../text/upper-first.ts";
import type { NameCase, NameRules } from "../input-settings.ts";

/** A name after rules: its own new name, or what is left of it after `strip`, in the case of the rules. */
export function changeName(
  name: string,
  { strip = [], case: wanted, rename = {} }: NameRules,
): string {
  if (Object.hasOwn(rename, name)) {
    return rename[name] ?? name;
  }
  const stripped = strip.reduce(stripOne, name);
  return wanted === undefined ? stripped : writeCase(stripped, wanted);
}

/** `Api*` is a beginning, and `*Dto` an end. A name is never stripped to nothing. */
function stripOne(name: string, pattern: string): string {
  const text = pattern.replace("*", "");
  const isFit = pattern.startsWith("*") ? name.endsWith(text) : name.startsWith(text);
  if (!isFit || name.length === text.length) {
    return name;
  }
  return pattern.startsWith("*") ? name.slice(0, -text.length) : name.slice(text.length);
}

function writeCase(name: string, wanted: NameCase): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "");
  if (wanted === "snake") {
    return words.map((word) => word.toLowerCase()).join("_");
  }
  const joined = words.map((word) => toUpperFirst(word.toLowerCase())).join("");
  return wanted === "pascal" ? joined : joined.charAt(0).toLowerCase() + joined.slice(1);
}
