import * as z from "zod";
import { categories } from "../categories.ts";
import { slugPattern } from "../slug-pattern.ts";
import { authModes } from "../types/auth-schemes.ts";
import type {
  AuthFormat,
  FieldFormat,
  OperationFormat,
  SuccessConditionFormat,
  ToolkitFormat,
} from "./document-format.ts";
import { pointer } from "./pointer.ts";
import { reservedParameters, scopeParameters } from "./reserved-parameters.ts";
import { webhookSettings } from "./webhook-format.ts";

const host = z
  .string()
  .regex(/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*$/, "must be a host name");

const headers = z.record(z.string().regex(/^[A-Za-z\d-]+$/), z.string().regex(/^[\x20-\x7e]*$/));

const successCondition: z.ZodType<SuccessConditionFormat> = z
  .strictObject({
    pointer,
    equals: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    absent: z.literal(true).optional(),
    present: z.literal(true).optional(),
  })
  .refine(
    ({ equals, absent, present }) =>
      [equals, absent, present].filter((test) => test !== undefined).length === 1,
    "needs exactly one of equals, absent and present",
  );

const field: z.ZodType<FieldFormat> = z.strictObject({
  name: z
    .string()
    .min(1)
    .refine((name) => name !== "link_action", "must not be link_action, the button of the form"),
  display_name: z.string().min(1).optional(),
  type: z.enum(["string", "integer", "number", "boolean", "array"]).default("string"),
  description: z.string().default(""),
  default: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
    .nullable()
    .default(null),
  enum: z.array(z.string()).min(1).optional(),
  secret: z.boolean().optional(),
  required: z.boolean().optional(),
  own_host: z.boolean().default(false),
});

const oauth2 = z.strictObject({
  default_scopes: z.array(z.string()).default([]),
  scope_separator: z.string().default(" "),
  scope_parameter: z.enum(scopeParameters).default("scope"),
  pkce: z.boolean().default(true),
  client_authentication: z
    .enum(["client_secret_basic", "client_secret_post", "none"])
    .default("client_secret_post"),
  token_request_format: z.enum(["form", "json"]).default("form"),
  authorization_parameters: z
    .record(
      z.string().refine((name) => !reservedParameters.has(name), "is set by the platform"),
      z.string(),
    )
    .default({}),
  token_headers: headers.default({}),
  revocation_url: z.url().optional(),
  issuer: z.url().optional(),
  token_response: z
    .strictObject({
      access_token: pointer.default("/access_token"),
      refresh_token: pointer.default("/refresh_token"),
      token_type: pointer.default("/token_type"),
      expires_in: pointer.default("/expires_in"),
      scope: pointer.default("/scope"),
      success: z.strictObject({ pointer, equals: z.union([z.string(), z.boolean()]) }).optional(),
      error: pointer.default("/error"),
    })
    .prefault({}),
});

const auth: z.ZodType<AuthFormat> = z.strictObject({
  mode: z.enum(authModes).exclude(["NO_AUTH"]),
  security_scheme: z.string(),
  name: z.string().min(1),
  managed: z.boolean().default(false),
  prefix: z.string().default(""),
  test_operation: z.string().optional(),
  oauth2: oauth2.optional(),
  fields: z
    .strictObject({
      auth_config_creation: z.array(field).default([]),
      connected_account_initiation: z.array(field).default([]),
    })
    .prefault({}),
});

/** Where applications put the message of a failure: their own ways, RFC 6749, RFC 9457, and those of frameworks. */
const commonErrors = [
  ...["/message", "/error/message", "/error_description", "/detail", "/detail/0/msg"],
  ...["/errors/0/message", "/errors/0/detail", "/errors/0", "/title", "/error"],
];

/** Reads `x-platform-toolkit`. On failure the issues list all problems. */
export const toolkitFormat: z.ZodType<ToolkitFormat> = z.strictObject({
  slug: z.string().regex(slugPattern, "must be a toolkit slug"),
  legacy_id: z.uuid(),
  logo: z.url().optional(),
  app_url: z.url().nullable().default(null),
  categories: z.array(z.enum(categories.map(({ id }) => id))).default([]),
  created_at: z.iso.datetime({ precision: 3 }),
  updated_at: z.iso.datetime({ precision: 3 }),
  deprecated: z.boolean().default(false),
  allowed_hosts: z.array(host).default([]),
  headers: headers.default({}),
  success: z.array(successCondition).default([]),
  errors: z.array(pointer).default(commonErrors),
  form_style: z.enum(["plain", "brackets"]).default("plain"),
  auth: z.array(auth).default([]),
  webhooks: webhookSettings.optional(),
});

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** Reads the `x-platform-*` fields of an operation. */
export const operationFormat: z.ZodType<OperationFormat> = z.strictObject({
  "x-platform-search": z.array(z.string().min(1)).default([]),
  "x-platform-hints": z.array(z.enum(hints)).optional(),
  "x-platform-success": z.array(successCondition).optional(),
  "x-platform-errors": z.array(pointer).optional(),
  "x-platform-result": pointer.default(""),
  "x-platform-graphql": z.strictObject({ query: z.string().min(1) }).optional(),
  "x-platform-mime": z.strictObject({ target: pointer.min(1) }).optional(),
  "x-platform-file": z
    .strictObject({
      member: z.string().min(1),
      name: z.string().min(1),
      mimetype: z.string().min(1),
    })
    .optional(),
  "x-platform-members": z.record(z.string(), pointer.min(1)).default({}),
});

/** Toolkit versions: a date and a counter (docs/decisions.md §1). */
export const versionPattern: RegExp = /^\d{8}_\d{2}$/;
