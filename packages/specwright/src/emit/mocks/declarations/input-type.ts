import type { MediaType, Operation, ParameterLocation } from "../../../document/model/model.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { findStreamFormat } from "../../shared/bodies/stream-item.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { renderDocComment } from "../../shared/print/doc-comment.ts";
import { placeOperation, placeRequestBody } from "../../shared/typescript/places/emitted-place.ts";
import { printTypeExpression } from "../../shared/typescript/schema/type-expression.ts";
import { printSchemaType } from "../../shared/typescript/schema-type.ts";
import type { TypeContext } from "../../shared/typescript/type-context.ts";

/** The members of the input of a mock by the location of their parameters. */
const members: readonly (readonly [string, ParameterLocation])[] = [
  ["params", "path"],
  ["query", "query"],
  ["header", "header"],
  ["cookie", "cookie"],
];

/** The members of the input of a mock's function, as lines. */
export function printMockInput(operation: Operation, context: TypeContext): string {
  const lines = members.map(
    ([name, location]) => `  readonly ${name}: ${printLocation(operation, location, context)};\n`,
  );
  const whole = operation.parameters.find(({ value }) => value.in === "querystring")?.value;
  if (whole !== undefined) {
    const type = printTypeExpression(whole.schema, context, { indent: "  ", path: "#/paths" });
    lines.push(`  readonly querystring?: ${type};\n`);
  }
  lines.push(`  readonly body: ${printMockBody(operation, context)};\n`);
  lines.push("  /** The request. Its body can still be read. */\n  readonly request: Request;\n");
  return lines.join("");
}

/** Mocks do not validate, and fill in no defaults: only required parameters are always there. */
function printLocation(
  { parameters }: Operation,
  location: ParameterLocation,
  context: TypeContext,
): string {
  const found = parameters.map(({ value }) => value).filter((each) => each.in === location);
  const lines = found.map(({ name, schema, required, description }) => {
    const path = `#/paths/parameters/${location}/${name}`;
    const type = printTypeExpression(schema, context, { indent: "    ", path });
    const doc = renderDocComment({ description: description?.split("\n\n")[0] }, "    ");
    return `${doc}    readonly ${escapePropertyKey(name)}${required ? "" : "?"}: ${type};\n`;
  });
  return lines.length === 0 ? "Readonly<Record<never, never>>" : `{\n${lines.join("")}  }`;
}

function printMockBody(operation: Operation, context: TypeContext): string {
  const { content = [], required } = operation.requestBody?.value ?? {};
  const place = placeRequestBody(operation, placeOperation(operation, "paths", context));
  const types = content.map((each) => printReadBody(each, place, context));
  const all = [...new Set([...types, ...(required === true ? [] : ["undefined"])])];
  return content.length === 0 ? "undefined" : all.join(" | ");
}

function printReadBody(
  mediaType: MediaType,
  place: string | undefined,
  context: TypeContext,
): string {
  if (findStreamFormat(mediaType.mediaType) !== undefined) {
    return "string";
  }
  switch (classifyMediaType(mediaType.mediaType)) {
    case "json":
    case "form":
      return printSchemaType(mediaType, place, context, "  ");
    case "multipart":
      return "FormData";
    case "text":
      return "string";
    case "binary":
      return "Blob";
  }
}
