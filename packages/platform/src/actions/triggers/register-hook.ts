import { toOwnerText } from "../../applications/ingress/read-owner.ts";
import { findValueAt, setAt } from "../../applications/toolkits/json-pointer.ts";
import type {
  DeliveryOwner,
  HookRegistration,
} from "../../applications/toolkits/types/webhook-types.ts";
import { hashSha256 } from "../../base/secrets/hash.ts";
import {
  type HookClaim,
  HookRefusedError,
  isOfOwner,
  type RegisteredHook,
  type Registration,
} from "../../domain/events/ingress/hooks/hook-types.ts";
import type { Services } from "../services.ts";
import { fillArguments, readTime } from "./fill-arguments.ts";
import { callForHook, callUnregister, type HookRules, readHookRules } from "./hook-calls.ts";

/**
 * Registers the hook of an instance. For an auth config's address, it also finds the values that identify the account in the
 * application's deliveries; where a person has entered the address, it only does that.
 *
 * @throws HookRefusedError; after any other error, a hook may or may not exist
 */
export async function registerHook(
  services: Services,
  claim: HookClaim,
  signal: AbortSignal,
): Promise<RegisteredHook> {
  const rules = await readHookRules(services, claim);
  const { owner } = rules.settings;
  const named = owner === undefined ? {} : await readOwner(services, claim, owner, signal);
  if (rules.hooks !== undefined) {
    return await callRegister(services, claim, { rules, hooks: rules.hooks, named, signal });
  }
  if (owner === undefined) {
    throw new Error("The toolkit no longer registers hooks.");
  }
  return {
    registration: named,
    secret: undefined,
    expiresAt: undefined,
    renewSeconds: undefined,
  };
}

/** A registration that is about to be made. */
interface Registering {
  readonly rules: HookRules;
  readonly hooks: HookRegistration;
  /** The owner of a hook that instances share; empty for a hook of the instance. */
  readonly named: Registration;
  readonly signal: AbortSignal;
}

async function callRegister(
  services: Services,
  claim: HookClaim,
  { rules: { settings, hook }, hooks, named, signal }: Registering,
): Promise<RegisteredHook> {
  const { url, secret, config, credentials, word: uuid } = claim;
  const pointer = settings.secret.from === "application" ? settings.secret.pointer : undefined;
  const { register } = hooks;
  const values = credentials === undefined ? { config, hook, url, secret, uuid } : { credentials };
  const shared =
    credentials && hashSha256(JSON.stringify(fillArguments(register.arguments, values)));
  const { replaced } = claim;
  if (replaced !== undefined && isOfOwner(replaced) && replaced.shared !== shared) {
    // Google refuses a second watch of a mailbox with another topic for as long as the first one exists.
    await callUnregister(services, claim, { hooks, hook, registration: replaced, signal });
  }
  const answer = await callForHook(
    services,
    claim,
    {
      call: register,
      values,
      maskForLog: (data) => hideValues(pointer === undefined ? data : hide(data, pointer), claim),
    },
    signal,
  );
  if (!answer.successful) {
    throw new HookRefusedError(answer.logId);
  }
  const id = register.id && findValueAt(answer.data, register.id);
  const made = pointer === undefined ? undefined : findValueAt(answer.data, pointer);
  const isKnown = register.id === undefined || typeof id === "string" || typeof id === "number";
  if (!isKnown || (pointer && typeof made !== "string")) {
    throw new Error("The application's answer lacks the id or the secret of the hook.");
  }
  const { expires, keep = {}, renew } = register;
  const kept = Object.entries(keep).map(([name, at]) => [name, findValueAt(answer.data, at)]);
  return {
    registration: {
      ...Object.fromEntries(kept),
      ...named,
      ...(id !== undefined && { id }),
      ...(shared !== undefined && { shared }),
    },
    secret: typeof made === "string" ? made : undefined,
    expiresAt: expires && readTime(findValueAt(answer.data, expires.pointer), expires.unit),
    renewSeconds: renew,
  };
}

async function readOwner(
  services: Services,
  claim: HookClaim,
  owner: DeliveryOwner,
  signal: AbortSignal,
): Promise<Registration> {
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
  return { owner: first, ...(also.length > 0 && { also }) };
}

/** Applications repeat the address, the secret and the credentials in their answers. */
function hideValues(
  data: Readonly<Record<string, unknown>>,
  { url, secret, credentials = {} }: Pick<HookClaim, "url" | "secret" | "credentials">,
): Readonly<Record<string, unknown>> {
  const hidden = new Set<unknown>(
    [url, secret, ...Object.values(credentials)].filter((value) => value),
  );
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
