import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { ConnectionToolkit } from "../../fields/connection-catalog.ts";
import { toLines } from "../../fields/field-problems.ts";
import {
  fillFields,
  findHostProblems,
  findMissingFields,
  findTypeProblems,
} from "../../fields/fields.ts";
import type { Values } from "../../fields/masking.ts";
import { parseScopes } from "../../fields/scopes.ts";
import type { AuthConfigSecrets } from "./auth-config-secrets.ts";

/**
 * Checks the secrets of an auth config with the project's own credentials, and fills in the defaults of its fields.
 *
 * @param place the place of the credentials in the request, such as `body.auth_config`
 * @throws PlatformError `AuthConfig_CredentialsInvalid` with every problem
 */
export function checkCustomSecrets(
  toolkit: ConnectionToolkit,
  scheme: AuthScheme,
  secrets: AuthConfigSecrets,
  place: string,
): AuthConfigSecrets {
  const { auth_config_creation: creation, connected_account_initiation: initiation } =
    scheme.fields;
  const credentials = normalizeScopes(fillFields(creation, secrets.credentials));
  const shared = secrets.shared_credentials;
  // An auth config may share any of an account's fields. Each account brings the rest.
  const optional = { required: [], optional: [...initiation.required, ...initiation.optional] };
  const problems = [
    ...toLines(`${place}.credentials`, [
      ...findMissingFields(creation, credentials),
      ...findTypeProblems(creation, credentials),
      ...findHostProblems(toolkit, scheme, credentials, { ownHost: true }),
    ]),
    ...toLines(`${place}.shared_credentials`, [
      ...findTypeProblems(optional, shared),
      ...findHostProblems(toolkit, scheme, shared, { ownHost: false }),
    ]),
    ...findProxyProblems(secrets.proxy_config, place),
  ];
  throwIfAny(problems);
  return { ...secrets, credentials };
}

/**
 * Checks the credentials of a managed auth config, which may only contain `scopes`.
 *
 * @throws PlatformError `AuthConfig_CredentialsInvalid`
 */
export function checkManagedCredentials(credentials: Values, place: string): Values {
  const others = Object.keys(credentials).filter((name) => name !== "scopes");
  throwIfAny(
    others.map((name) => `${place}.credentials.${name}: the credentials are the deployment's`),
  );
  return normalizeScopes(credentials);
}

/** Throws `AuthConfig_CredentialsInvalid` when there is a problem. */
export function throwIfAny(errors: readonly string[]): void {
  if (errors.length > 0) {
    throw new PlatformError("AuthConfig_CredentialsInvalid", { errors });
  }
}

function normalizeScopes(credentials: Values): Values {
  const { scopes, ...rest } = credentials;
  const list = parseScopes(scopes);
  return list.length === 0 ? rest : { ...rest, scopes: list };
}

function findProxyProblems(
  proxy: Schemas["AuthConfigProxy"] | undefined,
  place: string,
): readonly string[] {
  if (proxy === undefined) {
    return [];
  }
  const url = URL.canParse(proxy.proxy_url) ? new URL(proxy.proxy_url) : undefined;
  const isProxy = url?.protocol === "http:" || url?.protocol === "https:";
  // Reads would show a password that is part of the address. The proxy has a separate member for it.
  if (isProxy && url.username === "" && url.password === "") {
    return [];
  }
  return [`${place}.proxy_config.proxy_url: must be an http or https address without user name`];
}
