import { fieldLines, isEqual } from "@specwright/runtime/v1/schema";
import { findSchemaOfStatus } from "../../toolkits/build/output-schema.ts";
import { findValueAt } from "../../toolkits/json-pointer.ts";
import type { SuccessCondition, ToolDefinition } from "../../toolkits/types/tool-types.ts";
import { findFieldProblems } from "../arguments/validator.ts";
import type { ExecutionTrace, FailureData, ToolOutcome } from "../execution-types.ts";
import type { ParsedBody } from "./read-body.ts";
import type { Answer } from "./send-request.ts";

/**
 * The outcome of an execution. It is a success when the status and the tool's success conditions say so, otherwise a
 * failure.
 */
export function toOutcome(tool: ToolDefinition, answer: Answer): ToolOutcome {
  const { status, body, attempts } = answer;
  const value = body.kind === "json" ? body.value : undefined;
  const isSuccess =
    status >= 200 &&
    status < 300 &&
    body.kind !== "too-large" &&
    tool.rules.success.every((condition) => holds(condition, value));
  if (!isSuccess) {
    const data = buildFailureData(tool, answer);
    const trace = { status, attempts, mismatches: [] };
    return { successful: false, data, error: data.message, trace };
  }
  const trace: ExecutionTrace = { status, attempts, mismatches: findMismatches(tool, answer) };
  const data = toResultObject(tool, body);
  const file = body.kind === "file" ? { file: body.file } : {};
  return { successful: true, data, error: null, trace, ...file };
}

function holds({ pointer, test }: SuccessCondition, value: unknown): boolean {
  const found = findValueAt(value, pointer);
  switch (test.kind) {
    case "equals":
      return isEqual(found, test.value);
    case "absent":
      return found === undefined || found === null;
    case "present":
      return found !== undefined && found !== null;
    default:
      return test satisfies never;
  }
}

/** The comparison is only for the log. For longer responses it would delay other requests. */
const maximumComparedBytes = 256 * 1024;

/**
 * Lists where a successful response differs from the document. The call still succeeds, because the application
 * decides, not its document.
 */
function findMismatches(tool: ToolDefinition, { status, body }: Answer): readonly string[] {
  const schema = findSchemaOfStatus(tool.operation, status);
  if (schema === undefined || body.kind === "empty" || body.kind === "file") {
    return [];
  }
  if (body.kind === "json") {
    return body.size > maximumComparedBytes
      ? []
      : fieldLines("answer", findFieldProblems(schema, body.value));
  }
  return body.kind === "binary" && body.isUnread ? [] : ["answer: expected JSON"];
}

/** The result as an object: lists become `items`, other values `value`, as `output_parameters` describes. */
function toResultObject(tool: ToolDefinition, body: ParsedBody): Readonly<Record<string, unknown>> {
  switch (body.kind) {
    case "json": {
      const value = findValueAt(body.value, tool.rules.result);
      if (Array.isArray(value)) {
        return { items: value };
      }
      return typeof value === "object" && value !== null
        ? // The checks before make it an object.
          (value as Readonly<Record<string, unknown>>)
        : { value: value ?? null };
    }
    case "text":
      return { value: body.text };
    case "binary":
      return {
        content: Buffer.from(body.bytes).toString("base64"),
        encoding: "base64",
        mimetype: body.mediaType,
      };
    case "file":
      return { file: body.file };
    case "empty":
    case "too-large":
      return {};
    default:
      return body satisfies never;
  }
}

/** Characters of an error message that are passed on. Some applications answer with a whole page. */
const maximumMessage = 1_000;

function buildFailureData(tool: ToolDefinition, { status, body }: Answer): FailureData {
  const value = body.kind === "json" ? body.value : body.kind === "text" ? body.text : null;
  const reported = tool.rules.errorMessages
    .map((pointer) => trimMessage(findValueAt(value, pointer)))
    .find((message) => message !== undefined);
  return {
    status_code: status,
    message: (reported ?? chooseDefaultMessage(status, body)).slice(0, maximumMessage),
    body: value,
  };
}

function trimMessage(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function chooseDefaultMessage(status: number, body: ParsedBody): string {
  if (body.kind === "too-large") {
    return "The application's answer is larger than 10 MiB (for a file: 100 MiB) and was not read.";
  }
  if (body.kind === "binary" && body.isUnread) {
    return `The application answered ${status}, with more than the 2 MiB that are parsed.`;
  }
  if (body.kind === "text" && /^text\/plain/.test(body.mediaType) && body.text.trim() !== "") {
    return body.text.trim();
  }
  return status >= 200 && status < 300
    ? `The application answered ${status}, but the answer is not the expected one.`
    : `The application answered ${status}.`;
}
