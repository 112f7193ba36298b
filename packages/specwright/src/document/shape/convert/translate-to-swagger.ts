import { asMembers, type JsonObject } from "../../../json-object.ts";

/** The sections of components, and the members of a Swagger document that they are made from. */
const sections: Readonly<Record<string, string>> = {
  schemas: "definitions",
  parameters: "parameters",
  requestBodies: "parameters",
  responses: "responses",
  securitySchemes: "securityDefinitions",
};

/**
 * The place in a document of Swagger 2.0 from which a place of the converted document was made.
 *
 * @param segments of the place in the converted document
 * @param root the document of Swagger 2.0
 */
export function translateToSwagger(
  segments: readonly string[],
  root: JsonObject,
): readonly string[] {
  const [first, second = "", third, ...rest] = segments;
  if (first === "components") {
    const section = sections[second] ?? second;
    return [section, ...(third === undefined ? [] : [third]), ...withoutContent(rest)];
  }
  if (first === "servers") {
    return root.host === undefined ? ["basePath"] : ["host"];
  }
  if (first === "paths" && third !== undefined) {
    const operation = asMembers(asMembers(asMembers(root.paths)[second])[third]);
    return [
      "paths",
      second,
      third,
      ...translateMember(rest, operation, asMembers(root.parameters)),
    ];
  }
  return segments;
}

/** @param shared the parameters that references lead to */
function translateMember(
  segments: readonly string[],
  operation: JsonObject,
  shared: JsonObject,
): readonly string[] {
  const [name, key, ...rest] = segments;
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.map(asMembers) : [];
  const isBody = (parameter: JsonObject): boolean => {
    const name = String(parameter.$ref).replace("#/parameters/", "");
    const { in: place } = parameter.$ref === undefined ? parameter : asMembers(shared[name]);
    return place === "body" || place === "formData";
  };
  if (name === "servers") {
    return ["schemes", ...(key === undefined ? [] : [key])];
  }
  if (name === "requestBody") {
    const body = ["parameters", String(parameters.findIndex(isBody))];
    return [...body, ...withoutContent(segments.slice(1))];
  }
  if (name === "parameters" && key !== undefined) {
    const others = parameters.flatMap((parameter, index) => (isBody(parameter) ? [] : [index]));
    // The keywords of a parameter's schema are members of the parameter itself.
    return ["parameters", String(others[Number(key)]), ...rest.slice(rest[0] === "schema" ? 1 : 0)];
  }
  return name === "responses" && key !== undefined
    ? ["responses", key, ...withoutContent(rest)]
    : segments;
}

/** `content/<media type>/schema` of OpenAPI 3 is `schema` in Swagger 2.0. */
function withoutContent(segments: readonly string[]): readonly string[] {
  return segments[0] === "content" ? segments.slice(2) : segments;
}
