import type { Operation } from "../../model/model.ts";
import type { DocText } from "../doc-comment.ts";
import { renderDocComment } from "../doc-comment.ts";
import { operationIndex } from "../emitted-operation.ts";
import { statusIndex } from "../emitted-place.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import { streamFormatOf } from "../stream-item.ts";
import { schemaCode, schemaType } from "./components-module.ts";
import type { ValidatorContext } from "./context.ts";
import { objectLiteral } from "./layout.ts";
import type { BodySchemas, OperationSchema, OperationSchemas } from "./operations.ts";

type View = Readonly<Record<string, unknown>>;

/** How the schemas of operations are printed: as expressions, or as their types. */
interface Printer {
  readonly schema: (schema: OperationSchema, type: string, indent: string) => string;
  /** Between a member's key and its value. */
  readonly key: (name: string) => string;
  readonly object: (members: readonly string[], indent: string) => string;
}

/** What the templates of `operations.js` and its declarations show. */
export function operationModules(
  groups: Readonly<Record<"operations" | "webhooks" | "callbacks", readonly OperationSchemas[]>>,
  context: ValidatorContext,
): { code: View; declarations: View } {
  const view = (printer: Printer): View => ({
    operations: groups.operations.map((schemas) => member(schemas, "paths", printer)),
    webhooks: groups.webhooks.map((schemas) => member(schemas, "Webhooks", printer)),
    callbacks: groups.callbacks.map((schemas) => member(schemas, "paths", untyped(printer))),
  });
  return { code: view(codePrinter(context)), declarations: view(typePrinter(context)) };
}

function codePrinter(context: ValidatorContext): Printer {
  return {
    schema: (schema, _type, indent) => {
      if (schema.kind === "anything") {
        return "anything";
      }
      return schema.kind === "component"
        ? `components.${context.names.constantOf(schema.definition)}`
        : schemaCode(schema.definition, context, { indent, qualifier: "components." });
    },
    key: escapePropertyKey,
    object: objectLiteral,
  };
}

function typePrinter(context: ValidatorContext): Printer {
  return {
    schema: (schema, type) => {
      if (schema.kind === "anything") {
        return "json.Schema<unknown>";
      }
      // What has no name in the document has no type of its own either.
      return schema.definition.kind === "component"
        ? `typeof components.${context.names.constantOf(schema.definition)}`
        : schemaType(schema.definition, context, type);
    },
    key: (name) => `readonly ${escapePropertyKey(name)}`,
    object: (members, indent) =>
      members.length === 0
        ? "{}"
        : `{\n${members.map((text) => `${indent}  ${text};\n`).join("")}${indent}}`,
  };
}

/** openapi-typescript's types do not have callbacks. */
function untyped(printer: Printer): Printer {
  return {
    ...printer,
    schema: (schema, _type, indent) => printer.schema(schema, "unknown", indent),
  };
}

/** A member of `operations`: its schemas, indented for an object at the top of the module. */
function member(
  { operation, parameters, requestBody, responses, responseHeaders, partHeaders }: OperationSchemas,
  root: "paths" | "Webhooks",
  printer: Printer,
): View {
  const { key, object } = printer;
  const type = `${root}${operationIndex(operation)}`;
  const body = (schemas: BodySchemas, bodyType: string, indent: string): string =>
    bodyCode(schemas, `${bodyType}["content"]`, indent, printer);
  const members = [
    `${key("parameters")}: ${object(
      [...parameters].map(([location, schema]) => {
        // openapi-typescript's types have no place for the whole query string.
        const ofLocation =
          location === "querystring"
            ? "unknown"
            : `NonNullable<${type}["parameters"][${escapeString(location)}]>`;
        return `${key(location)}: ${printer.schema(schema, ofLocation, "      ")}`;
      }),
      "    ",
    )}`,
    ...(requestBody === undefined
      ? []
      : [
          `${key("requestBody")}: ${body(requestBody, `NonNullable<${type}["requestBody"]>`, "    ")}`,
        ]),
    `${key("responses")}: ${object(
      [...responses].map(([status, schemas]) => {
        const ofStatus = `${type}["responses"][${statusIndex(status)}]`;
        return `${key(status)}: ${body(schemas, ofStatus, "      ")}`;
      }),
      "    ",
    )}`,
    ...further("responseHeaders", responseHeaders, printer),
    ...further("partHeaders", partHeaders, printer),
  ];
  return {
    doc: renderDocComment(docText(operation), "  "),
    key: key(operation.name),
    value: object(members, "  "),
  };
}

/** Schemas that the emitted types have no place for; a member only where there are any. */
function further(name: string, schemas: BodySchemas, printer: Printer): string[] {
  const members = [...schemas].map(
    ([key, schema]) => `${printer.key(key)}: ${printer.schema(schema, "unknown", "      ")}`,
  );
  return members.length === 0 ? [] : [`${printer.key(name)}: ${printer.object(members, "    ")}`];
}

function bodyCode(schemas: BodySchemas, type: string, indent: string, printer: Printer): string {
  const members = [...schemas].map(([mediaType, schema]) => {
    const isStream = streamFormatOf(mediaType) !== undefined;
    const ofMediaType = isStream ? "unknown" : `${type}[${escapeString(mediaType)}]`;
    const text = printer.schema(schema, ofMediaType, `${indent}  `);
    return `${printer.key(mediaType)}: ${text}`;
  });
  return printer.object(members, indent);
}

/** In a line: types and client have the rest. */
function docText({ summary, deprecated }: Operation): DocText {
  return { summary, deprecated };
}
