import { findValueAt } from "../../applications/toolkits/json-pointer.ts";
import type { ToolkitCatalog } from "../../applications/toolkits/types/catalog-types.ts";
import type { PollRule } from "../../applications/toolkits/types/poll-types.ts";
import type { TriggerDefinition } from "../../applications/toolkits/types/trigger-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { createId } from "../../base/ids.ts";
import type { DisabledReason } from "../../domain/accounts/connected-accounts/changing/account-triggers.ts";
import type { Poll, PolledItem, PollResult } from "../../domain/events/triggers/poll-types.ts";
import type { Services } from "../services.ts";
import { executeTool } from "../tools/execute-tool.ts";
import { fillArguments, readTime, writeTime } from "./fill-arguments.ts";

/** The number of pages that one poll reads. If the list has more, the next poll reads it from the beginning again. */
const mostPages = 50;

/**
 * Reads the items of a poll type, page by page, with the same call that executes tools.
 *
 * @throws errors other than the application's failures and our refusals, such as a lost database
 */
export async function pollApplication(
  services: Services,
  poll: Poll,
  signal: AbortSignal,
): Promise<PollResult> {
  try {
    const catalog = await services.catalogs.open({ projectId: poll.projectId });
    const type = await findType(catalog, poll);
    if (type?.poll === undefined) {
      return { kind: "ended", reason: "type_removed" };
    }
    const { no_auth: needsNone } = catalog.getToolkit(type.record.toolkit.slug).record;
    const accountId = needsNone ? null : poll.accountId;
    const rules = { ...type.poll, isWatched: type.watch !== undefined };
    return await readPages(services, { ...poll, accountId }, rules, signal);
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    const reason = ends.get(error.slug);
    return reason === undefined
      ? { kind: "failed", retryAfterSeconds: error.retryAfterSeconds }
      : { kind: "ended", reason };
  }
}

/** Refusals that say that the account cannot be used. */
const ends: ReadonlyMap<string, DisabledReason> = new Map([
  ["ToolExecution_AccountNotActive", "connection_expired"],
  ["ToolExecution_AccountIncomplete", "connection_expired"],
  ["ToolExecution_ConnectedAccountNotFound", "account_deleted"],
]);

async function findType(
  catalog: ToolkitCatalog,
  { slug, toolkitVersion }: Poll,
): Promise<TriggerDefinition | undefined> {
  const versions = toolkitVersion === null ? undefined : toolkitVersion;
  return await catalog.getTrigger(slug, versions).catch((error: unknown) => {
    if (error instanceof PlatformError) {
      return undefined;
    }
    throw error;
  });
}

async function readPages(
  services: Services,
  poll: Poll,
  {
    toolSlug,
    rule,
    isWatched,
  }: NonNullable<TriggerDefinition["poll"]> & { readonly isWatched: boolean },
  signal: AbortSignal,
): Promise<PollResult> {
  const caller = {
    projectId: poll.projectId,
    catalogVersion: undefined,
    requestId: createId("req"),
    source: "trigger" as const,
    signal,
  };
  const since = writeTime(poll.since, rule.since);
  const items: PolledItem[] = [];
  let values = fillArguments(rule.arguments, { config: poll.config, since });
  for (let page = 1; ; page += 1) {
    const answer = await executeTool(services, caller, {
      toolSlug,
      version: poll.toolkitVersion ?? undefined,
      arguments: values,
      accountId: poll.accountId ?? undefined,
      userId: poll.userId,
    });
    if (!answer.successful) {
      return { kind: "failed" };
    }
    const listed = readItems(answer.data, rule);
    items.push(...listed);
    const next = rule.next === undefined ? undefined : findValueAt(answer.data, rule.next.pointer);
    const isLast =
      rule.next === undefined ||
      next === undefined ||
      next === null ||
      next === "" ||
      next === false;
    const isOld =
      rule.newest_first && listed.every(({ time }) => time !== null && time < poll.since);
    if (isLast || isOld || page === mostPages) {
      const isCut = !isLast && !isOld;
      return { kind: "items", items, isCut, isWatched, logId: answer.logId };
    }
    values = { ...values, [rule.next.argument]: next };
  }
}

/** A list that is absent is an empty one: some applications leave it out then. An item without its identity is not one. */
function readItems(answer: unknown, rule: PollRule): readonly PolledItem[] {
  const list = findValueAt(answer, rule.items);
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const parts = rule.identity.map((pointer) => findValueAt(item, pointer));
    const time = rule.time && readTime(findValueAt(item, rule.time.pointer), rule.time.unit);
    if (parts.includes(undefined) || (rule.time !== undefined && time === undefined)) {
      return [];
    }
    const data = Object.entries(rule.data)
      .map(([name, pointer]) => [name, findValueAt(item, pointer)])
      .filter(([, value]) => value !== undefined);
    return [
      { identity: JSON.stringify(parts), time: time ?? null, data: Object.fromEntries(data) },
    ];
  });
}
