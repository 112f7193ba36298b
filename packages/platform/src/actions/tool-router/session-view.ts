import type { ToolkitCatalog } from "../../applications/toolkits/types/catalog-types.ts";
import type { ToolOutline } from "../../applications/toolkits/types/tool-types.ts";
import {
  readSessionAccounts,
  type SessionAccount,
} from "../../domain/agents/tool-router/session-accounts.ts";
import { createSessionRules } from "../../domain/agents/tool-router/session-rules.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import { readToolLimits } from "../../domain/agents/tool-router/tool-limits.ts";
import { runInProject } from "../../domain/scope.ts";
import type { ActionCaller, Services } from "../services.ts";

/** The part of the catalog that a session may use, and the accounts that it uses at this moment. */
export interface SessionView {
  readonly catalog: ToolkitCatalog;
  readonly accounts: ReadonlyMap<string, SessionAccount>;
  readonly allowsTool: (tool: Pick<ToolOutline, "slug" | "record">) => boolean;
  /** True when the tools of the toolkit can be executed now. */
  readonly isConnected: (toolkitSlug: string) => boolean;
}

/** Reads what a session sees, in one transaction. */
export async function readSessionView(
  services: Services,
  caller: ActionCaller,
  { config }: Session,
): Promise<SessionView> {
  const catalog = await services.catalogs.open(caller);
  const { accounts, limits } = await runInProject(services.platform, caller, async (scope) => {
    const read = await readSessionAccounts(scope, config);
    return { accounts: read, limits: await readToolLimits(scope, config, read) };
  });
  const rules = createSessionRules(config);
  return {
    catalog,
    accounts,
    allowsTool: ({ slug, record }) => {
      const toolkitSlug = record.toolkit.slug;
      return (
        rules.allowsTool({ slug, toolkitSlug, tags: record.tags }) &&
        limits.get(toolkitSlug)?.has(slug) !== false
      );
    },
    isConnected: (slug) =>
      catalog.findToolkit(slug)?.record.no_auth === true || accounts.get(slug)?.status === "ACTIVE",
  };
}
