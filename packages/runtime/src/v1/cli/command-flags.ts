import { readFileSync } from "node:fs";
import { Argument, InvalidArgumentError, Option } from "commander";
import type { ApiTool } from "../tools/tool.ts";

/** A flag of a command, and the argument of the operation that it gives. */
export interface CommandFlag {
  readonly argument: string;
  readonly option: Option;
}

/** A word of a command without a flag, and the argument of the operation that it gives. */
export interface CommandPosition {
  readonly argument: string;
  readonly word: Argument;
}

/** The part of an argument's schema that decides how its flag is read. */
interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: ArgumentSchema;
  readonly description?: string;
}

/** Flags that every command has. */
const ownFlags: readonly string[] = ["file", "output", "dry-run", "server", "help"];

/** The words that a command takes in this order: the parameters of its path, except for lists and objects. */
export function listCommandPositions(tool: ApiTool): readonly CommandPosition[] {
  return (tool.positions ?? []).flatMap((argument) => {
    // The schema of every argument is an object.
    const schema = (tool.inputSchema.properties[argument] ?? {}) as ArgumentSchema;
    const type = findType(schema);
    if (type === "array" || type === "object") {
      return [];
    }
    const word = new Argument(`<${toKebab(argument)}>`, describeArgument(schema));
    word.argParser((text: string) => readValue(text, schema));
    const choices = listChoices(schema);
    if (choices !== undefined) {
      // As of flags.
      word.argChoices = choices;
    }
    return [{ argument, word }];
  });
}

/** The flags of a command, one for each argument of its operation that has no position. */
export function listCommandFlags(tool: ApiTool): readonly CommandFlag[] {
  const { inputSchema, bytes = [] } = tool;
  const taken = new Set(ownFlags.map(toAttribute));
  const positions = new Set(listCommandPositions(tool).map(({ argument }) => argument));
  const flagged = Object.entries(inputSchema.properties).filter(([name]) => !positions.has(name));
  return flagged.map(([argument, schema]) => {
    const kebab = toKebab(argument);
    const name =
      [kebab, argument, `argument-${kebab}`].find((each) => !taken.has(toAttribute(each))) ??
      `argument-${kebab}-${taken.size}`;
    taken.add(toAttribute(name));
    return { argument, option: toOption(name, schema as ArgumentSchema, bytes.includes(argument)) };
  });
}

/** The name under which Commander keeps the value of a flag. Two flags must not share one. */
function toAttribute(flag: string): string {
  return flag.replace(/-(.)/g, (_, first: string) => first.toUpperCase());
}

/** `filter_a` and `filterA` become `filter-a`. */
export function toKebab(text: string): string {
  const words = text.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-");
  return (
    words
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .toLowerCase() || "other"
  );
}

function toOption(name: string, schema: ArgumentSchema, isBytes: boolean): Option {
  const help = describeArgument(schema);
  const type = findType(schema);
  const isList = type === "array";
  const one = isList ? (schema.items ?? {}) : schema;
  const oneType = findType(one);
  const placeholder = isBytes
    ? "file"
    : oneType === undefined || oneType === "object"
      ? "json"
      : oneType;
  const flags =
    oneType === "boolean" && !isList ? `--${name} [boolean]` : `--${name} <${placeholder}>`;
  const option = new Option(flags, isList ? `${help} (repeatable)`.trim() : help);
  // Commander takes `--no-cache` for the opposite of `--cache`.
  option.negate = false;
  const read = isBytes ? readBytes : (text: string): unknown => readValue(text, one);
  option.argParser((text: string, previous: unknown) =>
    isList ? [...(Array.isArray(previous) ? previous : []), read(text)] : read(text),
  );
  const choices = listChoices(one);
  if (choices !== undefined) {
    // For the help and the completion. `choices` would replace the parser above.
    option.argChoices = choices;
  }
  return option;
}

function describeArgument({ description = "" }: ArgumentSchema): string {
  return description.split("\n")[0] ?? "";
}

/** The values of an argument, when all are texts. */
function listChoices({ enum: values }: ArgumentSchema): string[] | undefined {
  const texts = values?.filter((value) => typeof value === "string");
  return texts?.length === values?.length ? texts : undefined;
}

/** The only type besides null. */
function findType({ type }: ArgumentSchema): string | undefined {
  const all = (Array.isArray(type) ? type : [type]).filter((each) => each !== "null");
  return all.length === 1 ? all[0] : undefined;
}

function readValue(text: string, schema: ArgumentSchema): unknown {
  switch (findType(schema)) {
    case "string":
      return text;
    case "integer":
    case "number": {
      const value = Number(text);
      if (text.trim() === "" || !Number.isFinite(value)) {
        throw new InvalidArgumentError("Pass a number.");
      }
      // A double would be another number, such as the id of another resource.
      return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
    }
    case "boolean":
      if (text !== "true" && text !== "false") {
        throw new InvalidArgumentError("Pass true or false.");
      }
      return text === "true";
    case undefined:
      // Several types: a text that is not JSON is a text.
      return parseJson(text) ?? text;
    default: {
      const value = parseJson(text);
      if (value === undefined) {
        throw new InvalidArgumentError("Pass JSON.");
      }
      return value;
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bytes of a file in base64, as arguments of tools have them. */
function readBytes(path: string): string {
  try {
    return readFileSync(path).toString("base64");
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
