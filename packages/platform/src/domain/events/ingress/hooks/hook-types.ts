import { z } from "zod";
import type { TriggerConfig } from "../../triggers/trigger-config.ts";

/** The instance of a hook, with the values that a call to its application needs. */
export interface HookOwner {
  readonly projectId: string;
  readonly triggerId: string;
  readonly toolkitSlug: string;
  readonly triggerSlug: string;
  /** The version of the toolkit that was asked for; null for the latest. */
  readonly toolkitVersion: string | null;
  /** Null for an instance without an account. */
  readonly accountId: string | null;
  readonly userId: string;
  readonly config: TriggerConfig;
}

/** The right to register the hook of an instance once. Contains secrets. */
export interface HookClaim extends HookOwner {
  /** A UUID that identifies this claim in the row. It is the id of the hook where the application lets us choose that. */
  readonly word: string;
  /** The address that the application is to call. */
  readonly url: string;
  /** The secret that the application is to sign with; undefined where it makes one itself, or the auth config has it. */
  readonly secret: string | undefined;
  /** The values of the auth config that a hook of an owner is registered with; undefined for a hook of the instance. */
  readonly credentials: Readonly<Record<string, unknown>> | undefined;
  /** The hook that this one replaces, because it is about to expire. */
  readonly replaced: Registration | undefined;
  /** The word of an earlier claim that may have left a hook, which only its id finds. */
  readonly lost: string | undefined;
}

/** The application refused to register the hook. */
export class HookRefusedError extends Error {
  override readonly name = "HookRefusedError";
  /** The log of the call, which contains the application's answer. */
  readonly logId: string;

  constructor(logId: string) {
    super(`The application refused to register the hook. Its answer is in the log ${logId}.`);
    this.logId = logId;
  }
}

/**
 * The known values of a hook. A hook of the instance has `id`. Where an auth config has the address, there is `owner`, the account at the
 * application. A hook that all instances of an owner share also has `shared`, a hash of the values that it was registered with. Other
 * members are values that the removal needs.
 */
export type Registration = Readonly<Record<string, unknown>>;

/** Returns whether there is a hook at the application. If not, a person has entered the address of an auth config. */
export function isRegistered(registration: Registration): boolean {
  return Object.hasOwn(registration, "id") || isOfOwner(registration);
}

/** Returns whether the hook belongs to all instances of an owner. */
export function isOfOwner(registration: Registration): boolean {
  return Object.hasOwn(registration, "shared");
}

/** A hook, as the application returned it. */
export interface RegisteredHook {
  readonly registration: Registration;
  /** The secret, if the application creates it. */
  readonly secret: string | undefined;
  readonly expiresAt: Date | undefined;
  /** Seconds after which it is registered again, if that is before it is about to expire. */
  readonly renewSeconds: number | undefined;
}

/** Registers the hook at the application. It throws HookRefusedError when no hook was made, other errors when that is uncertain. */
export type RegisterHook = (claim: HookClaim, signal: AbortSignal) => Promise<RegisteredHook>;

/** Hooks to remove. Contains the address, which is secret. */
export interface HookRemoval extends HookOwner {
  /** Empty for a hook of an owner. */
  readonly url: string;
  /** The known values of the hook. Without them, the hooks with this address are found and removed. */
  readonly registration?: Registration;
  /** True when the hook of an owner was removed, and instances that need it again have to be found. */
  readonly isRemoved?: true;
}

const values = z.record(z.string(), z.unknown());

/** Reads a removal from the payload of its job. */
export const removalShape: z.ZodType<HookRemoval> = z.object({
  projectId: z.string(),
  triggerId: z.string(),
  toolkitSlug: z.string(),
  triggerSlug: z.string(),
  toolkitVersion: z.string().nullable(),
  accountId: z.string().nullable(),
  userId: z.string(),
  config: values,
  url: z.string(),
  registration: values.exactOptional(),
  isRemoved: z.literal(true).exactOptional(),
});

/** Removes hooks at the application. It throws when the removal has to be tried again. */
export type RemoveHooks = (removal: HookRemoval, signal: AbortSignal) => Promise<void>;
