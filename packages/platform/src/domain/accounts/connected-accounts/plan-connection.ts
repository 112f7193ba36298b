import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { type ConnectionToolkit, findScheme } from "../../fields/connection-catalog.ts";
import { type FieldProblem, FieldsError } from "../../fields/field-problems.ts";
import {
  fillFields,
  findDeclaredFields,
  findHostProblems,
  findMissingFields,
  findTypeProblems,
  isGiven,
  listFields,
} from "../../fields/fields.ts";
import { findAddressVariables } from "../../fields/host-fields.ts";
import type { DeclaredFields, Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { assertBuilt } from "../auth-configs/assert-built.ts";
import type { AuthConfigRow } from "../auth-configs/auth-config-record.ts";
import { type AuthConfigSecrets, openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { type GivenTokens, separateTokens } from "./given-tokens.ts";
import { sharesSecrets } from "./own-host.ts";

/** A connection that is allowed. Only its values have not been checked yet. */
export interface ConnectionPlan {
  readonly authConfig: AuthConfigRow;
  readonly authConfigSecrets: AuthConfigSecrets;
  readonly toolkit: ConnectionToolkit;
  readonly scheme: AuthScheme;
  readonly declared: DeclaredFields;
  /** True when the user has to sign in at the application. */
  readonly redirects: boolean;
  /** The values of the connection's fields, without those inherited from the auth config. */
  readonly values: Values;
  /** Tokens that the request brings. With them nobody has to sign in. */
  readonly tokens?: GivenTokens | undefined;
}

/**
 * Checks that the auth config allows a connection, and prevents changes to it until the transaction ends.
 *
 * @param claimed the scheme that the request names, if any
 * @throws PlatformError `AuthConfig_NotFound`, `ConnectedAccount_AuthConfigDisabled`,
 *   `ConnectedAccount_SchemeMismatch`, `ConnectedAccount_SchemeUnsupported`
 */
export async function planConnection(
  scope: Scope,
  authConfigId: string,
  claimed: string | undefined,
): Promise<ConnectionPlan> {
  const authConfig = await readAuthConfig(scope, authConfigId, "share");
  const mode = authConfig.auth_scheme;
  if (authConfig.status === "DISABLED") {
    throw new PlatformError("ConnectedAccount_AuthConfigDisabled");
  }
  if (claimed !== undefined && claimed !== mode) {
    throw new PlatformError("ConnectedAccount_SchemeMismatch");
  }
  const toolkit = scope.catalog.findToolkit(authConfig.toolkit_slug);
  const scheme = findScheme(toolkit, mode);
  assertBuilt(mode, "connection");
  // A scheme that a new version of the toolkit dropped cannot be connected either.
  if (toolkit === undefined || scheme === undefined) {
    throw new PlatformError("ConnectedAccount_SchemeUnsupported");
  }
  return {
    authConfig,
    authConfigSecrets: await openAuthConfig(scope, authConfig),
    toolkit,
    scheme,
    declared: findDeclaredFields(scheme),
    redirects: authSchemes[mode].redirects === true,
    values: {},
  };
}

/**
 * Checks the values of the fields that the scheme asks a user for, and adds their defaults. A part of an address gets no
 * default, because nobody would have chosen where the credentials go. Further members are kept, except those that would
 * take the place of something else: see `findForeign`.
 *
 * @param place the place of the values in the request, such as `body.connection.state.val`
 * @throws FieldsError `ConnectedAccount_CredentialsMissing` with a line for each missing field; `Validation_Failed`
 *   when fields are only wrong
 */
export function checkCredentials(plan: ConnectionPlan, given: Values, place: string): Values {
  const { toolkit, scheme, authConfigSecrets } = plan;
  const group = scheme.fields.connected_account_initiation;
  const { credentials, shared_credentials: shared } = authConfigSecrets;
  const ofConfig = { ...credentials, ...shared };
  const own = selectGiven(given);
  const filled = fillFields(group, { ...ofConfig, ...own }, findAddressVariables(toolkit, scheme));
  const values = Object.fromEntries(
    Object.entries(filled).filter(([name]) => Object.hasOwn(own, name) || !isGiven(ofConfig[name])),
  );
  const missing = findMissingFields(group, filled);
  const wrong = [...findForeign(plan, values), ...findWrong(plan, values)];
  if (missing.length > 0) {
    throw new FieldsError("ConnectedAccount_CredentialsMissing", place, [...missing, ...wrong]);
  }
  if (wrong.length > 0) {
    throw new FieldsError("Validation_Failed", place, wrong);
  }
  return values;
}

/**
 * Checks the credentials of a new account: the values of its fields, and tokens that it may bring.
 *
 * @throws FieldsError as `checkCredentials` does
 */
export function withCredentials(
  plan: ConnectionPlan,
  given: Values,
  place: string,
): ConnectionPlan {
  const { tokens, others } = separateTokens(plan.scheme, given, place);
  return { ...plan, tokens, values: checkCredentials(plan, others, place) };
}

/**
 * Checks the values that are known before the user fills in a form. Unlike `checkCredentials`, any value may be
 * missing, and no defaults are added.
 *
 * @throws FieldsError `Validation_Failed`
 */
export function checkKnownValues(plan: ConnectionPlan, given: Values, place: string): Values {
  const values = selectGiven(given);
  const wrong = [...findForeign(plan, values), ...findWrong(plan, values)];
  if (wrong.length > 0) {
    throw new FieldsError("Validation_Failed", place, wrong);
  }
  return values;
}

/** The values of a request. An empty one does not hide that of the auth config, and the status is the platform's. */
function selectGiven({ status: _, ...given }: Values): Values {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value)));
}

/** Members of `state.val` that the platform writes, or that the client of the auth config consists of. */
const ofPlatform: ReadonlySet<string> = new Set([
  ...["access_token", "refresh_token", "id_token", "token_type", "expires_in", "expires_at"],
  ...["oauth_token", "oauth_token_secret", "oauth_verifier", "code_verifier"],
  ...["redirectUrl", "callback_url", "expired_at", "client_id", "client_secret", "scopes"],
]);

/**
 * Reports members that no account may bring, unless they are fields of the scheme: tokens and addresses that the platform
 * writes, and values of the auth config.
 */
function findForeign(plan: ConnectionPlan, values: Values): readonly FieldProblem[] {
  const { scheme, authConfigSecrets } = plan;
  const { auth_config_creation, connected_account_initiation } = scheme.fields;
  const asked = new Set(listFields(connected_account_initiation).map(({ name }) => name));
  const ofConfig = new Set(listFields(auth_config_creation).map(({ name }) => name));
  const shared = authConfigSecrets.shared_credentials;
  return Object.keys(values).flatMap((field) => {
    if (Object.hasOwn(shared, field) && isGiven(shared[field])) {
      return [{ field, problem: "is given by the auth config to all of its accounts" }];
    }
    const isForeign = !asked.has(field) && (ofPlatform.has(field) || ofConfig.has(field));
    return isForeign ? [{ field, problem: "cannot be set by a connection" }] : [];
  });
}

function findWrong(plan: ConnectionPlan, values: Values): readonly FieldProblem[] {
  const { toolkit, scheme, authConfig, authConfigSecrets: secrets } = plan;
  const ownHost = !sharesSecrets(scheme, { isManaged: authConfig.is_platform_managed, secrets });
  return [
    ...findTypeProblems(scheme.fields.connected_account_initiation, values),
    ...findHostProblems(toolkit, scheme, values, { ownHost }),
  ];
}
