import { asMembers, isObject, type JsonObject } from "../../../../json-object.ts";
import { escapeSegment } from "../../../../text/pointer.ts";
import type { Shaping } from "../../shaping.ts";
import { type LostPart, reportLosses } from "../report-losses.ts";
import { convertMethods } from "./convert-methods.ts";
import { createSchemas } from "./convert-schema.ts";
import { convertGlobalParameters } from "./global-parameters.ts";

/** Returns whether a document is a Google API Discovery document of a REST API. */
export function isDiscovery(value: unknown): value is JsonObject {
  return (
    isObject(value) && value.kind === "discovery#restDescription" && value.openapi === undefined
  );
}

/**
 * Converts a Google API Discovery document to OpenAPI 3.1 (ADR 158). What has no counterpart is reported. Objects that
 * are made have those that they are made from as origins.
 */
export function convertDiscovery(root: JsonObject, shaping: Shaping): JsonObject {
  const { origins } = shaping;
  origins.addFile(shaping.file);
  const losses: LostPart[] = [];
  const toSchema = createSchemas(origins, losses);
  const context = { origins, losses, toSchema };
  const globals = convertGlobalParameters(root, context);
  const paths = convertMethods(root, context, globals);
  const schemas = Object.entries(asMembers(root.schemas)).map(([name, schema]) => [
    name,
    toSchema(schema, { name, pointer: `/schemas/${escapeSegment(name)}` }),
  ]);
  losses.push(...listRootLosses(root));
  const from = { from: "Google Discovery", to: "OpenAPI 3.1" };
  reportLosses(losses, from, shaping);
  const converted = {
    openapi: "3.1.0",
    info: {
      title: root.title ?? root.name,
      version: root.version,
      ...(root.description !== undefined && { description: root.description }),
    },
    ...(typeof root.documentationLink === "string" && {
      externalDocs: { url: root.documentationLink },
    }),
    servers: listServers(root),
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      parameters: globals.parameters,
      securitySchemes: listSecuritySchemes(root),
    },
  };
  return origins.copy(converted, root);
}

/** The address of the API, and those of its regions. */
function listServers({ rootUrl, servicePath, baseUrl, endpoints }: JsonObject): readonly object[] {
  const regions = Array.isArray(endpoints) ? endpoints.map(asMembers) : [];
  const addresses = [
    { url: rootUrl ?? baseUrl, path: rootUrl === undefined ? "" : servicePath },
    ...regions.map(({ endpointUrl, description }) => ({
      ...{ url: endpointUrl, path: servicePath },
      ...(description !== undefined && { description }),
    })),
  ];
  return addresses
    .filter(({ url }) => typeof url === "string")
    .map(({ url, path, ...rest }) => ({
      url: `${url}${path ?? ""}`.replace(/\/$/, ""),
      ...rest,
    }));
}

/** Discovery documents have scopes, and leave out the addresses of Google's authorization server. */
function listSecuritySchemes({ auth, parameters }: JsonObject): JsonObject {
  const scopes = Object.entries(asMembers(asMembers(asMembers(auth).oauth2).scopes));
  const described = scopes.map(([scope, value]) => [scope, asMembers(value).description ?? ""]);
  return {
    ...(scopes.length > 0 && {
      oauth2: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
            tokenUrl: "https://oauth2.googleapis.com/token",
            refreshUrl: "https://oauth2.googleapis.com/token",
            scopes: Object.fromEntries(described),
          },
        },
      },
    }),
    ...(isObject(asMembers(parameters).key) && {
      key: { type: "apiKey", in: "query", name: "key" },
    }),
  };
}

function listRootLosses({ auth, features, batchPath }: JsonObject): readonly LostPart[] {
  const schemes = Object.keys(asMembers(auth)).filter((name) => name !== "oauth2");
  return [
    ...schemes.map(
      (name): LostPart => ({
        ...{ kind: "security scheme", name, pointer: `/auth/${escapeSegment(name)}` },
        severity: "error",
      }),
    ),
    ...(Array.isArray(features) ? features : []).map((name, index) => ({
      ...{ kind: "feature", name: String(name), pointer: `/features/${index}` },
      fix: "With `dataWrapper`, answers are in a member `data`: change their schemas with an overlay.",
    })),
    ...(typeof batchPath === "string"
      ? [
          {
            ...{ kind: "address of batches", name: batchPath, pointer: "/batchPath" },
            severity: "report" as const,
          },
        ]
      : []),
  ];
}
