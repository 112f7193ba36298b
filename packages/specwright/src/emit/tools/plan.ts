import type { ApiTool, ToolApi } from "@specwright/runtime/v1/tools";
import type { Diagnostic } from "../../diagnostic.ts";
import { isSafe } from "../../document/model/facts/is-safe.ts";
import type { Model, Operation } from "../../document/model/model.ts";
import { findSentSecurity } from "../../document/model/sent-security.ts";
import { findBaseAddress } from "../../document/model/server-address.ts";
import { findFirstFree } from "../../first-free.ts";
import { isObject } from "../../json-object.ts";
import { reportLoss } from "../../loss.ts";
import { askDidYouMean } from "../../text/nearest.ts";
import { layOutInput } from "../client/input-layout.ts";
import { describeOperation, type Renaming } from "../shared/names/describe-renamings.ts";
import { getMethodName } from "../shared/names/get-method-name.ts";
import { cutDescription } from "./cut-description.ts";
import { boundInputSchema, largestSchema } from "./input-schema.ts";
import { layOutArguments, type ToolArgument } from "./lay-out-arguments.ts";
import { nameApi, nameCredentials } from "./variables.ts";

/** A tool without its call. Its operation is there by name. */
export type ToolPlan = Omit<ApiTool, "call">;

/** The tools of a document, and what a server of them has to know. */
export interface ToolsPlan {
  readonly api: Omit<ToolApi, "tools">;
  readonly tools: readonly ToolPlan[];
  readonly diagnostics: readonly Diagnostic[];
  readonly renamings: readonly Renaming[];
}

/** Which operations become tools. Without a choice, all of them. */
export interface ToolInclusion {
  readonly tags?: readonly string[] | undefined;
  readonly operations?: readonly string[] | undefined;
  /** The API's name in variables and clients. Default: its title. */
  readonly name?: string | undefined;
  /** True for people instead of models: `x-tool` has no effect. */
  readonly isForPeople?: boolean;
}

/** `x-tool` of an operation. */
interface ToolExtension {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly readOnly?: unknown;
  readonly destructive?: unknown;
  readonly idempotent?: unknown;
}

/** Model vendors accept names of 64 characters. The rest is room for the number that makes a name unique. */
const longestName = 60;

/** OpenAI accepts descriptions of 1,024 characters. */
const longestDescription = 1_024;

/** Plans a tool for every chosen operation, except those with `x-tool: false`. */
export function planTools(model: Model, chosen: ToolInclusion = {}): ToolsPlan {
  const diagnostics: Diagnostic[] = [...findUnknownChoices(model, chosen)];
  const operations = model.operations.filter((operation) => isChosen(operation, chosen));
  const names = createToolNames();
  const tools = operations.map((operation) =>
    planTool(operation, model, names, chosen.isForPeople === true ? undefined : diagnostics),
  );
  const baseUrl = findBaseAddress(model.servers);
  const name = nameApi(chosen.name ?? model.info.title);
  return {
    api: {
      name: name.toLowerCase().replaceAll("_", "-"),
      title: model.info.title,
      version: model.info.version,
      ...(baseUrl !== undefined && { baseUrl }),
      baseUrlVariable: `${name}_BASE_URL`,
      credentials: nameCredentials(model, name),
      ...(chosen.isForPeople === true && describeTags(model)),
    },
    tools,
    diagnostics,
    renamings: names.renamings,
  };
}

/** The first line of each tag's text. Without any, nothing is printed. */
function describeTags({ tags }: Model): { readonly tags?: Readonly<Record<string, string>> } {
  const texts = tags.flatMap(({ name, summary, description = "" }) => {
    const [line = ""] = (summary ?? description).trim().split("\n");
    return line === "" ? [] : [[name, cutDescription(line, longestSummary)] as const];
  });
  return texts.length === 0 ? {} : { tags: Object.fromEntries(texts) };
}

/** The longest line about a group of commands. */
const longestSummary = 100;

function isChosen(
  operation: Operation,
  { tags, operations, isForPeople = false }: ToolInclusion,
): boolean {
  return (
    (isForPeople || operation.extensions.get("x-tool") !== false) &&
    (tags === undefined || operation.tags.some((tag) => tags.includes(tag))) &&
    (operations === undefined || operations.includes(operation.name))
  );
}

/** Tags and operations that the document does not have. */
function findUnknownChoices(
  { operations: all }: Model,
  { tags = [], operations = [] }: ToolInclusion,
): Diagnostic[] {
  const tagNames = [...new Set(all.flatMap((operation) => operation.tags))];
  const names = all.map(({ name }) => name);
  return [
    ...tags
      .filter((tag) => !tagNames.includes(tag))
      .map((tag) => describeUnknown("tag", tag, tagNames)),
    ...operations
      .filter((name) => !names.includes(name))
      .map((name) => describeUnknown("operation", name, names)),
  ];
}

function describeUnknown(kind: string, name: string, known: readonly string[]): Diagnostic {
  return {
    severity: "error",
    code: "unknown-name",
    message: `No operation of the document has the ${kind === "tag" ? "tag" : "name"} \`${name}\`.`,
    fix: `${askDidYouMean(name, known)}Choose from those of the document.`,
  };
}

function planTool(
  operation: Operation,
  model: Model,
  names: ToolNames,
  diagnostics: Diagnostic[] | undefined,
): ToolPlan {
  // Without diagnostics the tool is for people, whom neither concerns.
  const extension = diagnostics === undefined ? {} : readExtension(operation, diagnostics);
  const { list, needsBody } = layOutArguments(operation, layOutInput(operation));
  const { schema, isShortened } = boundInputSchema(list);
  if (isShortened) {
    diagnostics?.push(describeShortened(operation));
  }
  const { name, description } = extension;
  const places = list.flatMap(({ name: argument, place }) =>
    place.length === 1 && place[0] === argument ? [] : [[argument, place] as const],
  );
  const bytes = list.filter(({ isBytes }) => isBytes).map((argument) => argument.name);
  const schemes = [
    ...new Set(
      findSentSecurity(model, operation).flatMap((alternative) => [...alternative.keys()]),
    ),
  ];
  return {
    name: names.take(typeof name === "string" ? name : operation.name, operation),
    description:
      typeof description === "string"
        ? cutDescription(description, longestDescription)
        : describeTool(operation),
    inputSchema: schema,
    annotations: annotateTool(operation, extension),
    operation: operation.name,
    tags: operation.tags,
    ...(places.length > 0 && { places: Object.fromEntries(places) }),
    ...(bytes.length > 0 && { bytes }),
    ...(diagnostics === undefined && listPositions(operation, list)),
    ...(needsBody && { needsBody }),
    ...(schemes.length > 0 && { schemes }),
  };
}

/** The arguments of the path, in its order. Models name every argument, so only a command line has positions. */
function listPositions(
  { path }: Operation,
  list: readonly ToolArgument[],
): { readonly positions?: readonly string[] } {
  const find = ({ inPath }: ToolArgument): number => path.indexOf(`{${inPath}}`);
  const positions = list
    .filter(({ inPath }) => inPath !== undefined)
    .toSorted((one, other) => find(one) - find(other))
    .map(({ name }) => name);
  return positions.length === 0 ? {} : { positions };
}

/** Reads `x-tool`. A value or a member of the wrong type is a warning, and is not used. */
function readExtension(operation: Operation, diagnostics: Diagnostic[]): ToolExtension {
  const value = operation.extensions.get("x-tool");
  if (value === undefined || value === true) {
    return {};
  }
  const types = isObject(value)
    ? Object.entries(value).filter(([name, member]) => typeof member !== memberTypes.get(name))
    : [["", value] as const];
  for (const [name] of types) {
    diagnostics.push({
      severity: "warning",
      code: "x-tool-not-used",
      message: `\`x-tool\`${name === "" ? "" : `, member \`${name}\`,`} of \`${operation.name}\` has a value that tools cannot use.`,
      fix: "Write `false`, or an object with texts for `name` and `description`, and true or false for `readOnly`, `destructive` and `idempotent`.",
      file: operation.location.file,
      pointer: operation.location.pointer,
    });
  }
  return isObject(value) ? value : {};
}

const memberTypes: ReadonlyMap<string, string> = new Map([
  ["name", "string"],
  ["description", "string"],
  ["readOnly", "boolean"],
  ["destructive", "boolean"],
  ["idempotent", "boolean"],
]);

function describeTool(operation: Operation): string {
  const { summary, description, deprecated, path } = operation;
  const isRepeated = summary !== undefined && description?.startsWith(summary) === true;
  const words = [deprecated && "Deprecated.", !isRepeated && summary, description]
    .filter((part) => typeof part === "string" && part.trim() !== "")
    .join("\n\n");
  return cutDescription(words || `${getMethodName(operation)} ${path}`, longestDescription);
}

function annotateTool(
  operation: Operation,
  { readOnly, destructive, idempotent }: ToolExtension,
): ToolPlan["annotations"] {
  const method = getMethodName(operation);
  const isReading = typeof readOnly === "boolean" ? readOnly : isSafe(operation);
  const { summary } = operation;
  return {
    ...(summary !== undefined && { title: cutDescription(summary, 100) }),
    readOnlyHint: isReading,
    destructiveHint:
      !isReading &&
      (typeof destructive === "boolean"
        ? destructive
        : ["PUT", "PATCH", "DELETE"].includes(method)),
    idempotentHint:
      typeof idempotent === "boolean"
        ? idempotent
        : isReading || method === "PUT" || method === "DELETE",
  };
}

function describeShortened({ name, location }: Operation): Diagnostic {
  return reportLoss(location, "tool-arguments-shortened", {
    message: `The arguments of the tool \`${name}\` are described in less detail than in the document, because their schema is larger than ${largestSchema} bytes.`,
    fix: "Nothing has to be done: the service checks the values. Or leave the tool out with `x-tool: false`.",
  });
}

interface ToolNames {
  readonly take: (wanted: string, operation: Operation) => string;
  readonly renamings: readonly Renaming[];
}

/** Gives each tool a name of its own. Some clients do not distinguish upper and lower case. */
function createToolNames(): ToolNames {
  const owners = new Map<string, string>();
  const last = new Map<string, number>();
  const renamings: Renaming[] = [];
  return {
    renamings,
    take: (text, operation) => {
      const wanted = toToolName(text);
      const free = findFirstFree(wanted, (name) => owners.has(name.toLowerCase()), {
        separator: "_",
        last,
        isLimited: true,
      });
      if (free !== wanted) {
        const owner = owners.get(wanted.toLowerCase());
        renamings.push({ thing: describeOperation(operation), wanted, free, owner });
      }
      owners.set(free.toLowerCase(), operation.name);
      return free;
    },
  };
}

/** A name with the characters that model vendors accept for a tool. */
function toToolName(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "");
  return plain.slice(0, longestName) || "tool";
}
