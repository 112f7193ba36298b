import * as z from "zod";
import type {
  DeliveryCondition,
  DeliveryValue,
  HmacSignature,
  HookRegistration,
  WatchRule,
  WebhookRule,
  WebhookSettings,
} from "../types/webhook-types.ts";
import { pointer } from "./pointer.ts";

const header = z.string().regex(/^[A-Za-z\d-]{1,100}$/, "must be the name of a header");

const value: z.ZodType<DeliveryValue> = z.union([
  z.strictObject({ header }),
  z.strictObject({ pointer }),
]);

const tests = {
  equals: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  one_of: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .optional(),
  present: z.literal(true).optional(),
  absent: z.literal(true).optional(),
};

const condition: z.ZodType<DeliveryCondition> = z
  .union([z.strictObject({ header, ...tests }), z.strictObject({ pointer, ...tests })])
  .refine(
    ({ equals, one_of: oneOf, present, absent }) =>
      [equals, oneOf, present, absent].filter((test) => test !== undefined).length === 1,
    "needs exactly one of equals, one_of, present and absent",
  );

const unit = z.enum(["seconds", "milliseconds"]).default("seconds");

const hmac: z.ZodType<HmacSignature> = z
  .strictObject({
    scheme: z.literal("hmac"),
    header,
    algorithm: z.enum(["sha1", "sha256", "sha512"]).default("sha256"),
    encoding: z.enum(["hex", "base64"]).default("hex"),
    form: z.enum(["value", "fields", "list"]).default("value"),
    prefix: z.string().default(""),
    version: z.string().default("v1"),
    timestamp: z
      .union([
        z.strictObject({ header, unit }),
        z.strictObject({ pointer, unit }),
        z.strictObject({ field: z.string().min(1), unit }),
      ])
      .optional(),
    signed: z.string().default("{body}"),
    key: z.enum(["text", "base64"]).default("text"),
  })
  .superRefine(({ form, timestamp, signed }, context) => {
    const report = (member: string, message: string): void => {
      context.addIssue({ code: "custom", path: [member], message });
    };
    if (signed.split("{body}").length !== 2) {
      report("signed", "needs `{body}` once");
    }
    if (signed.includes("{timestamp}") && timestamp === undefined) {
      report("signed", "has `{timestamp}`, but `timestamp` does not name its place");
    }
    if (timestamp !== undefined && "field" in timestamp && form !== "fields") {
      report("timestamp", "is a field of the signature, whose `form` has to be `fields`");
    }
    const isSigned =
      timestamp === undefined || "pointer" in timestamp || signed.includes("{timestamp}");
    if (!isSigned) {
      report("signed", "needs `{timestamp}`: a time that is not signed proves nothing");
    }
  });

const call = {
  operation: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).default({}),
};

/** Names that arguments already have, and those of the registrations of auth configs. */
const takenNames = ["config", "hook", "url", "secret", "uuid", "id", "owner", "also"];

const kept = z.record(z.string(), pointer.min(1)).superRefine((members, context) => {
  for (const name of Object.keys(members)) {
    if (!/^[a-z]+$/.test(name) || takenNames.includes(name)) {
      const message = `must have a name of lower case letters other than ${takenNames.join(", ")}`;
      context.addIssue({ code: "custom", path: [name], message });
    }
  }
});

const hooks: z.ZodType<HookRegistration> = z
  .strictObject({
    register: z.strictObject({
      ...call,
      id: pointer.min(1),
      keep: kept.optional(),
      expires: z
        .strictObject({
          pointer,
          unit: z.enum(["seconds", "milliseconds", "date-time"]).default("seconds"),
        })
        .optional(),
    }),
    unregister: z.strictObject(call),
    find: z
      .strictObject({ ...call, items: pointer, url: pointer.min(1), id: pointer.min(1) })
      .optional(),
  })
  .refine(
    ({ register, find }) => register.expires !== undefined || find !== undefined,
    "needs `find`, unless `register` has `expires`: a hook whose answer was lost is found by its address",
  );

const ownerValue = { delivery: value, pointer };

/** Reads `webhooks` of `x-platform-toolkit`. */
export const webhookSettings: z.ZodType<WebhookSettings> = z
  .strictObject({
    address: z.enum(["instance", "auth_config"]).default("instance"),
    signature: z.union([z.strictObject({ scheme: z.literal("token"), header }), hmac]),
    secret: z
      .discriminatedUnion("from", [
        z.strictObject({ from: z.literal("platform") }),
        z.strictObject({ from: z.literal("application"), pointer }),
        z.strictObject({ from: z.literal("auth_config"), field: z.string().min(1) }),
      ])
      .default({ from: "platform" }),
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
    hooks: hooks.optional(),
  })
  .superRefine(({ address, secret, signature, delivery, owner, hooks: registered }, context) => {
    if ((address === "auth_config") !== (owner !== undefined)) {
      const message = "must be present if `address` is `auth_config`, and absent otherwise";
      context.addIssue({ code: "custom", path: ["owner"], message });
    }
    if (address === "auth_config" && registered !== undefined) {
      const message = "cannot register the address of an auth config, which is entered by hand";
      context.addIssue({ code: "custom", path: ["hooks"], message });
    }
    if (secret.from === "application" && registered === undefined) {
      const message = "comes with the answer to a registration, so `hooks` is needed";
      context.addIssue({ code: "custom", path: ["secret"], message });
    }
    if (
      signature.scheme === "hmac" &&
      signature.signed.includes("{delivery}") &&
      delivery === undefined
    ) {
      const message = "has `{delivery}`, but `delivery` does not name its place";
      context.addIssue({ code: "custom", path: ["signature", "signed"], message });
    }
  });

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
