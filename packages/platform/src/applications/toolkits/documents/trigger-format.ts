import * as z from "zod";
import type { PollRule } from "../types/poll-types.ts";
import type { WatchRule, WebhookRule } from "../types/webhook-types.ts";
import { pollRule } from "./poll-format.ts";
import { watchRule, webhookRule } from "./webhook-format.ts";

/** A JSON Schema of an object, such as `{type: object, properties: {repo: {type: string}}}`. */
export interface ObjectSchemaFormat {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly [keyword: string]: unknown;
}

/** `x-platform-trigger` of an operation (`poll`) or of a webhook (`webhook`), with its defaults filled in. */
export interface TriggerFormat {
  readonly type: "webhook" | "poll";
  readonly slug: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly instructions: string;
  readonly config: ObjectSchemaFormat;
  readonly payload: ObjectSchemaFormat;
  /** For a `webhook` type: the rule that selects the deliveries that are its events. */
  readonly webhook?: WebhookRule | undefined;
  /** For a `poll` type: how its operation is read. Without it, the type is only described, and cannot be set up. */
  readonly poll?: PollRule | undefined;
  /** For a `poll` type: the deliveries that make its next poll due. */
  readonly watch?: WatchRule | undefined;
}

const objectSchema: z.ZodType<ObjectSchemaFormat> = z
  .looseObject({
    type: z.literal("object"),
    properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    required: z.array(z.string()).default([]),
  })
  .superRefine(({ properties, required }, context) => {
    required.forEach((name, index) => {
      if (!Object.hasOwn(properties, name)) {
        const message = `\`${name}\` is not among the properties`;
        context.addIssue({ code: "custom", path: ["required", index], message });
      }
    });
  });

/** Reads `x-platform-trigger`. Unknown members are mistyped ones. */
export const triggerFormat: z.ZodType<TriggerFormat> = z.strictObject({
  type: z.enum(["webhook", "poll"]),
  slug: z
    .string()
    .max(64)
    .regex(/^[A-Z0-9_]+$/, "must be upper case letters, digits and _"),
  name: z.string().min(1),
  description: z.string().min(1).optional(),
  instructions: z.string().default(""),
  config: objectSchema.prefault({ type: "object", additionalProperties: false }),
  payload: objectSchema,
  webhook: webhookRule.optional(),
  poll: pollRule.optional(),
  watch: watchRule.optional(),
});
