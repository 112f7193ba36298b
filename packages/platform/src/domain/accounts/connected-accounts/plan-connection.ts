import { PlatformError } from "../../../errors.ts";
import type { AuthScheme } from "../../../toolkits/types/auth-types.ts";
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
import type { DeclaredFields, Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import type { AuthConfigRow } from "../auth-configs/auth-config-record.ts";
import { type AuthConfigSecrets, openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import { readAuthConfig } from "../auth-configs/read-auth-configs.ts";
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
}

/** Schemes that send the user to the application. */
const redirecting: ReadonlySet<string> = new Set(["OAUTH2", "OAUTH1", "DCR_OAUTH"]);

/** Schemes whose connections are answered with 501 (docs/decisions.md §4). */
const unsupported: ReadonlySet<string> = new Set(["SAML", "BILLCOM_AUTH", "CALCOM_AUTH"]);

/** True when connections with the scheme send the user to the application. */
export function isRedirecting(mode: string): boolean {
  return redirecting.has(mode);
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
  // A scheme that a new version of the toolkit dropped cannot be connected either.
  if (unsupported.has(mode) || toolkit === undefined || scheme === undefined) {
    throw new PlatformError("ConnectedAccount_SchemeUnsupported");
  }
  return {
    authConfig,
    authConfigSecrets: await openAuthConfig(scope, authConfig),
    toolkit,
    scheme,
    declared: findDeclaredFields(scheme),
    redirects: isRedirecting(mode),
    values: {},
  };
}

/**
 * Checks the values of the fields that the scheme asks a user for, and adds their defaults. Values for other names
 * are dropped, so that a request cannot bring in foreign tokens or addresses. The form leaves out fields that the
 * auth config shares, and values that are sent for them are ignored.
 *
 * @param place the place of the values in the request, such as `body.connection.state.val`
 * @throws FieldsError `ConnectedAccount_CredentialsMissing` with a line for each missing field; `Validation_Failed`
 *   when fields are only wrong
 */
export function checkCredentials(plan: ConnectionPlan, given: Values, place: string): Values {
  const group = plan.scheme.fields.connected_account_initiation;
  const values = keepOwnValues(plan, fillFields(group, given));
  const { shared_credentials: shared } = plan.authConfigSecrets;
  const missing = findMissingFields(group, { ...values, ...shared });
  const wrong = findWrong(plan, values);
  if (missing.length > 0) {
    throw new FieldsError("ConnectedAccount_CredentialsMissing", place, [...missing, ...wrong]);
  }
  if (wrong.length > 0) {
    throw new FieldsError("Validation_Failed", place, wrong);
  }
  return values;
}

/**
 * Checks the values that are known before the user fills in a form. Unlike `checkCredentials`, any value may be
 * missing, and no defaults are added.
 *
 * @throws FieldsError `Validation_Failed`
 */
export function checkKnownValues(plan: ConnectionPlan, given: Values, place: string): Values {
  const values = keepOwnValues(plan, given);
  const wrong = findWrong(plan, values);
  if (wrong.length > 0) {
    throw new FieldsError("Validation_Failed", place, wrong);
  }
  return values;
}

/** The given values of the scheme's fields, without the fields that the auth config shares. */
function keepOwnValues({ scheme, authConfigSecrets }: ConnectionPlan, given: Values): Values {
  const shared = authConfigSecrets.shared_credentials;
  return Object.fromEntries(
    listFields(scheme.fields.connected_account_initiation)
      .filter(({ name }) => isGiven(given[name]) && !isGiven(shared[name]))
      .map(({ name }) => [name, given[name]]),
  );
}

function findWrong(plan: ConnectionPlan, values: Values): readonly FieldProblem[] {
  const { toolkit, scheme, authConfig, authConfigSecrets: secrets } = plan;
  const ownHost = !sharesSecrets(scheme, { isManaged: authConfig.is_platform_managed, secrets });
  return [
    ...findTypeProblems(scheme.fields.connected_account_initiation, values),
    ...findHostProblems(toolkit, scheme, values, { ownHost }),
  ];
}
