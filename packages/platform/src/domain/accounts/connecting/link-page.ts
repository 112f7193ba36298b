import { fillAddress } from "../../../applications/oauth/address.ts";
import type { OauthClient } from "../../../applications/oauth/oauth-client.ts";
import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import { isGiven } from "../../fields/fields.ts";
import { getProjectConfig } from "../../projects/config.ts";
import type { Scope } from "../../scope.ts";
import { getAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { readOauthClient } from "../connected-accounts/read-oauth-client.ts";
import { type LinkOutcome, readLink, type StoredLink } from "./links.ts";

/** A party that a page shows: a project or an application. */
export interface Party {
  readonly name: string;
  readonly logoUrl: string | null;
}

/** The contents of the hosted page. Reading it changes nothing. */
export interface LinkPage {
  readonly project: Party;
  readonly userId: string;
  readonly toolkit: Party;
  /** `refresh` when the link reconnects an existing account. */
  readonly purpose: "connect" | "refresh";
  /** The fields of the form. For a scheme that redirects, these are the fields that its address still needs. */
  readonly fields: readonly Schemas["AuthConfigInputField"][];
  readonly redirects: boolean;
  /** The scopes that the application will be asked for; empty for schemes without scopes. */
  readonly permissions: readonly Permission[];
  /**
   * The host at which the user signs in, such as `github.com`; null when the user only fills in the form, or when a
   * field of it determines the host.
   */
  readonly signInHost: string | null;
  /** The outcome of the link; null while it can be completed. */
  readonly outcome: LinkOutcome | null;
  readonly callbackUrl: string | null;
}

/** A requested scope, with its description in the toolkit's document. */
export interface Permission {
  readonly scope: string;
  readonly description: string | null;
}

/** Reads the hosted page of a link; @throws PlatformError `ConnectedAccount_LinkNotFound` */
export async function getLinkPage(scope: Scope, linkId: string): Promise<LinkPage> {
  const link = await readLink(scope, linkId);
  const { row, openSecrets } = link.account;
  const config = await getProjectConfig(scope);
  const project = await scope.trx
    .selectFrom("projects")
    .select("name")
    .where("id", "=", scope.projectId)
    .executeTakeFirstOrThrow();
  const authConfig = await getAuthConfig(scope, row.auth_config_id);
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const scheme = findScheme(toolkit, row.auth_scheme);
  const redirects = authSchemes[row.auth_scheme].redirects === true;
  const { val } = openSecrets();
  // The application that began the connection may already have given some of the values.
  const isAsked = ({ name }: Schemas["AuthConfigInputField"]): boolean =>
    !redirects || !isGiven(val[name]);
  const client = redirects ? await findClient(scope, link) : undefined;
  return {
    project: { name: config.display_name ?? project.name, logoUrl: config.logo_url ?? null },
    userId: row.user_id,
    toolkit: {
      name: toolkit?.record.name ?? row.toolkit_slug,
      logoUrl: toolkit?.record.meta.logo ?? null,
    },
    purpose: link.purpose,
    fields:
      scheme === undefined
        ? []
        : authConfig.expected_input_fields
            .filter(isAsked)
            .map((field) => prefill(field, val[field.name])),
    redirects,
    permissions: client === undefined ? [] : listPermissions(client),
    signInHost: client === undefined ? null : findSignInHost(client),
    outcome: link.outcome,
    callbackUrl: link.callbackUrl,
  };
}

/** The client for the sign-in. Without one the page is still shown, and its button then reports the problem. */
async function findClient(scope: Scope, link: StoredLink): Promise<OauthClient | undefined> {
  try {
    return await readOauthClient(scope, link.account);
  } catch (error) {
    if (error instanceof PlatformError) {
      return undefined;
    }
    throw error;
  }
}

function listPermissions({ scopes, settings }: OauthClient): readonly Permission[] {
  return scopes.map((scope) => ({
    scope,
    description: Object.hasOwn(settings.scopes, scope) ? (settings.scopes[scope] ?? null) : null,
  }));
}

/** Null while the address lacks a field that the user still has to fill in. */
function findSignInHost({ settings, values }: OauthClient): string | null {
  try {
    return new URL(fillAddress(settings.authorizationUrl ?? "", values)).host;
  } catch {
    return null;
  }
}

/**
 * A field with the value that was given when the link was made. Secrets are never shown; an empty secret field keeps
 * the given value.
 */
function prefill(
  field: Schemas["AuthConfigInputField"],
  given: unknown,
): Schemas["AuthConfigInputField"] {
  if (!isGiven(given)) {
    return field;
  }
  if (!field.is_secret) {
    return { ...field, default: String(given) };
  }
  const kept = "It is filled in already. Leave it empty to keep it.";
  const description = [field.description, kept].filter((text) => text !== "").join(" ");
  return { ...field, required: false, description };
}
