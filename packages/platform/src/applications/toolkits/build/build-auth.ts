import type { SecurityScheme } from "specwright";
import type { AuthFormat, FieldFormat } from "../documents/document-format.ts";
import { authSchemes } from "../types/auth-schemes.ts";
import type { AuthMode, AuthScheme, OAuth2Settings } from "../types/auth-types.ts";
import { buildAuthFields, listUndeclared } from "./auth-fields.ts";
import { buildToolSlug } from "./tool-slug.ts";

/** Reports a problem of an auth scheme at one of its members. */
type Report = (member: string, message: string, fix: string) => void;

/** The parts of the document that an auth scheme refers to. */
interface AuthSurroundings {
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  /** The variables of the server, as fields. */
  readonly ofServer: readonly FieldFormat[];
}

/** Builds an auth scheme of a toolkit. Invalid members are reported, and the result contains a best guess for them. */
export function buildAuth(
  auth: AuthFormat,
  toolkitSlug: string,
  { schemes, ofServer }: AuthSurroundings,
  report: Report,
): AuthScheme {
  const scheme = schemes.get(auth.security_scheme);
  if (scheme === undefined) {
    const message = `The components have no security scheme \`${auth.security_scheme}\`.`;
    report("security_scheme", message, "Correct the name, or add the scheme.");
  } else if (!fits(auth.mode, scheme)) {
    const message = `\`${auth.mode}\` credentials cannot be sent by the security scheme \`${auth.security_scheme}\`.`;
    report("mode", message, "Choose a security scheme of the right type (README, Auth schemes).");
  }
  const { flow } = authSchemes[auth.mode];
  const settings = flow && buildOauth2Settings(auth, flow, scheme, report);
  const { auth_config_creation, connected_account_initiation } = auth.fields;
  const hostFields = [
    ...auth_config_creation,
    ...connected_account_initiation,
    ...listUndeclared(auth, ofServer),
  ];
  return {
    name: auth.name,
    mode: auth.mode,
    fields: buildAuthFields(auth, ofServer),
    securityScheme: auth.security_scheme,
    mayBeManaged: auth.managed,
    ownHostFields: new Set(hostFields.filter((field) => field.own_host).map(({ name }) => name)),
    prefix: auth.prefix,
    ...(settings === undefined ? {} : { oauth2: settings }),
    ...(auth.test_operation === undefined
      ? {}
      : { testTool: buildToolSlug(toolkitSlug, auth.test_operation) }),
  };
}

function fits(mode: AuthMode, scheme: SecurityScheme): boolean {
  const kind = scheme.type === "http" ? scheme.scheme.toLowerCase() : scheme.type;
  return authSchemes[mode].carriers.some((carrier) => carrier === kind);
}

function buildOauth2Settings(
  auth: AuthFormat,
  flowName: string,
  scheme: SecurityScheme | undefined,
  report: Report,
): OAuth2Settings | undefined {
  const { oauth2 } = auth;
  if (oauth2 === undefined) {
    report("oauth2", "An OAuth scheme needs `oauth2`.", "Add it: see the README, OAuth 2.");
    return undefined;
  }
  const flow = readOauthFlow(scheme, flowName);
  if (flow.tokenUrl === undefined) {
    const message = `The security scheme has no flow \`${flowName}\` with a \`tokenUrl\`.`;
    report("security_scheme", message, "Add the flow to the security scheme.");
  }
  for (const scope of oauth2.default_scopes) {
    if (!Object.hasOwn(flow.scopes, scope)) {
      report("oauth2", `The flow has no scope \`${scope}\`.`, "Add it to the flow's `scopes`.");
    }
  }
  const { token_response: answer } = oauth2;
  return {
    ...(flow.authorizationUrl === undefined ? {} : { authorizationUrl: flow.authorizationUrl }),
    tokenUrl: flow.tokenUrl ?? "",
    ...(flow.refreshUrl === undefined ? {} : { refreshUrl: flow.refreshUrl }),
    ...(oauth2.revocation_url === undefined ? {} : { revocationUrl: oauth2.revocation_url }),
    ...(oauth2.issuer === undefined ? {} : { issuer: oauth2.issuer }),
    scopes: flow.scopes,
    defaultScopes: oauth2.default_scopes,
    scopeSeparator: oauth2.scope_separator,
    scopeParameter: oauth2.scope_parameter,
    pkce: oauth2.pkce,
    clientAuthentication: oauth2.client_authentication,
    tokenRequestFormat: oauth2.token_request_format,
    authorizationParameters: oauth2.authorization_parameters,
    tokenHeaders: oauth2.token_headers,
    tokenResponse: {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      tokenType: answer.token_type,
      expiresIn: answer.expires_in,
      scope: answer.scope,
      ...(answer.success === undefined ? {} : { success: answer.success }),
      error: answer.error,
    },
  };
}

interface Flow {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

/** Reads a flow of the scheme (OpenAPI 3.1, section 4.8.29). Members that are not strings are left out. */
function readOauthFlow(scheme: SecurityScheme | undefined, name: string): Flow {
  const flow: unknown = scheme?.type === "oauth2" ? scheme.flows[name] : undefined;
  if (typeof flow !== "object" || flow === null) {
    return { scopes: {} };
  }
  const entries = Object.entries(flow).filter(([, value]) => typeof value === "string");
  const scopes: unknown = "scopes" in flow ? flow.scopes : undefined;
  return {
    ...Object.fromEntries(entries),
    scopes: typeof scopes === "object" && scopes !== null ? { ...scopes } : {},
  };
}
