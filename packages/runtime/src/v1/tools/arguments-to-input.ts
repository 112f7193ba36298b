import type { CallInput } from "../client/operation.ts";
import { getOwnValue } from "../parameters/pieces.ts";
import type { ApiTool } from "./tool.ts";

/** The arguments of a call cannot be sent. The message is for the model, which can call again. */
export class ToolArgumentError extends Error {
  override readonly name: string = "ToolArgumentError";
}

/**
 * The input of an operation from the arguments that a model wrote.
 *
 * @throws ToolArgumentError for arguments that the tool does not have or lacks, and for bytes that are not base64
 */
export function argumentsToInput(tool: ApiTool, given: unknown): CallInput {
  const { inputSchema, places = {}, bytes = [], needsBody } = tool;
  const all = toObject(given ?? {}, tool);
  const known = Object.keys(inputSchema.properties);
  assertNone(
    tool,
    Object.keys(all).filter((name) => !known.includes(name)),
    "does not have",
    `It takes ${known.length === 0 ? "none" : known.join(", ")}.`,
  );
  assertNone(
    tool,
    (inputSchema.required ?? []).filter((name) => getOwnValue(all, name) === undefined),
    "needs",
    "Call it again with every argument that it requires.",
  );
  const input = new Map<string, unknown>();
  const groups = new Map<string, Map<string, unknown>>(needsBody ? [["body", new Map()]] : []);
  for (const [name, value] of Object.entries(all)) {
    const [place = name, member] = Object.hasOwn(places, name) ? (places[name] ?? []) : [];
    const sent = bytes.includes(name) ? readFiles(value, name) : value;
    if (member === undefined) {
      input.set(place, sent);
    } else {
      groups.set(place, (groups.get(place) ?? new Map()).set(member, sent));
    }
  }
  // An object from entries has every member of its own, also one with the name `__proto__`.
  return Object.fromEntries([
    ...input,
    ...[...groups].map(([place, members]) => [place, Object.fromEntries(members)] as const),
  ]);
}

function toObject(given: unknown, { name }: ApiTool): Readonly<Record<string, unknown>> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ToolArgumentError(`The arguments of ${name} have to be an object.`);
  }
  return given as Readonly<Record<string, unknown>>; // As checked above.
}

function assertNone(
  { name }: ApiTool,
  wrong: readonly string[],
  verb: string,
  advice: string,
): void {
  if (wrong.length > 0) {
    const what = wrong.length === 1 ? "the argument" : "the arguments";
    throw new ToolArgumentError(`${name} ${verb} ${what} ${wrong.join(", ")}. ${advice}`);
  }
}

/** Several files are a list of texts. */
function readFiles(value: unknown, name: string): unknown {
  return Array.isArray(value) ? value.map((each) => readFile(each, name)) : readFile(value, name);
}

function readFile(value: unknown, name: string): File {
  try {
    const text = atob(String(value));
    return new File([Uint8Array.from(text, (character) => character.charCodeAt(0))], name);
  } catch {
    throw new ToolArgumentError(`The argument ${name} has to be the file's bytes in base64.`);
  }
}
