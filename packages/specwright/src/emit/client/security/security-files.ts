import type { OutputFile } from "../../../output-file.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { renderDocComment } from "../../shared/print/doc-comment.ts";
import { renderHeader } from "../../shared/print/header.ts";
import { nameList } from "../../shared/print/name-list.ts";
import type { EmitContext } from "../../target.ts";
import { getSchemePlace, type SecurityPlan, type SentScheme } from "./plan-security.ts";

/** The name of the module of security schemes, without extension. */
export const securityFile = "security-schemes";

/**
 * The module with the security of operations and the type of `auth`. Empty when no operation needs a credential.
 *
 * @param type the name of the type of `auth`
 */
export function renderSecurity(
  { model, command, render }: EmitContext,
  { all, schemes }: SecurityPlan,
  type: string,
): readonly OutputFile[] {
  if (all.length === 0) {
    return [];
  }
  const places = [...schemes.values()].map(getSchemePlace);
  const types = [
    ...(places.includes("basic") ? ["BasicCredential"] : []),
    "Credential",
    "OperationSecurity",
  ];
  const view = {
    header: renderHeader({ source: model.source, command }),
    type,
    needs: all,
    schemes: [...schemes].map(([name, scheme]) => ({
      key: escapePropertyKey(name),
      doc: describeScheme(scheme),
      credential: getSchemePlace(scheme) === "basic" ? "Credential<BasicCredential>" : "Credential",
    })),
  };
  const values = nameList([...new Set([...places, "secured"])].sort());
  return [
    {
      path: `client/${securityFile}.js`,
      content: render(`client/${securityFile}.js`, { ...view, imports: values }),
    },
    {
      path: `client/${securityFile}.d.ts`,
      content: render(`client/${securityFile}.d.ts`, { ...view, imports: nameList(types) }),
    },
  ];
}

function describeScheme(scheme: SentScheme): string {
  const { description } = scheme;
  return renderDocComment({ description, notes: [describeCredential(scheme)] }, "  ");
}

function describeCredential(scheme: SentScheme): string {
  switch (scheme.type) {
    case "apiKey": {
      const place = scheme.in === "query" ? "parameter" : scheme.in;
      return `The API key that is sent in the ${place} \`${scheme.name}\`.`;
    }
    case "http":
      return describeHttpScheme(scheme.scheme, scheme.bearerFormat);
    case "oauth2":
      return "The access token of OAuth 2.";
    case "openIdConnect":
      return `The token of OpenID Connect, from \`${scheme.openIdConnectUrl}\`.`;
  }
}

function describeHttpScheme(name: string, format: string | undefined): string {
  switch (name.toLowerCase()) {
    case "basic":
      return "The user name and password of HTTP Basic.";
    case "bearer":
      return format === undefined ? "The bearer token." : `The bearer token (${format}).`;
    default:
      return `The whole value of \`Authorization\`, with \`${name}\` in front.`;
  }
}
