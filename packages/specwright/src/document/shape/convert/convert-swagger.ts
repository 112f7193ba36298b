import { createDiagnosticError } from "../../../diagnostic.ts";
import { asMembers, isObject, type JsonObject } from "../../../json-object.ts";
import { escapeSegment } from "../../../text/pointer.ts";
import { methods } from "../../model/methods.ts";
import { refersToFiles } from "../refers-to-files.ts";
import { requirePackage } from "../require-package.ts";
import type { Shaping } from "../shaping.ts";
import { type LostPart, reportLosses } from "./report-losses.ts";
import { translateToSwagger } from "./translate-to-swagger.ts";

/** Returns whether a document is one of Swagger 2.0. YAML reads an unquoted `2.0` as a number. */
export function isSwagger(value: unknown): value is JsonObject {
  return (
    isObject(value) && value.openapi === undefined && /^2(?:\.0)?$/.test(String(value.swagger))
  );
}

/**
 * Converts a document of Swagger 2.0 to OpenAPI 3.0, with `@scalar/openapi-upgrader`. What the result does not have is
 * reported. Security that is lost is an error.
 *
 * @throws DiagnosticError when the document refers to other files, which would not be converted with it.
 */
export function convertSwagger(root: JsonObject, shaping: Shaping): JsonObject {
  assertOneFile(root, shaping.file.name);
  const need = "The conversion of a document of Swagger 2.0 needs";
  const library = requirePackage("@scalar/openapi-upgrader", need);
  const { upgrade } = library as typeof import("@scalar/openapi-upgrader");
  // It knows only texts as versions.
  const input = { ...prepareOperations(inlineBodies(root)), swagger: "2.0" };
  const { openapi, ...rest } = upgrade(input, "3.0") as unknown as JsonObject; // An object in, an object out.
  const converted = { openapi, ...rest };
  const file = { ...shaping.file, value: converted };
  shaping.origins.addFile(file, {
    file: shaping.file,
    translate: (segments) => translateToSwagger(segments, root),
  });
  const losses = [...findLostParts(root, converted), ...findLostFormats(root)];
  reportLosses(losses, { from: "Swagger 2.0", to: "OpenAPI 3.0" }, shaping);
  return converted;
}

function assertOneFile(root: JsonObject, file: string): void {
  if (refersToFiles(root)) {
    throw createDiagnosticError({
      code: "swagger-in-files",
      message:
        "A document of Swagger 2.0 is converted only when it is one file, and this one refers to others.",
      fix: "Bundle it first, for example by `npx @redocly/cli bundle <document> -o one.yaml`.",
      file,
    });
  }
}

/**
 * A copy in which operations have their shared body and form parameters themselves: the library would leave references to
 * bodies in the list of parameters, where nothing reads them.
 */
function inlineBodies(root: JsonObject): JsonObject {
  const shared = asMembers(root.parameters);
  const inline = (value: unknown): unknown => {
    const { $ref: reference } = asMembers(value);
    const target = asMembers(
      typeof reference === "string" ? shared[reference.replace("#/parameters/", "")] : undefined,
    );
    return target.in === "body" || target.in === "formData" ? target : value;
  };
  const inlineIn = (holder: JsonObject): JsonObject =>
    Array.isArray(holder.parameters)
      ? { ...holder, parameters: holder.parameters.map(inline) }
      : holder;
  const paths = Object.entries(asMembers(root.paths)).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(inlineIn(asMembers(item))).map(([key, value]) => [
        key,
        isObject(value) ? inlineIn(value) : value,
      ]),
    ),
  ]);
  // The library changes its input. Parts that are at several places by YAML's aliases are separate in the text.
  return JSON.parse(JSON.stringify({ ...root, paths: Object.fromEntries(paths) }));
}

/**
 * Writes down what Swagger 2.0 says about an operation and the library does not know. `schemes` become `servers`, and an
 * empty list of media types is that of a document without one. The items of a list in a form are separated by commas,
 * and a form without files is sent as `application/x-www-form-urlencoded`. Changes the document.
 */
function prepareOperations(root: JsonObject): JsonObject {
  for (const item of Object.values(asMembers(root.paths)).map(asMembers)) {
    for (const operation of methods.map((method) => item[method]).filter(isObject)) {
      const { schemes } = operation;
      // Without a host they lead nowhere, and are reported as a field that OpenAPI 3 does not have.
      if (Array.isArray(schemes) && typeof root.host === "string") {
        const base = `${root.host}${root.basePath ?? ""}`;
        const servers = schemes.map((scheme) => ({ url: `${scheme}://${base}` }));
        Object.assign(operation, { servers });
        Reflect.deleteProperty(operation, "schemes");
      }
      for (const name of ["consumes", "produces"]) {
        if (Array.isArray(operation[name]) && operation[name].length === 0) {
          Object.assign(operation, { [name]: ["application/json"] });
        }
      }
      const fields = [item.parameters, operation.parameters]
        .flatMap((parameters) => (Array.isArray(parameters) ? parameters : []))
        .map(asMembers)
        .filter((parameter) => parameter.in === "formData");
      for (const field of fields.filter(({ type }) => type === "array")) {
        Object.assign(field, { collectionFormat: field.collectionFormat ?? "csv" });
      }
      const consumes = operation.consumes ?? root.consumes;
      const isForm = Array.isArray(consumes) && consumes.some((type) => formTypes.has(type));
      if (fields.length > 0 && !isForm && fields.every(({ type }) => type !== "file")) {
        Object.assign(operation, { consumes: ["application/x-www-form-urlencoded"] });
      }
    }
  }
  return root;
}

const formTypes: ReadonlySet<unknown> = new Set([
  "application/x-www-form-urlencoded",
  "multipart/form-data",
]);

function findLostParts(before: JsonObject, after: JsonObject): readonly LostPart[] {
  const components = asMembers(after.components);
  const missing = (name: string, group: unknown, kind: string, known: unknown): LostPart[] =>
    Object.keys(asMembers(group))
      .filter((key) => !isObject(asMembers(known)[key]))
      .map((key) => ({
        ...{ kind, name: key, pointer: `/${name}/${escapeSegment(key)}` },
        ...(kind === "security scheme" && lostSecurity),
      }));
  const schemes = asMembers(components.securitySchemes);
  const usable = Object.fromEntries(
    Object.entries(schemes).filter(([, scheme]) =>
      ["http", "apiKey", "oauth2"].includes(String(asMembers(scheme).type)),
    ),
  );
  return [
    ...missing("securityDefinitions", before.securityDefinitions, "security scheme", usable),
    ...missing("definitions", before.definitions, "schema", components.schemas),
    ...Object.entries(asMembers(before.paths)).flatMap(([path, item]) =>
      Object.keys(asMembers(item))
        .filter((key) => methods.some((method) => method === key))
        .filter((method) => !isObject(asMembers(asMembers(after.paths)[path])[method]))
        .map(
          (method): LostPart => ({
            kind: "operation",
            name: `${method.toUpperCase()} ${path}`,
            pointer: `/paths/${escapeSegment(path)}/${method}`,
          }),
        ),
    ),
  ];
}

/** Without it, clients would send requests without credentials. */
const lostSecurity = {
  severity: "error",
  fix: "Correct its definition, or convert the document by hand.",
} as const;

/**
 * The formats of lists that OpenAPI 3.0 does not have: a tab between the items, and in headers, paths and lists within
 * lists everything but commas.
 */
function findLostFormats(value: unknown, pointer = ""): readonly LostPart[] {
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => findLostFormats(element, `${pointer}/${index}`));
  }
  if (!isObject(value)) {
    return [];
  }
  const { collectionFormat: format, in: place } = value;
  const isKept =
    format === "csv" || ((place === "query" || place === "formData") && format !== "tsv");
  const own: readonly LostPart[] =
    typeof format === "string" && !isKept
      ? [{ kind: "collectionFormat", name: format, pointer: `${pointer}/collectionFormat` }]
      : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, member]) =>
      findLostFormats(member, `${pointer}/${escapeSegment(key)}`),
    ),
  ];
}
