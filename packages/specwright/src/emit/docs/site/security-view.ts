import type { Model, SecurityScheme } from "../../../document/model/model.ts";
import { isObject } from "../../../json-object.ts";
import { isSafeAddress } from "../../shared/escape/markdown-text.ts";
import type { RenderMarkdown } from "./markdown-html.ts";
import { nameId } from "./schema-tree.ts";

type View = Readonly<Record<string, unknown>>;

/** The credentials of an API: each scheme with the place of its secret, and its OAuth flows with their scopes. */
export function viewCredentials(model: Model, markdown: RenderMarkdown): readonly View[] {
  return [...model.components.securitySchemes].map(([name, scheme]) => ({
    name,
    id: `scheme.${nameId(name)}`,
    kind: nameScheme(scheme),
    sample: describePlace(scheme),
    description: markdown(scheme.description, 3, ""),
    flows: scheme.type === "oauth2" ? viewFlows(scheme.flows) : [],
    discovery: scheme.type === "openIdConnect" ? keepAddress(scheme.openIdConnectUrl) : "",
  }));
}

function nameScheme(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case "apiKey":
      return `Key in the ${scheme.in === "query" ? "query" : scheme.in}`;
    case "http":
      return `HTTP ${scheme.scheme}`;
    case "oauth2":
      return "OAuth 2";
    case "openIdConnect":
      return "OpenID Connect";
    case "mutualTLS":
      return "Client certificate";
  }
}

/** The line of a request that has the secret. */
function describePlace(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case "apiKey":
      return scheme.in === "header"
        ? `${scheme.name}: <key>`
        : scheme.in === "cookie"
          ? `Cookie: ${scheme.name}=<key>`
          : `?${scheme.name}=<key>`;
    case "http":
      return scheme.scheme.toLowerCase() === "basic"
        ? "Authorization: Basic <base64 of user:password>"
        : `Authorization: ${scheme.scheme.toLowerCase() === "bearer" ? "Bearer" : scheme.scheme} <token>`;
    case "mutualTLS":
      return "";
    default:
      return "Authorization: Bearer <token>";
  }
}

const flowNames: Readonly<Record<string, string>> = {
  authorizationCode: "Authorization code",
  clientCredentials: "Client credentials",
  deviceAuthorization: "Device authorization",
  implicit: "Implicit",
  password: "Password",
};

function viewFlows(flows: Readonly<Record<string, unknown>>): readonly View[] {
  return Object.entries(flows).flatMap(([name, flow]) => {
    if (!isObject(flow)) {
      return [];
    }
    const scopes = isObject(flow.scopes) ? Object.entries(flow.scopes) : [];
    return [
      {
        name: flowNames[name] ?? name,
        addresses: (
          [
            ["Authorization", flow.authorizationUrl],
            ["Token", flow.tokenUrl],
            ["Refresh", flow.refreshUrl],
            ["Device", flow.deviceAuthorizationUrl],
          ] as const
        ).flatMap(([label, address]) => (typeof address === "string" ? [{ label, address }] : [])),
        scopes: scopes.map(([scope, text]) => ({ scope, text: String(text) })),
      },
    ];
  });
}

function keepAddress(address: string): string {
  return isSafeAddress(address) ? address : "";
}
