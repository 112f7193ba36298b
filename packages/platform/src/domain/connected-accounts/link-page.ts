import type { InputField } from "../auth-configs/auth-config-record.ts";
import { getAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { findScheme } from "../connection-catalog.ts";
import { isGiven } from "../fields.ts";
import { getProjectConfig } from "../projects/config.ts";
import type { Scope } from "../scope.ts";
import { openConnection } from "./connection-secrets.ts";
import { readLink } from "./links.ts";
import { isRedirecting } from "./plan-connection.ts";

/** What the hosted page shows. Reading it changes nothing. */
export type LinkPage = {
  readonly project: { readonly name: string; readonly logoUrl: string | null };
  readonly userId: string;
  readonly toolkit: { readonly name: string; readonly logoUrl: string | null };
  /** What the form asks for; when the scheme leads to the application, what its address still needs. */
  readonly fields: readonly InputField[];
  readonly redirects: boolean;
  /** How the link ended, or null while it can be completed. */
  readonly outcome: "success" | "failed" | null;
  readonly callbackUrl: string | null;
};

/** The hosted page of a link; @throws PlatformError `ConnectedAccount_LinkNotFound` */
export async function getLinkPage(scope: Scope, linkId: string): Promise<LinkPage> {
  const link = await readLink(scope, linkId);
  const { account } = link;
  const config = await getProjectConfig(scope);
  const project = await scope.trx
    .selectFrom("projects")
    .select("name")
    .where("id", "=", scope.projectId)
    .executeTakeFirstOrThrow();
  const authConfig = await getAuthConfig(scope, account.auth_config_id);
  const toolkit = scope.catalog.findToolkit(account.toolkit_slug);
  const scheme = toolkit && findScheme(toolkit, account.auth_scheme);
  const redirects = isRedirecting(account.auth_scheme);
  const { val } = await openConnection(scope, account);
  // The application that began the connection may have given some of them already.
  const isAsked = ({ name }: InputField): boolean => !redirects || !isGiven(val[name]);
  return {
    project: { name: config.display_name ?? project.name, logoUrl: config.logo_url ?? null },
    userId: account.user_id,
    toolkit: {
      name: toolkit?.record.name ?? account.toolkit_slug,
      logoUrl: toolkit?.record.meta.logo ?? null,
    },
    fields: scheme === undefined ? [] : authConfig.expected_input_fields.filter(isAsked),
    redirects,
    outcome: link.outcome,
    callbackUrl: link.callbackUrl,
  };
}
