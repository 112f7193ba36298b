import type { ToolkitCatalog } from "../../../applications/toolkits/types/catalog-types.ts";
import type { Query, Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Page } from "../../lists/cursors.ts";
import { cutPage, type PageOf } from "../../lists/pages.ts";
import type { SessionAccount } from "./session-accounts.ts";
import type { SessionConfig } from "./session-config.ts";
import { createSessionRules } from "./session-rules.ts";

/**
 * A page of the toolkits of a session, in the order of their names.
 *
 * @throws PlatformError `Toolkit_NotFound` for a filter that names a toolkit that the project does not have
 */
export function listSessionToolkits(
  catalog: ToolkitCatalog,
  session: {
    readonly config: SessionConfig;
    readonly accounts: ReadonlyMap<string, SessionAccount>;
  },
  filter: Query<"listSessionToolkits">,
  page: Page,
): PageOf<Schemas["ToolRouterToolkit"]> {
  const { toolkits: slugs, is_connected: isConnected, search } = filter;
  const { allowsToolkit } = createSessionRules(session.config);
  const isNamed = slugs !== undefined && slugs.length > 0;
  if (isNamed && slugs.some((slug) => catalog.findToolkit(slug) === undefined)) {
    throw new PlatformError("Toolkit_NotFound");
  }
  const records = catalog
    .listToolkits({
      sortBy: "alphabetically",
      ...(isNamed ? { slugs } : {}),
      search,
    })
    .filter(({ slug }) => isNamed || allowsToolkit(slug))
    .filter(
      ({ slug }) =>
        isConnected === undefined ||
        (session.accounts.get(slug)?.status === "ACTIVE") === isConnected,
    );
  return cutPage(page, records, ({ name, slug, no_auth, platform_managed_auth_schemes, meta }) => ({
    name,
    slug,
    enabled: allowsToolkit(slug),
    is_no_auth: no_auth,
    platform_managed_auth_schemes,
    meta: { logo: meta.logo, description: meta.description },
    connected_account: toAccount(session.accounts.get(slug)),
  }));
}

function toAccount(
  account: SessionAccount | undefined,
): Schemas["ToolRouterConnectedAccount"] | null {
  return account === undefined
    ? null
    : {
        id: account.id,
        user_id: account.userId,
        status: account.status,
        created_at: account.createdAt.toISOString(),
        auth_config: {
          id: account.authConfigId,
          auth_scheme: account.authScheme,
          is_platform_managed: account.isPlatformManaged,
        },
      };
}
