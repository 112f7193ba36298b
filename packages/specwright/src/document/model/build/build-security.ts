import { isObject } from "../../../json-object.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import type { AssumedSecurity, SecurityRequirement, SecurityScheme } from "../model.ts";
import type { BuildContext } from "./context/build-context.ts";
import { reportProblem } from "./context/build-context.ts";
import { followReferences } from "./context/build-reference.ts";
import type { Raw } from "./context/raw.ts";
import {
  includeIfDefined,
  listElements,
  listMemberEntries,
  readString,
  toLocation,
} from "./context/raw.ts";

/**
 * Makes the alternatives of a `security`. An unknown scheme is reported and kept: a server then requires a credential
 * that the document does not describe, and rejects every request without it.
 */
export function buildSecurity(
  raw: Raw,
  schemes: ReadonlyMap<string, SecurityScheme>,
  context: BuildContext,
): readonly SecurityRequirement[] {
  return listElements(raw).map((alternative) => {
    const requirement = new Map<string, readonly string[]>();
    for (const [name, scopes] of listMemberEntries(alternative)) {
      if (!schemes.has(name)) {
        reportProblem(context, scopes, {
          severity: "warning",
          code: "unknown-security-scheme",
          message: `The components have no usable security scheme \`${name}\`, so a server's hook has to find the credential itself.`,
          suggest: () => askDidYouMean(name, schemes.keys()),
          fix: "Correct the name, or add the scheme to `components.securitySchemes`.",
        });
      }
      const values = Array.isArray(scopes.value) ? scopes.value : [];
      requirement.set(
        name,
        values.filter((scope) => typeof scope === "string"),
      );
    }
    return requirement;
  });
}

/**
 * One alternative for each scheme, for a document that says nowhere which operations need them. Undefined when it describes
 * none that a request can have: certificates belong to the connection.
 */
export function assumeSecurity(
  raw: Raw | undefined,
  schemes: ReadonlyMap<string, SecurityScheme>,
): AssumedSecurity | undefined {
  const sent = [...schemes].filter(([, { type }]) => type !== "mutualTLS");
  return raw === undefined || sent.length === 0
    ? undefined
    : { location: toLocation(raw), security: sent.map(([name]) => new Map([[name, []]])) };
}

/** Makes the security schemes. A scheme that lacks a member that its type requires is reported and left out. */
export function buildSecuritySchemes(
  raw: Raw | undefined,
  context: BuildContext,
): ReadonlyMap<string, SecurityScheme> {
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, value] of listMemberEntries(raw)) {
    const target = followReferences(value, context);
    const scheme = target === undefined ? undefined : buildScheme(target);
    if (scheme !== undefined) {
      schemes.set(name, scheme);
    } else if (target !== undefined) {
      reportProblem(context, value, {
        severity: "warning",
        code: "invalid-security-scheme",
        message: `The security scheme \`${name}\` lacks a field that its type requires, or has an unknown type.`,
        fix: "Add the fields that its type requires (OpenAPI 3.1, section 4.8.27).",
      });
    }
  }
  return schemes;
}

function buildScheme(raw: Raw): SecurityScheme | undefined {
  const description = includeIfDefined("description", readString(raw, "description"));
  const type = readString(raw, "type");
  switch (type) {
    case "apiKey":
      return buildApiKey(raw);
    case "http": {
      const scheme = readString(raw, "scheme");
      const bearerFormat = includeIfDefined("bearerFormat", readString(raw, "bearerFormat"));
      return scheme === undefined ? undefined : { type, scheme, ...bearerFormat, ...description };
    }
    case "oauth2": {
      const flows = isObject(raw.value) ? raw.value.flows : undefined;
      const metadataUrl = includeIfDefined("metadataUrl", readString(raw, "oauth2MetadataUrl"));
      return isObject(flows) ? { type, flows, ...metadataUrl, ...description } : undefined;
    }
    case "openIdConnect": {
      const openIdConnectUrl = readString(raw, "openIdConnectUrl");
      return openIdConnectUrl === undefined
        ? undefined
        : { type, openIdConnectUrl, ...description };
    }
    case "mutualTLS":
      return { type, ...description };
    default:
      return undefined;
  }
}

function buildApiKey(raw: Raw): SecurityScheme | undefined {
  const name = readString(raw, "name");
  const location = readString(raw, "in");
  const known = location === "header" || location === "query" || location === "cookie";
  if (name === undefined || !known) {
    return undefined;
  }
  return {
    type: "apiKey",
    in: location,
    name,
    ...includeIfDefined("description", readString(raw, "description")),
  };
}
