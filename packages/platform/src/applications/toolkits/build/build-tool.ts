import type { Diagnostic, Operation } from "specwright";
import type { Schemas } from "../../../base/api-types.ts";
import type {
  Hint,
  OperationFormat,
  SuccessConditionFormat,
  ToolkitFormat,
} from "../documents/document-format.ts";
import { operationFormat } from "../documents/document-schemas.ts";
import {
  describeProblem,
  reportFormatProblems,
  type ToolkitDocument,
} from "../documents/read-document.ts";
import { findFileInputs } from "../files/file-inputs.ts";
import type { ToolkitDefinition } from "../types/catalog-types.ts";
import type { ExecutionRules, SuccessCondition, ToolDefinition } from "../types/tool-types.ts";
import { deriveWords } from "./derive-words.ts";
import { buildOutputSchema } from "./output-schema.ts";
import { listToolInputs } from "./tool-inputs.ts";

/** The input of `buildTool`. */
export interface ToolParts {
  readonly slug: string;
  readonly operation: Operation;
  readonly document: ToolkitDocument;
  readonly toolkit: ToolkitDefinition;
  /** The versions in which the tool exists, the newest first. */
  readonly versions: readonly string[];
}

/** Builds a tool from an operation. Problems are returned, and invalid parts are left out of the tool. */
export function buildTool(parts: ToolParts): {
  readonly tool: ToolDefinition;
  readonly problems: readonly Diagnostic[];
} {
  const { slug, operation, document, toolkit } = parts;
  const { format, problems } = readOperation(operation, document);
  const fixedHeaders = new Set(
    Object.keys(toolkit.server.headers).map((name) => name.toLowerCase()),
  );
  const hints = format["x-platform-hints"] ?? hintsByMethod[operation.method] ?? [];
  const rules = buildExecutionRules(format, document.format, hints);
  const { inputs, body, schema } = listToolInputs(operation, fixedHeaders, rules);
  const names = new Set(inputs.map(({ target }) => (target.kind === "member" ? target.name : "")));
  const unknown = Object.keys(format["x-platform-members"]).filter((name) => !names.has(name));
  const output = buildOutputSchema(operation, format["x-platform-result"]);
  const record = buildToolRecord(parts, hints, schema, output);
  const tool: ToolDefinition = {
    slug,
    toolkit,
    record,
    recordLength: JSON.stringify(record).length,
    operation,
    path: operation.path.split("#")[0] ?? "",
    inputs,
    ...(body === undefined ? {} : { body }),
    rules,
    takesFiles: findFileInputs({ inputs, rules, ...(body && { body }) }).size > 0,
    searchPhrases: format["x-platform-search"],
    ...(format["x-platform-search"].length === 0 && {
      derived: deriveWords(operation, record.input_parameters),
    }),
  };
  const members = unknown.map((name) => {
    const message = `\`x-platform-members\` names \`${name}\`, which the body does not have.`;
    const place = `${operation.location.pointer}/x-platform-members`;
    return describeProblem(document.path, place, message, "Correct the name.");
  });
  return { tool, problems: [...problems, ...members].map(document.locate) };
}

/** `listPetOwners` and `get /pet-owners` as words: `List pet owners`, `Get pet owners`. */
export function spellName(operationId: string): string {
  const words = operationId
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An unknown `x-platform-*` field is reported as a typing mistake. Extension fields with other names are ignored. */
function readOperation(
  operation: Operation,
  { path }: ToolkitDocument,
): { readonly format: OperationFormat; readonly problems: readonly Diagnostic[] } {
  const { location, summary, description } = operation;
  const own = [...operation.extensions].filter(
    ([name]) => name.startsWith("x-platform-") && name !== "x-platform-trigger",
  );
  const parsed = operationFormat.safeParse(Object.fromEntries(own));
  const problems: Diagnostic[] = [];
  if (summary === undefined || description === undefined) {
    const message =
      "A tool needs a `summary`, which is its name, and a `description`, by which agents choose it.";
    const fix = "Describe the operation and its answer.";
    problems.push({
      ...describeProblem(path, location.pointer, message, fix),
      severity: "warning",
    });
  }
  if (!parsed.success) {
    const place = location.pointer
      .split("/")
      .slice(1)
      .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
    problems.push(...reportFormatProblems(parsed.error.issues, path, place));
  }
  return { format: parsed.success ? parsed.data : operationFormat.parse({}), problems };
}

/** The guarantees of HTTP methods (RFC 9110, section 9.2). The document may add others. */
export const hintsByMethod: Readonly<Record<string, readonly Hint[]>> = {
  get: ["readOnlyHint", "idempotentHint"],
  head: ["readOnlyHint", "idempotentHint"],
  put: ["idempotentHint"],
  delete: ["destructiveHint", "idempotentHint"],
};

function buildExecutionRules(
  format: OperationFormat,
  toolkit: ToolkitFormat,
  hints: readonly Hint[],
): ExecutionRules {
  const graphql = format["x-platform-graphql"];
  const mime = format["x-platform-mime"];
  const file = format["x-platform-file"];
  return {
    success: (format["x-platform-success"] ?? toolkit.success).map(toCondition),
    errorMessages: format["x-platform-errors"] ?? toolkit.errors,
    result: format["x-platform-result"],
    isSafe: hints.includes("readOnlyHint"),
    ...(graphql === undefined ? {} : { graphql }),
    ...(mime === undefined ? {} : { mime }),
    ...(file === undefined ? {} : { file }),
    formBrackets: toolkit.form_style === "brackets",
    members: new Map(Object.entries(format["x-platform-members"])),
  };
}

function toCondition({ pointer, equals, absent }: SuccessConditionFormat): SuccessCondition {
  if (equals !== undefined) {
    return { pointer, test: { kind: "equals", value: equals } };
  }
  return { pointer, test: { kind: absent === true ? "absent" : "present" } };
}

function buildToolRecord(
  { slug, operation, toolkit, versions }: ToolParts,
  hints: readonly Hint[],
  input: Readonly<Record<string, unknown>>,
  output: Readonly<Record<string, unknown>>,
): Schemas["Tool"] {
  const { logo, version } = toolkit.record.meta;
  const name = operation.summary?.trim() || spellName(operation.operationId ?? slug);
  const isDeprecated = operation.deprecated || toolkit.isDeprecated;
  const needsNothing =
    operation.security.length === 0 || operation.security.some((set) => set.size === 0);
  return {
    slug,
    name,
    description: (operation.description ?? name).trim(),
    toolkit: { slug: toolkit.slug, name: toolkit.record.name, logo },
    input_parameters: input,
    output_parameters: output,
    no_auth: toolkit.record.no_auth || needsNothing,
    available_versions: [...versions],
    version,
    scopes: [...new Set(operation.security.flatMap((set) => [...set.values()].flat()))],
    tags: [...new Set([...operation.tags, ...hints])],
    is_deprecated: isDeprecated,
    status: isDeprecated ? "deprecated" : "active",
    enabled: true,
    deprecated: {
      displayName: name,
      version,
      available_versions: [...versions],
      is_deprecated: isDeprecated,
      toolkit: { logo },
    },
  };
}
