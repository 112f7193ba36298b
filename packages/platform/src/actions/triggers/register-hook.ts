import type { HookClaim, RegisteredHook } from "../../domain/ingress/hooks/hook-types.ts";
import { toOwnerText } from "../../ingress/read-owner.ts";
import { findValueAt, setAt } from "../../toolkits/json-pointer.ts";
import type { DeliveryOwner } from "../../toolkits/types/webhook-types.ts";
import type { Services } from "../services.ts";
import { readTime } from "./fill-arguments.ts";
import { callForHook, readHookRules } from "./hook-calls.ts";

/** The application refused to register the hook. */
export class HookRefusedError extends Error {
  override readonly name = "HookRefusedError";
  /** The log of the call, which contains the application's answer. */
  readonly logId: string;

  constructor(logId: string) {
    super("The application refused to register the hook.");
    this.logId = logId;
  }
}

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
  const { url, secret, config } = claim;
  const pointer = settings.secret.from === "application" ? settings.secret.pointer : undefined;
  const { register } = hooks;
  const answer = await callForHook(
    services,
    claim,
    {
      call: register,
      values: { config, hook, url, secret, uuid: crypto.randomUUID() },
      maskForLog: (data) => (pointer === undefined ? data : hide(data, pointer)),
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
  const { expires } = register;
  return {
    registration: { id },
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

function hide(data: Readonly<Record<string, unknown>>, pointer: string) {
  const copy = structuredClone({ ...data });
  if (findValueAt(copy, pointer) !== undefined) {
    setAt(copy, pointer, "***");
  }
  return copy;
}
