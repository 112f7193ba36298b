import { type FieldIssue, fieldLines } from "@specwright/runtime/v1/schema";
import { PlatformError } from "../../../base/errors.ts";
import { findFileInputs } from "../../toolkits/files/file-inputs.ts";
import type { ToolDefinition, ToolInput } from "../../toolkits/types/tool-types.ts";
import { checkFileArgument, replaceFileByText } from "./file-arguments.ts";
import { readJsonTexts } from "./read-json-texts.ts";
import { findFieldProblems } from "./validator.ts";

/** The arguments of a tool, sorted into the request's parts and valid. */
export interface CheckedArguments {
  /** By the parameter's index in the operation. */
  readonly parameters: ReadonlyMap<number, unknown>;
  /** Absent when no body is sent. */
  readonly body?: { readonly value: unknown } | undefined;
}

/** A request can have 100,000 unknown arguments, but only the first hundred lines are reported. */
const mostUnknown = 1_000;

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Checks arguments against the tool's full schema: each parameter by its own schema, and the body as a whole.
 *
 * @throws PlatformError `ToolExecution_ArgumentsInvalid` with one line for each field, `body.arguments.title: required`
 */
export function checkArguments(tool: ToolDefinition, given: Arguments): CheckedArguments {
  const { values, issues: ofTexts } = readJsonTexts(tool, given);
  const names = new Set(tool.inputs.map(({ name }) => name));
  const issues: FieldIssue[] = Object.keys(values)
    .filter((name) => !names.has(name))
    .slice(0, mostUnknown)
    .map((name) => ({ path: [name], message: "not allowed" }));
  const parameters = new Map<number, unknown>();
  for (const { name, required, fallback, schema, target } of tool.inputs) {
    if (target.kind !== "parameter") {
      continue;
    }
    if (Object.hasOwn(values, name)) {
      parameters.set(target.index, values[name]);
      issues.push(
        ...findFieldProblems(schema, values[name]).map((issue) => moveIssueBelow(issue, name)),
      );
    } else if (fallback !== undefined) {
      parameters.set(target.index, fallback.value);
    } else if (required) {
      issues.push({ path: [name], message: "required" });
    }
  }
  const body = collectBody(tool, values);
  if (body !== undefined) {
    issues.push(...checkBodyAndFiles(tool, values, body.value));
  }
  if (issues.length > 0) {
    // A rule such as a maximum of items says nothing about a text in place of a list.
    const texts = new Set(ofTexts.map(({ path: [name] }) => name));
    const others = issues.filter(({ path: [name = ""] }) => !texts.has(name));
    throw new PlatformError("ToolExecution_ArgumentsInvalid", {
      errors: fieldLines("body.arguments", [...others, ...ofTexts]),
    });
  }
  return { parameters, body };
}

function moveIssueBelow(issue: FieldIssue, name: string): FieldIssue {
  return { ...issue, path: [name, ...issue.path] };
}

/** Builds the body from the arguments. An optional body is not sent when none of its arguments is given. */
function collectBody(tool: ToolDefinition, values: Arguments): { value: unknown } | undefined {
  if (tool.body === undefined) {
    return undefined;
  }
  const whole = tool.inputs.find(({ target }) => target.kind === "wholeBody");
  if (whole !== undefined) {
    if (Object.hasOwn(values, whole.name)) {
      return { value: values[whole.name] };
    }
    // `undefined` is not a JSON value, so the check below reports that the body is required.
    return tool.body.required ? { value: undefined } : undefined;
  }
  const members = new Map<string, unknown>();
  for (const { name, target } of tool.inputs) {
    if (target.kind === "member" && Object.hasOwn(values, name)) {
      members.set(target.name, values[name]);
    }
  }
  return members.size > 0 || tool.body.required
    ? { value: Object.fromEntries(members) }
    : undefined;
}

/** Files are checked as arguments, and the rest of the body by its schema. */
function checkBodyAndFiles(
  tool: ToolDefinition,
  values: Arguments,
  body: unknown,
): readonly FieldIssue[] {
  const files = [...findFileInputs(tool)].filter(([name]) => Object.hasOwn(values, name));
  if (files.length === 0) {
    return checkToolBody(tool, body);
  }
  const given = new Set<PropertyKey>(files.map(([name]) => name));
  const standIns = files.map(([name]) => [name, replaceFileByText(values[name])] as const);
  const shown = collectBody(tool, { ...values, ...Object.fromEntries(standIns) });
  return [
    ...files.flatMap(([name, kind]) =>
      checkFileArgument(kind, values[name]).map((issue) => moveIssueBelow(issue, name)),
    ),
    ...checkToolBody(tool, shown?.value).filter(
      ({ path: [name = "", ...inside] }) =>
        !given.has(name) || (inside.length === 0 && Array.isArray(values[String(name)])),
    ),
  ];
}

/** Problems of the body, under the names that the caller used. */
function checkToolBody(tool: ToolDefinition, body: unknown): readonly FieldIssue[] {
  const whole = tool.inputs.find(({ target }) => target.kind === "wholeBody");
  if (whole !== undefined) {
    return body === undefined
      ? [{ path: [whole.name], message: "required" }]
      : findFieldProblems(whole.schema, body).map((issue) => moveIssueBelow(issue, whole.name));
  }
  const { schema } = tool.body ?? {};
  const issues = schema === undefined ? [] : findFieldProblems(schema, body);
  return issues.map((issue) => {
    const [member, ...rest] = issue.path;
    const input = tool.inputs.find((candidate) => isMember(candidate, member));
    return input === undefined ? issue : { ...issue, path: [input.name, ...rest] };
  });
}

function isMember({ target }: ToolInput, name: PropertyKey | undefined): boolean {
  return target.kind === "member" && target.name === name;
}
