import type { WebhookSettings } from "../types/webhook-types.ts";

/** A name in the arguments of a hook, such as `{credentials.topic}`: its first part, and the member after the dot. */
export interface HookName {
  readonly text: string;
  readonly name: string;
  readonly member: string | undefined;
}

/** The names in arguments, in their order. */
export function listHookNames(written: Readonly<Record<string, unknown>>): readonly HookName[] {
  const found = JSON.stringify(written).matchAll(/\{([a-z]+)(?:\.([^{}"]+))?\}/g);
  return [...found].map(([text, name = "", member]) => ({ text, name, member }));
}

/**
 * The fields of the auth config without which deliveries cannot be received: those that the application signs with or names in its
 * tokens, and those that hooks are registered with.
 */
export function listCredentialFields({
  secret,
  signature,
  hooks,
}: Pick<WebhookSettings, "secret" | "signature" | "hooks">): readonly string[] {
  const ofToken = signature.scheme === "jwt" ? Object.values(signature.claims) : [];
  return [
    ...(secret.from === "auth_config" ? [secret.field] : []),
    ...ofToken.flatMap((test) => ("field" in test ? [test.field] : [])),
    ...listHookNames(hooks?.register.arguments ?? {}).flatMap(({ name, member = "" }) =>
      name === "credentials" ? [member] : [],
    ),
  ];
}
