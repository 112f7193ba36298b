import type { Operation } from "../../model/model.ts";
import { findStreamFormat } from "../bodies/stream-item.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import type { DocText } from "../print/doc-comment.ts";
import { renderDocComment } from "../print/doc-comment.ts";
import { printObjectLiteral } from "../print/layout.ts";
import { nameList } from "../print/name-list.ts";
import { indexOperation } from "../typescript/places/emitted-operation.ts";
import { indexStatus } from "../typescript/places/emitted-place.ts";
import { printZodType } from "./components-module.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import type { BodySchemas, OperationSchema, OperationSchemas } from "./definitions/operations.ts";
import { keepMembers, keepOwnSchema, type Members } from "./keep-members.ts";

type View = Readonly<Record<string, unknown>>;

/** How the schemas of operations are printed: as expressions or as types. */
interface Printer {
  /** @param type the place of the schema in the emitted types; undefined when it has none */
  readonly printSchema: (
    schema: OperationSchema,
    type: string | undefined,
    indent: string,
  ) => string;
  /** Between a member's key and its value. */
  readonly printKey: (name: string) => string;
  readonly printObject: (members: readonly string[], indent: string) => string;
}

/** The data for the templates of `operations.js` and its declarations. */
export function viewOperations(
  groups: Readonly<Record<"operations" | "webhooks" | "callbacks", readonly OperationSchemas[]>>,
  context: ValidatorContext,
): { code: View; declarations: View } {
  const code = createCodePrinter(context);
  const used = new Set<string>();
  const printTyped = (schemas: OperationSchemas, root: Root): Members =>
    keepMembers(schemas, root, context, used, (own) => ({
      code: viewMember(schemas, root, code),
      declarations: viewMember(schemas, root, createTypePrinter(context, own, root)),
    }));
  const operations = groups.operations.map((each) => printTyped(each, "paths"));
  const webhooks = groups.webhooks.map((each) => printTyped(each, "Webhooks"));
  const untyped = createUntypedPrinter(context, used);
  const callbacks = groups.callbacks.map((each) => ({
    code: viewMember(each, "paths", code),
    declarations: viewMember(each, "paths", untyped),
  }));
  const view = (name: keyof Members): View => ({
    operations: operations.map((each) => each[name]),
    webhooks: webhooks.map((each) => each[name]),
    callbacks: callbacks.map((each) => each[name]),
  });
  const typeImports = interfaces.filter(([name]) => used.has(name)).map(([, text]) => text);
  return {
    code: view("code"),
    declarations: {
      ...view("declarations"),
      json: used.has("json"),
      components: used.has("components"),
      typeImports: typeImports.length > 0 && nameList(typeImports),
    },
  };
}

/** The local name of an interface of the types in this module. */
type Root = "paths" | "Webhooks";

/** The interfaces by these names, with their text in the import. */
const interfaces: readonly (readonly [Root, string])[] = [
  ["paths", "paths"],
  ["Webhooks", "webhooks as Webhooks"],
];

function createCodePrinter(context: ValidatorContext): Printer {
  return {
    printSchema: (schema, _type, indent) => {
      if (schema.kind === "anything") {
        return "anything";
      }
      return schema.kind === "component"
        ? `components.${context.names.findConstant(schema.definition)}`
        : keepOwnSchema(schema.definition, context, indent).code;
    },
    printKey: escapePropertyKey,
    printObject: printObjectLiteral,
  };
}

/**
 * @param used collects the imports that the printed types need
 * @param root the interface into which the types of members are indexes
 */
function createTypePrinter(context: ValidatorContext, used: Set<string>, root: Root): Printer {
  const useRoot = (type: string): string => {
    used.add(root);
    return type;
  };
  return {
    printSchema: (schema, type, indent) => {
      const isComponent = schema.kind !== "anything" && schema.definition.kind === "component";
      used.add(isComponent ? "components" : "json");
      if (schema.kind === "anything") {
        return "json.Schema<unknown>";
      }
      // A schema without a name in the document does not have its own type.
      return schema.definition.kind === "component"
        ? `typeof components.${context.names.findConstant(schema.definition)}`
        : printZodType(
            keepOwnSchema(schema.definition, context, indent).isObject,
            type === undefined ? "unknown" : useRoot(type),
          );
    },
    printKey: (name) => `readonly ${escapePropertyKey(name)}`,
    printObject: (members, indent) =>
      members.length === 0
        ? "{}"
        : `{\n${members.map((text) => `${indent}  ${text};\n`).join("")}${indent}}`,
  };
}

/** openapi-typescript's types do not have callbacks. */
function createUntypedPrinter(context: ValidatorContext, used: Set<string>): Printer {
  const printer = createTypePrinter(context, used, "paths");
  return {
    ...printer,
    printSchema: (schema, _type, indent) => printer.printSchema(schema, undefined, indent),
  };
}

/** A member of `operations` with its schemas, indented for an object at the top level of the module. */
function viewMember(
  { operation, parameters, requestBody, responses, responseHeaders, partHeaders }: OperationSchemas,
  root: Root,
  printer: Printer,
): View {
  const { printKey, printObject } = printer;
  const type = `${root}${indexOperation(operation)}`;
  const printBodies = (schemas: BodySchemas, bodyType: string, indent: string): string =>
    printBodyCode(schemas, `${bodyType}["content"]`, indent, printer);
  const members = [
    `${printKey("parameters")}: ${printObject(
      [...parameters].map(([location, schema]) => {
        const ofLocation =
          location === "querystring"
            ? narrowQuerystring(operation, type)
            : `NonNullable<${type}["parameters"][${escapeString(location)}]>`;
        return `${printKey(location)}: ${printer.printSchema(schema, ofLocation, "      ")}`;
      }),
      "    ",
    )}`,
    ...(requestBody === undefined
      ? []
      : [
          `${printKey("requestBody")}: ${printBodies(requestBody, `NonNullable<${type}["requestBody"]>`, "    ")}`,
        ]),
    `${printKey("responses")}: ${printObject(
      [...responses].map(([status, schemas]) => {
        const ofStatus = `${type}["responses"][${indexStatus(status)}]`;
        return `${printKey(status)}: ${printBodies(schemas, ofStatus, "      ")}`;
      }),
      "    ",
    )}`,
    ...printFurther("responseHeaders", responseHeaders, printer),
    ...printFurther("partHeaders", partHeaders, printer),
  ];
  return {
    doc: renderDocComment(writeDocText(operation), "  "),
    key: printKey(operation.name),
    value: printObject(members, "  "),
  };
}

/**
 * In types, the whole query string is a single value. In validators, it is an object with that value under the
 * parameter's name.
 */
function narrowQuerystring({ parameters }: Operation, type: string): string {
  const found = parameters.find(({ value }) => value.in === "querystring")?.value;
  const key = escapePropertyKey(found?.name ?? "");
  const mark = found?.required === true ? "" : "?";
  return `{ ${key}${mark}: NonNullable<${type}["parameters"]["querystring"]> }`;
}

/** Schemas that have no place in the emitted types. The member only exists when there are some. */
function printFurther(name: string, schemas: BodySchemas, printer: Printer): string[] {
  const members = [...schemas].map(
    ([key, schema]) =>
      `${printer.printKey(key)}: ${printer.printSchema(schema, undefined, "      ")}`,
  );
  return members.length === 0
    ? []
    : [`${printer.printKey(name)}: ${printer.printObject(members, "    ")}`];
}

function printBodyCode(
  schemas: BodySchemas,
  type: string,
  indent: string,
  printer: Printer,
): string {
  const members = [...schemas].map(([mediaType, schema]) => {
    const isStream = findStreamFormat(mediaType) !== undefined;
    const ofMediaType = isStream ? undefined : `${type}[${escapeString(mediaType)}]`;
    const text = printer.printSchema(schema, ofMediaType, `${indent}  `);
    return `${printer.printKey(mediaType)}: ${text}`;
  });
  return printer.printObject(members, indent);
}

/** A comment of one line, because the types and the client have the full text. */
function writeDocText({ summary, deprecated }: Operation): DocText {
  return { summary, deprecated };
}
