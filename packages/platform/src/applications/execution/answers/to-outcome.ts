import { fieldLines, isEqual } from "@specwright/runtime/v1/schema";
import { findSchemaOfStatus, isDocumentedAsJson } from "../../toolkits/build/output-schema.ts";
import { findValueAt } from "../../toolkits/json-pointer.ts";
import type {
  SuccessCondition,
  ToolDefinition,
  Wrapping,
} from "../../toolkits/types/tool-types.ts";
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
  const isGood = status >= 200 && status < 300;
  const problem = isGood ? findBodyProblem(tool, answer) : undefined;
  const isSuccess =
    isGood &&
    body.kind !== "too-large" &&
    problem === undefined &&
    tool.rules.success.every((condition) => holds(condition, value));
  if (!isSuccess) {
    const data = buildFailureData(tool, answer, problem);
    const trace = { status, attempts, mismatches: [] };
    return { successful: false, data, error: data.message, trace };
  }
  const trace: ExecutionTrace = { status, attempts, mismatches: findMismatches(tool, answer) };
  const result = toResultObject(tool, body);
  const file = body.kind === "file" ? { file: body.file } : {};
  return { successful: true, ...result, error: null, trace, ...file };
}

/**
 * The reason why a body is not the answer of the application, although its status is a success: JSON that was cut off, or
 * the page with which a proxy or a sign-in answers every request.
 */
function findBodyProblem(
  { operation }: ToolDefinition,
  { status, body }: Answer,
): string | undefined {
  if (body.kind !== "text" && body.kind !== "binary") {
    return undefined;
  }
  const isBroken = body.kind === "text" && body.isBroken === true;
  const isPage =
    /^(?:text\/html|application\/xhtml)/.test(body.mediaType) ||
    (body.kind === "text" && /^\s*<(?:!doctype html|html)\b/i.test(body.text));
  if (isPage && (isBroken || isDocumentedAsJson(operation, status))) {
    return `The application answered ${status} with a page instead of JSON. It may want its user to sign in.`;
  }
  return isBroken
    ? `The application answered ${status} with JSON that cannot be read. It may have been cut off.`
    : undefined;
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

interface ResultObject {
  readonly data: Readonly<Record<string, unknown>>;
  readonly wrapping?: Wrapping;
}

/** The result as an object: lists become `items`, other values `value`, as `output_parameters` describes. */
function toResultObject(tool: ToolDefinition, body: ParsedBody): ResultObject {
  switch (body.kind) {
    case "json": {
      const value = findValueAt(body.value, tool.rules.result);
      if (Array.isArray(value)) {
        return { data: { items: value }, wrapping: "items" };
      }
      return typeof value === "object" && value !== null
        ? // The checks before make it an object.
          { data: value as ResultObject["data"] }
        : { data: { value: value ?? null }, wrapping: "value" };
    }
    case "text":
      return { data: { value: body.text }, wrapping: "value" };
    case "binary": {
      const content = Buffer.from(body.bytes).toString("base64");
      return { data: { content, encoding: "base64", mimetype: body.mediaType } };
    }
    case "file":
      return { data: { file: body.file } };
    case "empty":
    case "too-large":
      return { data: {} };
    default:
      return body satisfies never;
  }
}

/** Characters of an error message that are passed on. Some applications answer with a whole page. */
const maximumMessage = 1_000;

function buildFailureData(
  tool: ToolDefinition,
  { status, body }: Answer,
  problem: string | undefined,
): FailureData {
  const value = body.kind === "json" ? body.value : body.kind === "text" ? body.text : null;
  const reported = tool.rules.errorMessages
    .map((pointer) => trimMessage(findValueAt(value, pointer)))
    .find((message) => message !== undefined);
  return {
    status_code: status,
    message: (reported ?? problem ?? chooseDefaultMessage(status, body)).slice(0, maximumMessage),
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
  if (body.kind === "file") {
    return `The application answered ${status}, with bytes or with more than the 2 MiB of text that are parsed.`;
  }
  if (body.kind === "text" && /^text\/plain/.test(body.mediaType) && body.text.trim() !== "") {
    return body.text.trim();
  }
  return status >= 200 && status < 300
    ? `The application answered ${status}, but the answer is not the expected one.`
    : `The application answered ${status}.`;
}
