import type { Parameter, RequestBody } from "../../document/model/model.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { escapeTemplate } from "../shared/escape/template.ts";
import type { DocText } from "../shared/print/doc-comment.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { writeSchemaDoc } from "../shared/print/schema-doc-text.ts";
import { printTypeExpression } from "../shared/typescript/schema/type-expression.ts";
import type { TypeContext } from "../shared/typescript/type-context.ts";
import type { BodyTypes } from "./body-types.ts";
import {
  choosesContentType,
  findIdempotencyKey,
  isInputOptional,
  type PlacedParameter,
} from "./input-layout.ts";
import type { ClientOperationPlan } from "./plan.ts";

/** The input of an operation, printed. */
export interface InputType {
  /** The members of the interface as lines. Empty when the operation takes no input. */
  readonly members: string;
  /**
   * The body with its media type, as a union to be intersected with the members. Absent when there is only one media
   * type.
   */
  readonly bodies?: string;
  /** True when the operation can be called without any input. */
  readonly optional: boolean;
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly doc: DocText;
}

/** Prints the type of the input: the direct parameters, the groups of the others (`header`, `cookie`, …), and the body. */
export function printClientInput(
  plan: ClientOperationPlan,
  types: BodyTypes,
  context: TypeContext,
): InputType {
  const { operation, parameters } = plan;
  const key = findIdempotencyKey(parameters);
  const toMember = (parameter: Parameter, indent: string): Member =>
    printInputMember(parameter, parameter === key, indent, context);
  const members = parameters
    .filter(({ grouped }) => !grouped)
    .map(({ parameter }) => toMember(parameter, "  "));
  for (const [location, group] of groupByLocation(parameters)) {
    const inner = group.map((parameter) => toMember(parameter, "    "));
    members.push({
      name: location,
      type: `{\n${inner.map((member) => renderMember(member, "    ")).join("")}  }`,
      optional: inner.every(({ optional }) => optional),
      doc: {},
    });
  }
  const body = operation.requestBody?.value;
  const hasChoice = choosesContentType(operation);
  if (body !== undefined && body.content.length > 0 && !hasChoice) {
    const { description } = body;
    members.push({
      name: "body",
      type: types.printRequest(),
      optional: !body.required,
      doc: { description },
    });
  }
  return {
    members: members.map((member) => renderMember(member, "  ")).join(""),
    ...(body !== undefined && hasChoice && { bodies: printBodyAlternatives(body, types) }),
    optional: isInputOptional(plan),
  };
}

/** A template literal type for the media types of a range such as `image/*`. */
function printRangeType(range: string): string {
  const parts = range.split("*").map(escapeTemplate);
  return `\`${parts.join("$" + "{string}")}\``;
}

/** The first media type is the default when the caller names none. */
function printBodyAlternatives({ description, required }: RequestBody, types: BodyTypes): string {
  const doc = renderDocComment({ description }, "      ");
  const lines = types.printRequests().map(({ mediaType, type }, index) => {
    const name = mediaType.includes("*") ? printRangeType(mediaType) : escapeString(mediaType);
    return `\n    | {\n${doc}      body: ${type};\n      contentType${index === 0 ? "?" : ""}: ${name};\n    }`;
  });
  if (!required) {
    lines.push("\n    | { body?: undefined; contentType?: undefined }");
  }
  return lines.join("");
}

function groupByLocation(
  parameters: readonly PlacedParameter[],
): ReadonlyMap<string, readonly Parameter[]> {
  const byLocation = new Map<string, Parameter[]>();
  for (const { parameter, grouped } of parameters) {
    if (grouped) {
      const group = byLocation.get(parameter.in) ?? [];
      group.push(parameter);
      byLocation.set(parameter.in, group);
    }
  }
  return byLocation;
}

/** An idempotency key is never required, because the runtime makes one. */
function printInputMember(
  parameter: Parameter,
  isIdempotencyKey: boolean,
  indent: string,
  context: TypeContext,
): Member {
  const { name, schema, required, description, deprecated } = parameter;
  const notes = isIdempotencyKey ? ["Made for each call unless given."] : [];
  const text = writeSchemaDoc(schema);
  return {
    name,
    type: printTypeExpression(schema, context, {
      indent,
      path: `#/paths/parameters/${parameter.in}/${name}`,
    }),
    optional: isIdempotencyKey || !required,
    doc: { ...text, description, deprecated, notes: [...(text.notes ?? []), ...notes] },
  };
}

function renderMember({ name, type, optional, doc }: Member, indent: string): string {
  const comment = renderDocComment(doc, indent);
  return `${comment}${indent}${escapePropertyKey(name)}${optional ? "?" : ""}: ${type};\n`;
}
