import { isObject } from "@specwright/runtime/v1/values";
import type { Operation } from "specwright";
import { readPathAction } from "../documents/path-names.ts";
import type { DerivedWords } from "../types/tool-types.ts";

/** The most characters of names and values that are kept of a tool. There may be 20,000 tools. */
const mostCharacters = 400;

/** Derives words for the search from an operation and the schema of its arguments. */
export function deriveWords({ method, path }: Operation, schema: unknown): DerivedWords {
  const { verb, nouns, by = "" } = readPathAction(method, path);
  const names: string[] = [by];
  let characters = 0;
  const add = (text: string): void => {
    if (characters + text.length < mostCharacters && !names.includes(text)) {
      characters += text.length + 1;
      names.push(text);
    }
  };
  // The names of all arguments come before those of their members.
  let level: readonly unknown[] = [schema];
  while (level.length > 0 && characters < mostCharacters) {
    const next: unknown[] = [];
    for (const each of level.filter(isObject)) {
      for (const [name, inner] of isObject(each.properties)
        ? Object.entries(each.properties)
        : []) {
        add(name);
        next.push(inner);
      }
      for (const value of Array.isArray(each.enum) ? each.enum : []) {
        add(String(value));
      }
      next.push(each.items, ...(Array.isArray(each.anyOf) ? each.anyOf : []));
    }
    level = next;
  }
  return { action: verb, things: nouns.join(" "), details: names.join(" ").trim() };
}
