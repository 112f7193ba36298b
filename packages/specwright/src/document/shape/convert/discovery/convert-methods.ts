import { asMembers, isObject, type JsonObject } from "../../../../json-object.ts";
import { escapeSegment } from "../../../../text/pointer.ts";
import { listTexts } from "../../filter/list-operations.ts";
import { convertParameter, type DiscoveryContext } from "./convert-parameter.ts";
import { convertPath } from "./convert-path.ts";
import type { SchemaPlace } from "./convert-schema.ts";
import type { GlobalParameters } from "./global-parameters.ts";

/** A method of a Discovery document. */
interface Method {
  readonly value: JsonObject;
  readonly pointer: string;
  /** The resources around it, such as `projects.topics`. */
  readonly tag: string;
}

/** Converts the methods of all resources to paths with operations. */
export function convertMethods(
  root: JsonObject,
  context: DiscoveryContext,
  globals: GlobalParameters,
): JsonObject {
  const hasKey = isObject(asMembers(root.parameters).key);
  const paths = new Map<string, Map<string, unknown>>();
  for (const method of listMethods(root)) {
    const { value, pointer } = method;
    const verb = String(value.httpMethod).toLowerCase();
    const { path, parameters } = convertPath(value, pointer, context);
    const item = paths.get(path) ?? new Map<string, unknown>();
    if (item.has(verb)) {
      context.losses.push({ kind: "operation", name: String(value.id), pointer });
      continue;
    }
    if (item.size === 0 && globals.references.length > 0) {
      item.set("parameters", globals.references);
    }
    const operation = convertMethod(method, parameters, hasKey, context);
    paths.set(path, item.set(verb, context.origins.copy(operation, value)));
  }
  return Object.fromEntries(
    Array.from(paths, ([path, item]) => [path, Object.fromEntries(item)] as const),
  );
}

function listMethods(root: JsonObject): readonly Method[] {
  const methods: Method[] = [];
  const seen = new Set<unknown>();
  const visit = (resource: JsonObject, pointer: string, tag: string): void => {
    // Aliases of YAML could lead to one resource in very many ways.
    if (seen.has(resource)) {
      return;
    }
    seen.add(resource);
    for (const [name, value] of Object.entries(asMembers(resource.methods))) {
      if (isObject(value)) {
        methods.push({ value, pointer: `${pointer}/methods/${escapeSegment(name)}`, tag });
      }
    }
    for (const [name, inner] of Object.entries(asMembers(resource.resources))) {
      const place = `${pointer}/resources/${escapeSegment(name)}`;
      visit(asMembers(inner), place, tag === "" ? name : `${tag}.${name}`);
    }
  };
  visit(root, "", "");
  return methods;
}

function convertMethod(
  { value, pointer, tag }: Method,
  pathParameters: readonly JsonObject[],
  hasKey: boolean,
  context: DiscoveryContext,
): JsonObject {
  const { id, description, deprecated, request, apiVersion, scopes } = value;
  const placeOf = (key: string): SchemaPlace => ({
    name: `${id} ${key}`,
    pointer: `${pointer}/${key}`,
  });
  const isFile = value.supportsMediaDownload === true;
  if (value.supportsMediaUpload === true) {
    context.losses.push({
      ...{ kind: "media upload", name: String(id), pointer: `${pointer}/mediaUpload` },
      fix: "Add the operation that uploads the file with an overlay, or upload it with a client of Google.",
    });
  }
  const ordered = [...listTexts(value.parameterOrder), ...Object.keys(asMembers(value.parameters))];
  const others = [...new Set(ordered)].flatMap((name) => {
    const parameter = asMembers(asMembers(value.parameters)[name]);
    const place = `${pointer}/parameters/${escapeSegment(name)}`;
    return parameter.location === "query"
      ? [convertParameter(name, parameter, place, context)]
      : [];
  });
  const security = [
    ...listTexts(scopes).map((scope) => ({ oauth2: [scope] })),
    ...(hasKey ? [{ key: [] }] : []),
    // Nothing says that a method without scopes needs a key.
    ...(hasKey && scopes === undefined ? [{}] : []),
  ];
  return {
    operationId: id,
    ...(tag !== "" && { tags: [tag] }),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    parameters: [
      ...pathParameters,
      ...others,
      ...(isFile ? [alternative] : []),
      ...(typeof apiVersion === "string" ? [makeVersionHeader(apiVersion)] : []),
    ],
    ...(isObject(request) && {
      requestBody: { required: true, content: describeBody(request, placeOf("request"), context) },
    }),
    responses: convertAnswer(value.response, isFile, placeOf("response"), context),
    ...(security.length > 0 && { security }),
  };
}

/** With `alt=media` the answer is the file itself. Google does not read `Accept`, by which clients choose how they read it. */
const alternative = {
  ...{ name: "alt", in: "query" },
  description: "`media` for the file itself, which is then accepted as `application/octet-stream`.",
  schema: { type: "string", enum: ["json", "media"], default: "json" },
};

/** Google's clients send the version that the document was made for. */
function makeVersionHeader(version: string): JsonObject {
  return {
    ...{ name: "X-Goog-Api-Version", in: "header", description: "The version of the API." },
    schema: { type: "string", enum: [version] },
  };
}

/** Discovery documents do not describe errors, or which status says that there is no answer. */
function convertAnswer(
  response: unknown,
  isFile: boolean,
  place: SchemaPlace,
  context: DiscoveryContext,
): JsonObject {
  const content = {
    ...(isObject(response) && describeBody(response, place, context)),
    ...(isFile && { "application/octet-stream": {} }),
  };
  return Object.keys(content).length > 0
    ? { "200": { description: "The answer.", content } }
    : { "2XX": { description: "The call succeeded." } };
}

/** A body: a reference to a schema, or rarely a schema. */
function describeBody(
  body: JsonObject,
  place: SchemaPlace,
  { origins, toSchema }: DiscoveryContext,
): JsonObject {
  const { parameterName: _, ...schema } = body;
  return { "application/json": { schema: toSchema(origins.copy(schema, body), place) } };
}
