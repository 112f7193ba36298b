import { findValueAt } from "../../applications/toolkits/json-pointer.ts";
import { PlatformError } from "../../base/errors.ts";
import { type HookRemoval, isOfOwner } from "../../domain/events/ingress/hooks/hook-types.ts";
import type { Services } from "../services.ts";
import {
  callForHook,
  callUnregister,
  type HookRules,
  isGone,
  readHookRules,
} from "./hook-calls.ts";
import { removeSharedHook } from "./remove-shared-hook.ts";

/** Refusals after which the hook can no longer be removed. */
const ends: ReadonlySet<string> = new Set([
  "ToolExecution_ConnectedAccountNotFound",
  "Toolkit_NotFound",
  "Tool_NotFound",
  "Trigger_TypeNotFound",
]);

/**
 * Removes a hook at its application, or all hooks with its address if the hook's id is unknown. A hook that is already
 * gone counts as removed, and so does one whose account was deleted.
 *
 * @throws when the removal has to be tried again
 */
export async function removeHooks(
  services: Services,
  removal: HookRemoval,
  signal: AbortSignal,
): Promise<void> {
  try {
    const rules = await readHookRules(services, removal);
    const { registration } = removal;
    const known = registration ?? {};
    if (isOfOwner(known)) {
      await removeSharedHook(services, { removal, registration: known, rules, signal });
      return;
    }
    const ids = "id" in known ? [known.id] : await findIds(services, removal, rules, signal);
    for (const id of ids) {
      await removeHook(services, removal, { rules, id, signal });
    }
  } catch (error) {
    if (!(error instanceof PlatformError) || !ends.has(error.slug)) {
      throw error;
    }
    const { projectId, toolkitSlug, triggerId } = removal;
    services.warn("hook cannot be removed", { projectId, toolkitSlug, triggerId });
  }
}

async function removeHook(
  services: Services,
  removal: HookRemoval,
  {
    rules,
    id,
    signal,
  }: { readonly rules: HookRules; readonly id: unknown; readonly signal: AbortSignal },
): Promise<void> {
  const { hooks, hook } = rules;
  if (hooks === undefined) {
    return;
  }
  const registration = { ...removal.registration, id };
  const answer = await callUnregister(services, removal, { hooks, hook, registration, signal });
  if (answer.successful) {
    return;
  }
  const isLeft =
    hooks.find === undefined
      ? !isGone(answer)
      : (await findIds(services, removal, rules, signal)).includes(id);
  if (isLeft) {
    throw new Error("The application did not remove the hook.");
  }
}

/** The hooks of an address. */
async function findIds(
  services: Services,
  removal: HookRemoval,
  { hooks, hook }: HookRules,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const find = hooks?.find;
  if (find === undefined) {
    return [];
  }
  // The list has the addresses of all hooks, which are secret.
  const values = { config: removal.config, hook };
  const answer = await callForHook(
    services,
    removal,
    { call: find, values, maskForLog: () => ({}) },
    signal,
  );
  const list = answer.successful ? findValueAt(answer.data, find.items) : undefined;
  if (!Array.isArray(list)) {
    throw new Error("The application did not list its hooks.");
  }
  return list
    .filter((each: unknown) => findValueAt(each, find.url) === removal.url)
    .map((each: unknown) => findValueAt(each, find.id));
}
