import { buildToolSlug } from "../../applications/toolkits/build/tool-slug.ts";
import type {
  HookCall,
  HookRegistration,
  WebhookSettings,
} from "../../applications/toolkits/types/webhook-types.ts";
import { createId } from "../../base/ids.ts";
import type { HookOwner, Registration } from "../../domain/events/ingress/hooks/hook-types.ts";
import type { Services } from "../services.ts";
import { type ExecutedTool, executeTool } from "../tools/execute-tool.ts";
import { type ArgumentValues, fillArguments } from "./fill-arguments.ts";

/** How the hooks of an instance are registered. */
export interface HookRules {
  readonly settings: WebhookSettings;
  readonly hooks: HookRegistration | undefined;
  /** `hook` of the trigger type, in its `webhook` or its `watch`. */
  readonly hook: Readonly<Record<string, unknown>>;
}

/**
 * The rules of the toolkit for the hooks of an instance.
 *
 * @throws PlatformError `Trigger_TypeNotFound`, `Toolkit_NotFound` when it was withdrawn
 */
export async function readHookRules(
  { catalogs }: Services,
  { projectId, toolkitSlug, triggerSlug, toolkitVersion }: HookOwner,
): Promise<HookRules> {
  const catalog = await catalogs.open({ projectId });
  const type = await catalog.getTrigger(triggerSlug, toolkitVersion ?? undefined);
  const settings = catalog.getToolkit(toolkitSlug).webhooks;
  if (settings === undefined) {
    throw new Error(`The toolkit ${toolkitSlug} has no webhooks.`);
  }
  return { settings, hooks: settings.hooks, hook: (type.webhook ?? type.watch)?.hook ?? {} };
}

/** A call of `hooks` or `owner`. */
export interface CallOfHooks {
  readonly call: HookCall;
  /** The values behind the names in its arguments. The log gets `***` in place of `url`, `secret` and `credentials`. */
  readonly values: ArgumentValues;
  /** Returns the part of the result that the log may keep. */
  readonly maskForLog: (
    data: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
}

/** Calls an operation of the toolkit with the account of an instance. It is logged as an execution with the source `trigger`. */
export async function callForHook(
  services: Services,
  owner: HookOwner,
  { call, values, maskForLog }: CallOfHooks,
  signal: AbortSignal,
): Promise<ExecutedTool> {
  const caller = {
    projectId: owner.projectId,
    catalogVersion: undefined,
    requestId: createId("req"),
    source: "trigger" as const,
    signal,
  };
  const hidden = Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== undefined && hiddenNames.has(name))
      .map(([name, value]) => [name, hideTexts(value)]),
  );
  return await executeTool(services, caller, {
    toolSlug: buildToolSlug(owner.toolkitSlug, call.operation),
    version: owner.toolkitVersion ?? undefined,
    arguments: fillArguments(call.arguments, values),
    accountId: owner.accountId ?? undefined,
    userId: owner.userId,
    forLog: {
      arguments: fillArguments(call.arguments, { ...values, ...hidden }),
      maskData: maskForLog,
    },
  });
}

/** Hides the deployment's own credentials, because projects can read these logs. */
const hiddenNames: ReadonlySet<string> = new Set(["url", "secret", "credentials"]);

function hideTexts(value: unknown): unknown {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.keys(value).map((name) => [name, "***"]))
    : "***";
}

/** Has the application remove a hook. */
export async function callUnregister(
  services: Services,
  owner: HookOwner,
  {
    hooks,
    hook,
    registration,
    signal,
  }: Pick<HookRules, "hook"> & {
    readonly hooks: HookRegistration;
    readonly registration: Registration;
    readonly signal: AbortSignal;
  },
): Promise<ExecutedTool> {
  const call = hooks.unregister;
  const values = { config: owner.config, hook, ...registration };
  return await callForHook(services, owner, { call, values, maskForLog: (data) => data }, signal);
}

/** A hook that cannot be listed is gone when the application does not know it: it expired, or was never made. */
export function isGone({ successful, data }: ExecutedTool): boolean {
  return successful || data.status_code === 404 || data.status_code === 410;
}
