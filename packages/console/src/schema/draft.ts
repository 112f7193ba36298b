import { describeField, type Schema } from "./describe-field.ts";

/**
 * What a person typed into a form, as it was typed: `1e` in a field of a number is kept, although it is not one yet. `undefined` and an empty
 * text are fields that nobody filled in.
 */
export type Draft = string | readonly Draft[] | { readonly [name: string]: Draft } | undefined;

/** What a draft says, and what is wrong with it, by the path of the field (`items.0.name`). */
export interface ReadDraft {
  /** Undefined when nothing was filled in. */
  readonly value: unknown;
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads a draft. The problems are those of single fields; everything else is said by the service. */
export function readDraft(schema: Schema, draft: Draft): ReadDraft {
  const problems = new Map<string, string>();
  // An object without members has nothing to fill in.
  const hasMembers = describeField(schema).members.length > 0;
  return { value: read(schema, draft, "", hasMembers, problems), problems };
}

function read(
  outer: Schema,
  draft: Draft,
  path: string,
  isRequired: boolean,
  problems: Map<string, string>,
): unknown {
  const { kind, members, items, choices } = describeField(outer);
  if (kind === "file" && isBlank(draft)) {
    return complain(isRequired, "Choose a file");
  }
  if (kind === "object" || kind === "file") {
    return readObject(members, draft, path, isRequired, problems);
  }
  if (kind === "array") {
    return Array.isArray(draft) && (draft.length > 0 || isRequired)
      ? draft.map((item, index) => read(items, item, join(path, index), true, problems))
      : complain(isRequired, "Add an item");
  }
  const text = typeof draft === "string" ? draft : "";
  if (kind === "text" ? text === "" : text.trim() === "") {
    return complain(isRequired, "Fill this in");
  }
  return readText(text.trim());

  function readText(trimmed: string): unknown {
    switch (kind) {
      case "text":
        return text;
      case "boolean":
        return trimmed === "true";
      case "enum":
        return choices.find((choice) => JSON.stringify(choice) === trimmed);
      case "integer":
      case "number": {
        const number = Number(trimmed);
        const isGood = kind === "integer" ? Number.isInteger(number) : Number.isFinite(number);
        return isGood
          ? number
          : complain(true, `"${trimmed}" is not a${kind === "integer" ? " whole" : ""} number`);
      }
      default:
        return readJson(trimmed);
    }
  }

  function readJson(json: string): unknown {
    try {
      return JSON.parse(json);
    } catch (error) {
      return complain(true, `This is not JSON: ${error instanceof Error ? error.message : ""}`);
    }
  }

  function complain(isProblem: boolean, message: string): undefined {
    if (isProblem) {
      problems.set(path, message);
    }
    return undefined;
  }
}

function readObject(
  members: ReturnType<typeof describeField>["members"],
  draft: Draft,
  path: string,
  isRequired: boolean,
  problems: Map<string, string>,
): unknown {
  const given = isRecord(draft) ? draft : {};
  // An object that may be left out asks for nothing, until one of its members is filled in.
  if (!isRequired && isBlank(given)) {
    return undefined;
  }
  const entries = members.flatMap(({ name, schema, isRequired: needed }) => {
    const value = read(schema, given[name], join(path, name), needed, problems);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The draft that says a value; what a form has no field for is left out. */
export function toDraft(outer: Schema, value: unknown): Draft {
  const { kind, members, items } = describeField(outer);
  if (value === undefined || value === null) {
    return undefined;
  }
  if ((kind === "object" || kind === "file") && isRecord(value)) {
    return Object.fromEntries(
      members.map(({ name, schema }) => [name, toDraft(schema, value[name])] as const),
    );
  }
  if (kind === "array" && Array.isArray(value)) {
    return value.map((item) => toDraft(items, item));
  }
  if (kind === "json") {
    return JSON.stringify(value, undefined, 2);
  }
  return typeof value === "string" && kind !== "enum" ? value : JSON.stringify(value);
}

function isBlank(draft: Draft): boolean {
  if (draft === undefined || draft === "") {
    return true;
  }
  return typeof draft === "object" && Object.values(draft).every(isBlank);
}

function join(path: string, name: number | string): string {
  return path === "" ? String(name) : `${path}.${name}`;
}

function isRecord<Value>(value: Value): value is Value & { readonly [name: string]: Draft } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
