import type { Operation } from "../../document/model/model.ts";
import { findStreamFormat } from "../shared/bodies/stream-item.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import type { DocText } from "../shared/print/doc-comment.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import {
  groupStatuses,
  printSameFor,
  printStatuses,
  type StatusGroup,
} from "../shared/print/group-statuses.ts";
import { fits, indentDeeper, printObjectLine, printObjectLiteral } from "../shared/print/layout.ts";
import { nameList } from "../shared/print/name-list.ts";
import { indexOperation } from "../shared/typescript/places/emitted-operation.ts";
import { indexStatus } from "../shared/typescript/places/emitted-place.ts";
import { type PrintedSchema, printSchemaCode, printZodType } from "./components-module.ts";
import type { ValidatorContext } from "./definitions/context.ts";
import type { Definition } from "./definitions/definitions.ts";
import { keepDefinition } from "./definitions/kept-definitions.ts";
import type { BodySchemas, OperationSchema, OperationSchemas } from "./definitions/operations.ts";

type View = Readonly<Record<string, unknown>>;

/** A member of `operations` in both modules, as data for their templates. */
type Members = Readonly<Record<"code" | "declarations", View>>;

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
  /** Between two members on one line. */
  readonly separator: string;
  /** An object with printed members, and with bodies that several statuses have. */
  readonly printByStatus: (
    members: readonly string[],
    alike: readonly AlikeBodies[],
    indent: string,
  ) => string;
}

/** The bodies of several statuses. */
interface AlikeBodies {
  readonly group: StatusGroup<unknown>;
  readonly print: (indent: string) => string;
}

/** The data for the templates of `operations.js` and its declarations. */
export function viewOperations(
  groups: Readonly<Record<"operations" | "webhooks" | "callbacks", readonly OperationSchemas[]>>,
  context: ValidatorContext,
): { code: View; declarations: View } {
  const used = new Set<string>();
  const code = createCodePrinter(context, used);
  const print =
    (root: Root, types: Printer) =>
    (schemas: OperationSchemas): Members => ({
      code: viewMember(schemas, root, code),
      declarations: viewMember(schemas, root, types),
    });
  const typed = (root: Root): Printer => createTypePrinter(context, used, root);
  const operations = groups.operations.map(print("paths", typed("paths")));
  const webhooks = groups.webhooks.map(print("Webhooks", typed("Webhooks")));
  const untyped = createUntypedPrinter(context, used);
  const callbacks = groups.callbacks.map(print("paths", untyped));
  const view = (name: keyof Members): View => ({
    operations: operations.map((each) => each[name]),
    webhooks: webhooks.map((each) => each[name]),
    callbacks: callbacks.map((each) => each[name]),
  });
  const codeView = view("code");
  const typeImports = interfaces.filter(([name]) => used.has(name)).map(([, text]) => text);
  return {
    code: {
      ...codeView,
      anything: used.has("anything"),
      usesZod: used.has("anything") || /\bz\./.test(JSON.stringify(codeView)),
      sameFor: used.has("sameFor"),
    },
    declarations: {
      ...view("declarations"),
      json: used.has("json"),
      components: used.has("components"),
      sameFor: used.has("SameFor"),
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

/** @param used collects the names of functions that the code needs */
function createCodePrinter(context: ValidatorContext, used: Set<string>): Printer {
  return {
    printSchema: (schema, _type, indent) => {
      if (schema.kind === "anything") {
        used.add("anything");
        return "anything";
      }
      return schema.kind === "component"
        ? `components.${context.names.findConstant(schema.definition)}`
        : keepOwnSchema(schema.definition, context, indent).code;
    },
    printKey: escapePropertyKey,
    printObject: printObjectLiteral,
    separator: ", ",
    printByStatus: (members, alike, indent) => {
      const [only] = alike;
      const printCall = ({ group, print }: AlikeBodies, start: string, before?: string): string => {
        used.add("sameFor");
        return printSameFor(group, print(indentDeeper(start)), start, before);
      };
      return only !== undefined && alike.length === 1 && members.length === 0
        ? printCall(only, indent, "responses: ")
        : printObjectLiteral(
            [...members, ...alike.map((each) => `...${printCall(each, indentDeeper(indent))}`)],
            indent,
          );
    },
  };
}

/** The schema of an operation that is not a component. */
function keepOwnSchema(
  definition: Definition,
  context: ValidatorContext,
  indent: string,
): PrintedSchema {
  const form = { indent, qualifier: "components." };
  return keepDefinition(`operation${indent}`, definition, context, (own, inside) =>
    printSchemaCode(own, inside, form),
  );
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
            type === undefined || context.isConverted(schema.definition.schema)
              ? "unknown"
              : useRoot(type),
          );
    },
    printKey: (name) => `readonly ${escapePropertyKey(name)}`,
    printObject: printMembers,
    separator: "; ",
    printByStatus: (members, alike, indent) =>
      [
        ...(members.length === 0 && alike.length > 0 ? [] : [printMembers(members, indent)]),
        ...alike.map(({ group, print }) => {
          used.add("SameFor");
          const inside = indentDeeper(indent);
          const union = printStatuses(group).join(" | ");
          return `SameFor<\n${inside}${union},\n${inside}${print(inside)}\n${indent}>`;
        }),
      ].join(" & "),
  };
}

/** An object type with one line for each member. Linters refuse `{}`, which is the same type as that of no members. */
function printMembers(members: readonly string[], indent: string): string {
  return members.length === 0
    ? printObjectLine(members)
    : `{\n${members.map((text) => `${indent}  ${text};\n`).join("")}${indent}}`;
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
  const listMembers = (schemas: BodySchemas, bodyType: string, indent: string): string[] =>
    printBodyMembers(schemas, `${bodyType}["content"]`, indent, printer);
  const printBodies = (schemas: BodySchemas, bodyType: string, indent: string): string =>
    printObject(listMembers(schemas, bodyType, indent), indent);
  const groups = groupStatuses(responses, describeBodies);
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
    `${printKey("responses")}: ${printer.printByStatus(
      groups
        .filter(({ statuses }) => statuses.length === 1)
        .map(({ statuses: [status], content }) => {
          const ofStatus = `${type}["responses"][${indexStatus(status)}]`;
          return `${printKey(status)}: ${printBodies(content, ofStatus, "      ")}`;
        }),
      groups
        .filter(({ statuses }) => statuses.length > 1)
        .map((group) => ({
          group,
          print: (indent) => {
            const own = listMembers(group.content, "", indent);
            const line = `{ ${own.join(printer.separator)} }`;
            return own.length > 0 && fits(indent, line) ? line : printObject(own, indent);
          },
        })),
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

/** Equal for bodies with the same components. Undefined for bodies with a schema or a type of their own. */
function describeBodies(schemas: BodySchemas): string | undefined {
  const all = [...schemas];
  return all.every(
    ([, schema]) => schema.kind === "anything" || schema.definition.kind === "component",
  )
    ? JSON.stringify(
        all.map(([mediaType, schema]) => [
          mediaType,
          schema.kind === "anything" ? schema.kind : schema.definition.text,
        ]),
      )
    : undefined;
}

function printBodyMembers(
  schemas: BodySchemas,
  type: string,
  indent: string,
  printer: Printer,
): string[] {
  return [...schemas].map(([mediaType, schema]) => {
    const isStream = findStreamFormat(mediaType) !== undefined;
    const ofMediaType = isStream
      ? undefined
      : `${type}[${escapeString(schema.written ?? mediaType)}]`;
    const text = printer.printSchema(schema, ofMediaType, `${indent}  `);
    return `${printer.printKey(mediaType)}: ${text}`;
  });
}

/** A comment of one line, because the types and the client have the full text. */
function writeDocText({ summary, deprecated }: Operation): DocText {
  return { summary, deprecated };
}
