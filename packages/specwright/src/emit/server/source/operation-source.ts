import type { Operation, Parameter } from "../../../document/model/model.ts";
import { buildSentPath } from "../../../document/model/path-key.ts";
import type { ContentNames } from "../../shared/bodies/content-names.ts";
import {
  collectSharedHeaders,
  type DocumentedHeader,
  listAllHeaders,
} from "../../shared/bodies/documented-headers.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { getMethodName } from "../../shared/names/get-method-name.ts";
import { describeParameter } from "../../shared/parameters/describe-parameter.ts";
import { groupStatuses, printSameFor } from "../../shared/print/group-statuses.ts";
import { printObjectLiteral } from "../../shared/print/layout.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import { fitsAfter, printList } from "../../shared/print/print-list.ts";
import { findParameterDefault } from "../defaults/defaults.ts";
import { printServerSecurity } from "../security.ts";
import { type BodyPlans, printAcceptedBodies } from "./body-source.ts";
import { describeHeader } from "./header-source.ts";

/** The parts of an operation's description that refer to other parts of the module. */
export interface OperationParts {
  readonly plans: BodyPlans;
  /** See `printHeaders`. */
  readonly headers: string | undefined;
  /** The constant with its conversions. Undefined when nothing is converted. */
  readonly conversions?: string | undefined;
}

/** The runtime's description of an operation as an object literal, indented for an array at the top level of a module. */
export function printServerOperation(operation: Operation, parts: OperationParts): string {
  const members = printOperationMembers(operation, parts);
  if (operation.isRawBodyKept === true) {
    members.push("isRawBodyKept: true");
  }
  const security = printServerSecurity(operation);
  if (security !== undefined) {
    members.push(`security: ${security}`);
  }
  return printMembers(members);
}

/** Returns whether the printed operations need the function `sameFor`. */
export function needsSameFor(operations: readonly string[]): boolean {
  return operations.some((text) => text.includes("sameFor([") || text.includes("sameFor(\n"));
}

/** The members that the descriptions of operations and webhooks share. */
export function printOperationMembers(
  operation: Operation,
  { plans, headers, conversions }: OperationParts,
): string[] {
  const parameters = operation.parameters.map(({ value }) => value);
  const members = [
    `name: ${printLiteral(operation.name)}`,
    `method: ${printLiteral(getMethodName(operation))}`,
    `path: ${printLiteral(buildSentPath(operation))}`,
  ];
  if (parameters.length > 0) {
    members.push(
      `parameters: ${printList("[", parameters.map(printServerParameter), "    ", fitsAfter(16))}`,
    );
  }
  const values = printDefaults(parameters);
  if (values !== undefined) {
    members.push(`defaults: ${values}`);
  }
  const body = printAcceptedBodies(operation, plans);
  if (body !== undefined) {
    members.push(`body: ${body}`);
  }
  members.push(`responses: ${printResponses(operation)}`);
  const terminators = printTerminators(operation);
  if (terminators !== undefined) {
    members.push(`terminators: ${terminators}`);
  }
  if (headers !== undefined) {
    members.push(`headers: ${headers}`);
  }
  if (conversions !== undefined) {
    members.push(`conversions: ${conversions}`);
  }
  return members;
}

/** An object literal, as an item of an array at the top level of a module. */
export function printMembers(members: readonly string[]): string {
  return `{\n${members.map((member) => `    ${member},\n`).join("")}  }`;
}

/** A parameter as an object literal on one line. */
function printServerParameter(parameter: Parameter): string {
  return printLiteral(describeParameter(parameter));
}

function printDefaults(parameters: readonly Parameter[]): string | undefined {
  const locations = new Map<string, [string, unknown][]>();
  for (const parameter of parameters) {
    const found = findParameterDefault(parameter);
    if (found !== undefined && parameter.in !== "querystring") {
      const values = locations.get(parameter.in) ?? [];
      values.push([parameter.name, found.value]);
      locations.set(parameter.in, values);
    }
  }
  return locations.size === 0
    ? undefined
    : printLiteral(
        Object.fromEntries(
          [...locations].map(([location, values]) => [location, Object.fromEntries(values)]),
        ),
      );
}

/**
 * The documented headers of responses: one list, or a list for each status if they differ.
 *
 * @param lists The module's lists of documented headers. Many operations share the same list, so each is printed once.
 */
export function printHeaders(operation: Operation, lists: ContentNames): string | undefined {
  const list = (headers: readonly DocumentedHeader[], ...place: readonly string[]): string => {
    const lines = headers.map(
      ({ name, header }) => `  ${printLiteral(describeHeader(name, header))},\n`,
    );
    const source = `[\n${lines.join("")}]`;
    const words = headers.map((each) => each.name);
    return lists.name(source, "headers", words, [operation.name, ...place]);
  };
  const shared = collectSharedHeaders(operation);
  if (shared !== undefined) {
    return shared.length === 0 ? undefined : `{ default: ${list(shared)} }`;
  }
  const members = [...operation.responses.keys()].map((status) => {
    const ofStatus = listAllHeaders(operation).filter(({ statuses }) => statuses.includes(status));
    return `${escapePropertyKey(status)}: ${list(ofStatus, status)}`;
  });
  return printList("{", members, "    ", fitsAfter(15));
}

/** The media types by status. Statuses with the same media types are listed once where one line is too short for all. */
function printResponses({ responses }: Operation): string {
  const types = [...responses].map(
    ([status, { value }]) =>
      [status, printLiteral(value.content.map(({ mediaType }) => mediaType))] as const,
  );
  const members = types.map(([status, list]) => `${escapePropertyKey(status)}: ${list}`);
  const line = printList("{", members, "    ", fitsAfter(15));
  if (!line.includes("\n")) {
    return line;
  }
  const groups = groupStatuses(types, (list) => list);
  const [only] = groups;
  if (only !== undefined && groups.length === 1) {
    return printSameFor(only, only.content, "    ", "responses: ");
  }
  const grouped = groups.map((group) =>
    group.statuses.length === 1
      ? `${escapePropertyKey(group.statuses[0])}: ${group.content}`
      : `...${printSameFor(group, group.content, "      ")}`,
  );
  return printObjectLiteral(grouped, "    ");
}

/**
 * The terminators of event streams. A terminator is sent only when the document has one, because most clients do not
 * expect it.
 */
function printTerminators({ responses }: Operation): string | undefined {
  const found = [...responses.values()].flatMap(({ value }) =>
    value.content.flatMap(({ mediaType, streamTerminator }) =>
      streamTerminator === undefined ? [] : [[mediaType, streamTerminator] as const],
    ),
  );
  return found.length === 0 ? undefined : printLiteral(Object.fromEntries(found));
}
