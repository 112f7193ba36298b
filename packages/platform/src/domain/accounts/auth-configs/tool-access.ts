import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { ConnectionToolkit } from "../../fields/connection-catalog.ts";
import type { Values } from "../../fields/masking.ts";
import { parseScopes } from "../../fields/scopes.ts";

/** The members of a request that list the tools of an auth config. The second one is the older name of a list. */
export type ToolAccessMembers = Pick<
  Schemas["UpdateAuthConfigRequest"],
  "tool_access_config" | "restrict_to_following_tools"
>;

/**
 * Reads the lists of tools from a request, with each slug once.
 *
 * @param place the place of the members in the request, such as `body.auth_config`
 * @throws PlatformError `AuthConfig_ToolUnknown` with a line for each unknown tool, `Validation_Failed` when the two
 *   names of a list have different tools
 */
export function readToolAccess(
  toolkit: ConnectionToolkit,
  { tool_access_config: access = {}, restrict_to_following_tools: alias }: ToolAccessMembers,
  place: string,
): Schemas["AuthConfigToolAccessInput"] {
  const {
    tools_available_for_execution: available,
    tools_for_connected_account_creation: creation,
  } = access;
  const errors = [
    ...findUnknown(
      toolkit,
      creation,
      `${place}.tool_access_config.tools_for_connected_account_creation`,
    ),
    ...findUnknown(toolkit, available, `${place}.tool_access_config.tools_available_for_execution`),
    ...findUnknown(toolkit, alias, `${place}.restrict_to_following_tools`),
  ];
  if (errors.length > 0) {
    throw new PlatformError("AuthConfig_ToolUnknown", { errors });
  }
  if (available !== undefined && alias !== undefined && !areSame(available, alias)) {
    throw new PlatformError("Validation_Failed", {
      errors: [
        `${place}.restrict_to_following_tools: must be the same as tool_access_config.tools_available_for_execution: it is the older name of that field`,
      ],
    });
  }
  const executable = available ?? alias;
  return {
    ...(executable && { tools_available_for_execution: [...new Set(executable)] }),
    ...(creation && { tools_for_connected_account_creation: [...new Set(creation)] }),
  };
}

/**
 * Adds to the credentials of a request the scopes that its list of tools needs. The credentials stay as they are when
 * the request has its own scopes, names no list of tools, or the scheme has no scopes. If the list is empty, or its
 * tools need no scope, the scopes become empty, and connections ask for the toolkit's default scopes.
 */
export function withScopesOfTools(
  toolkit: ConnectionToolkit,
  scheme: Pick<AuthScheme, "oauth2">,
  credentials: Values | undefined,
  { tools_for_connected_account_creation: slugs }: Schemas["AuthConfigToolAccessInput"],
): Values | undefined {
  const hasOwn = parseScopes(credentials?.scopes).length > 0;
  if (scheme.oauth2 === undefined || slugs === undefined || hasOwn) {
    return credentials;
  }
  const scopes = slugs.flatMap((slug) => toolkit.tools.get(slug)?.record.scopes ?? []);
  return { ...credentials, scopes: [...new Set(scopes)] };
}

function findUnknown(
  toolkit: ConnectionToolkit,
  slugs: readonly string[] = [],
  place: string,
): readonly string[] {
  return slugs.flatMap((slug, index) =>
    toolkit.tools.has(slug) ? [] : [`${place}[${index}]: unknown tool ${slug}`],
  );
}

function areSame(left: readonly string[], right: readonly string[]): boolean {
  const [one, other] = [new Set(left), new Set(right)];
  return one.size === other.size && [...one].every((slug) => other.has(slug));
}
