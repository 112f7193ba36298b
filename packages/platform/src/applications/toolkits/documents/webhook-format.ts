import * as z from "zod";
import type { WatchRule, WebhookRule, WebhookSettings } from "../types/webhook-types.ts";
import { condition, value } from "./delivery-format.ts";
import { findHookProblems, hookFormat } from "./hook-format.ts";
import { pointer } from "./pointer.ts";
import { findJwtProblems, signatureFormat } from "./signature-format.ts";

const ownerValue = { delivery: value, pointer };

/** Reads `webhooks` of `x-platform-toolkit`. */
export const webhookSettings: z.ZodType<WebhookSettings> = z
  .strictObject({
    address: z.enum(["instance", "auth_config"]).default("instance"),
    signature: signatureFormat,
    secret: z
      .discriminatedUnion("from", [
        z.strictObject({ from: z.literal("platform") }),
        z.strictObject({ from: z.literal("application"), pointer }),
        z.strictObject({ from: z.literal("auth_config"), field: z.string().min(1) }),
      ])
      .optional(),
    decode: pointer.min(1).optional(),
    delivery: value.optional(),
    handshake: z
      .strictObject({ when: z.array(condition).min(1), challenge: pointer.min(1) })
      .optional(),
    owner: z
      .strictObject({
        ...ownerValue,
        operation: z.string().min(1),
        also: z.array(z.strictObject(ownerValue)).default([]),
      })
      .optional(),
    hooks: hookFormat.optional(),
  })
  .superRefine(({ address, secret, signature, delivery, owner, hooks: registered }, context) => {
    if ((address === "auth_config") !== (owner !== undefined)) {
      const message = "must be present if `address` is `auth_config`, and absent otherwise";
      context.addIssue({ code: "custom", path: ["owner"], message });
    }
    if (registered !== undefined) {
      for (const [path, message] of findHookProblems(registered, address)) {
        context.addIssue({ code: "custom", path: ["hooks", ...path], message });
      }
    }
    const isOfInstance = address === "instance" && registered !== undefined;
    if (secret?.from === "application" && !isOfInstance) {
      const message = "comes with the answer to a registration, so `hooks` is needed";
      context.addIssue({ code: "custom", path: ["secret"], message });
    }
    if (signature.scheme === "jwt") {
      for (const [path, message] of findJwtProblems(signature, { address, secret })) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
    }
    if (
      signature.scheme === "hmac" &&
      signature.signed.includes("{delivery}") &&
      delivery === undefined
    ) {
      const message = "has `{delivery}`, but `delivery` does not name its place";
      context.addIssue({ code: "custom", path: ["signature", "signed"], message });
    }
  })
  .transform(({ secret, ...rest }) => ({
    ...rest,
    secret: secret ?? ({ from: rest.signature.scheme === "jwt" ? "nobody" : "platform" } as const),
  }));

const watched = {
  when: z.array(condition).min(1),
  filters: z.record(z.string(), value).default({}),
  hook: z.record(z.string(), z.unknown()).default({}),
};

/** Reads `watch` of `x-platform-trigger`. */
export const watchRule: z.ZodType<WatchRule> = z.strictObject(watched);

/** Reads `webhook` of `x-platform-trigger`. */
export const webhookRule: z.ZodType<WebhookRule> = z.strictObject({
  ...watched,
  data: z.record(z.string(), pointer),
});
