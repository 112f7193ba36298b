import * as z from "zod";
import {
  type HmacSignature,
  type JwtSignature,
  tokenAlgorithms,
  type WebhookSettings,
} from "../types/webhook-types.ts";
import { header } from "./delivery-format.ts";
import { pointer } from "./pointer.ts";

const unit = z.enum(["seconds", "milliseconds"]).default("seconds");

const hmac = z
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
  }) satisfies z.ZodType<HmacSignature>;

const field = z.strictObject({ field: z.string().min(1) });

const jwt = z.strictObject({
  scheme: z.literal("jwt"),
  header: header.default("Authorization"),
  prefix: z.string().default("Bearer "),
  algorithms: z.array(z.enum(tokenAlgorithms)).min(1).default(["RS256"]),
  keys: z.url({ protocol: /^https?$/, error: "must be the https address of a key set" }),
  issuers: z.array(z.string().min(1)).min(1),
  audience: field.optional(),
  claims: z
    .record(
      z.string(),
      z.union([field, z.strictObject({ equals: z.union([z.string(), z.number(), z.boolean()]) })]),
    )
    .default({}),
}) satisfies z.ZodType<JwtSignature>;

/** Reads `signature` of `webhooks`. */
export const signatureFormat: z.ZodType<WebhookSettings["signature"]> = z.discriminatedUnion(
  "scheme",
  [z.strictObject({ scheme: z.literal("token"), header }), hmac, jwt],
);

/** Problems of a `jwt` with other members of `webhooks`, each with the member that has it. */
export function* findJwtProblems(
  { audience, claims }: JwtSignature,
  { address, secret }: { readonly address: string; readonly secret: unknown },
): Generator<readonly [path: readonly string[], message: string]> {
  if (secret !== undefined) {
    yield [["secret"], "must be absent: the application signs a `jwt` with a key of its own"];
  }
  const named: readonly (readonly [readonly string[], boolean])[] = [
    [["audience"], audience !== undefined],
    ...Object.entries(claims).map(([name, test]) => [["claims", name], "field" in test] as const),
  ];
  for (const [path, isField] of named) {
    if (isField && address === "instance") {
      yield [["signature", ...path], "names a field, which needs `address: auth_config`"];
    }
  }
}
