import { PlatformError } from "../../base/errors.ts";
import { accountIdForm } from "../../domain/accounts/connected-accounts/free-alias.ts";
import { createSessionRules } from "../../domain/agents/tool-router/session-rules.ts";
import type { Session } from "../../domain/agents/tool-router/sessions.ts";
import type { Values } from "../../domain/fields/masking.ts";
import type { ActionKey } from "../action-key.ts";
import type { ActionCaller, Services } from "../services.ts";
import { type ExecutedTool, executeTool } from "../tools/execute-tool.ts";

/** A tool to execute for the user of a session. */
export interface SessionToolCall {
  readonly toolSlug: string;
  readonly arguments: Values;
  /** The alias or the id of the account to use. */
  readonly account?: string | undefined;
}

/**
 * Executes a tool for the user of a session, with the account that the session uses.
 *
 * @throws PlatformError `ToolRouter_ToolNotFound` when the tool is unknown, or the session or the account's auth
 *   config does not allow it, and the errors of `actions/tools/execute-tool.ts`
 */
export async function executeSessionTool(
  services: Services,
  caller: ActionCaller,
  { session: { config }, call }: { readonly session: Session; readonly call: SessionToolCall },
  key?: ActionKey<ExecutedTool>,
): Promise<ExecutedTool> {
  const catalog = await services.catalogs.open(caller);
  const record = catalog.hasTool(call.toolSlug)
    ? await catalog.getRecord(call.toolSlug)
    : undefined;
  const toolkitSlug = record?.toolkit.slug ?? "";
  if (
    record === undefined ||
    !createSessionRules(config).allowsTool({ slug: record.slug, toolkitSlug, tags: record.tags })
  ) {
    throw new PlatformError("ToolRouter_ToolNotFound");
  }
  const accounts = config.connected_accounts;
  const pinned = Object.hasOwn(accounts, toolkitSlug) ? accounts[toolkitSlug] : undefined;
  const { account, ...rest } = call;
  const isId = account !== undefined && accountIdForm.test(account);
  if (isId && pinned !== undefined && account !== pinned) {
    // The session was made for that account alone.
    throw new PlatformError("ToolExecution_ConnectedAccountNotFound");
  }
  const named = isId ? { accountId: account } : { accountId: pinned, alias: account };
  const request = { ...rest, ...named, userId: config.user_id, isAgent: true };
  return await executeTool(services, caller, request, key).catch(hideTool);
}

/** For a session, a tool that the auth config does not allow does not exist. */
function hideTool(error: unknown): never {
  const isHidden = error instanceof PlatformError && error.slug === "ToolExecution_ToolNotAllowed";
  throw isHidden ? new PlatformError("ToolRouter_ToolNotFound") : error;
}
