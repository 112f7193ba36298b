import {
  type HookClaim,
  HookRefusedError,
  type RegisteredHook,
} from "../../domain/events/ingress/hooks/hook-types.ts";
import { toOwnerText } from "../../ingress/read-owner.ts";
import { findValueAt, setAt } from "../../toolkits/json-pointer.ts";
import type { DeliveryOwner } from "../../toolkits/types/webhook-types.ts";
import type { Services } from "../services.ts";
import { readTime } from "./fill-arguments.ts";
import { callForHook, readHookRules } from "./hook-calls.ts";

/**
 * Registers the hook of an instance. For an auth config's address, it finds the value that identifies the account in
 * the application's deliveries instead.
 *
 * @throws HookRefusedError; after any other error, a hook may or may not exist
 */
export async function registerHook(
  services: Services,
  claim: HookClaim,
  signal: AbortSignal,
): Promise<RegisteredHook> {
  const { settings, hooks, hook } = await readHookRules(services, claim);
  if (hooks === undefined) {
    return await readOwner(services, claim, settings.owner, signal);
  }
  const { url, secret, config, word: uuid } = claim;
  const pointer = settings.secret.from === "application" ? settings.secret.pointer : undefined;
  const { register } = hooks;
  const answer = await callForHook(
    services,
    claim,
    {
      call: register,
      values: { config, hook, url, secret, uuid },
      maskForLog: (data) => hideValues(pointer === undefined ? data : hide(data, pointer), claim),
    },
    signal,
  );
  if (!answer.successful) {
    throw new HookRefusedError(answer.logId);
  }
  const id = findValueAt(answer.data, register.id);
  const made = pointer === undefined ? undefined : findValueAt(answer.data, pointer);
  if ((typeof id !== "string" && typeof id !== "number") || (pointer && typeof made !== "string")) {
    throw new Error("The application's answer lacks the id or the secret of the hook.");
  }
  const { expires, keep = {} } = register;
  const kept = Object.entries(keep).map(([name, at]) => [name, findValueAt(answer.data, at)]);
  return {
    registration: { ...Object.fromEntries(kept), id },
    secret: typeof made === "string" ? made : undefined,
    expiresAt: expires && readTime(findValueAt(answer.data, expires.pointer), expires.unit),
  };
}

async function readOwner(
  services: Services,
  claim: HookClaim,
  owner: DeliveryOwner | undefined,
  signal: AbortSignal,
): Promise<RegisteredHook> {
  if (owner === undefined) {
    throw new Error("The toolkit no longer registers hooks.");
  }
  const call = { operation: owner.operation, arguments: {} };
  const answer = await callForHook(
    services,
    claim,
    { call, values: {}, maskForLog: (data) => data },
    signal,
  );
  const [first, ...also] = [owner, ...owner.also].map(({ pointer }) =>
    answer.successful ? toOwnerText(findValueAt(answer.data, pointer)) : "",
  );
  if (first === undefined || [first, ...also].includes("")) {
    throw new HookRefusedError(answer.logId);
  }
  const registration = { owner: first, ...(also.length > 0 && { also }) };
  return { registration, secret: undefined, expiresAt: undefined };
}

/** Applications repeat the address and the secret in their answers. */
function hideValues(
  data: Readonly<Record<string, unknown>>,
  { url, secret }: Pick<HookClaim, "url" | "secret">,
): Readonly<Record<string, unknown>> {
  const hidden = new Set<unknown>([url, secret].filter((value) => value));
  return JSON.parse(
    JSON.stringify(data, (_name, value: unknown) => (hidden.has(value) ? "***" : value)),
  );
}

function hide(data: Readonly<Record<string, unknown>>, pointer: string) {
  const copy = structuredClone({ ...data });
  if (findValueAt(copy, pointer) !== undefined) {
    setAt(copy, pointer, "***");
  }
  return copy;
}
