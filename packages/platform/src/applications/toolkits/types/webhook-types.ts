import type { TimeUnit } from "./poll-types.ts";

/** A value of a delivery: one of its headers, or the value at a JSON Pointer into its body. */
export type DeliveryValue = { readonly header: string } | { readonly pointer: string };

/** A condition on a delivery, such as `{pointer: /action, equals: opened}`. A header has texts only. */
export type DeliveryCondition = DeliveryValue & {
  readonly equals?: string | number | boolean | null | undefined;
  readonly one_of?: readonly (string | number)[] | undefined;
  readonly present?: true | undefined;
  readonly absent?: true | undefined;
};

/** The header is the secret itself, which only the application and the platform know, as in Google's channels. */
export interface TokenSignature {
  readonly scheme: "token";
  readonly header: string;
}

/** An HMAC over the bytes of the body and, at some applications, the time of sending or the id of the delivery. */
export interface HmacSignature {
  readonly scheme: "hmac";
  readonly header: string;
  readonly algorithm: "sha1" | "sha256" | "sha512";
  readonly encoding: "hex" | "base64";
  /**
   * `value`: the signature after `prefix` (GitHub, Slack, Linear). `fields`: `t=1700000000,v1=…,v1=…` (Stripe). `list`: `v1,… v1,…`
   * (Standard Webhooks). In the last two, values named `version` are signatures, and one of them has to be right.
   */
  readonly form: "value" | "fields" | "list";
  readonly prefix: string;
  readonly version: string;
  /** When it was sent; deliveries of another time than now are refused. `field` is one of the form `fields`. */
  readonly timestamp?:
    | ((DeliveryValue | { readonly field: string }) & {
        readonly unit: "seconds" | "milliseconds";
      })
    | undefined;
  /** The signed text, in which `{body}`, `{timestamp}` and `{delivery}` stand for themselves: `v0:{timestamp}:{body}`. */
  readonly signed: string;
  /** `base64`: the secret is the base64 of the key, after `whsec_` where it begins so. */
  readonly key: "text" | "base64";
}

/** The algorithms of public keys (RFC 7518, section 3.1; RFC 8037). A secret that both sides know is `hmac`. */
export const tokenAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "ES256",
  "ES384",
  "EdDSA",
] as const;

/**
 * A JSON Web Token (RFC 7519) that the application signs with a key of its own, as Google's Pub/Sub does. It proves who sent the
 * delivery. Unlike an HMAC, it does not cover the body.
 */
export interface JwtSignature {
  readonly scheme: "jwt";
  readonly header: string;
  /** The text before the token, such as `Bearer `. */
  readonly prefix: string;
  readonly algorithms: readonly (typeof tokenAlgorithms)[number][];
  /** The address of the application's public keys (RFC 7517, section 5). */
  readonly keys: string;
  /** The token has one of them as `iss`. */
  readonly issuers: readonly string[];
  /** The field of the auth config with the expected `aud`. Where it is empty or absent, the token has to be for the address. */
  readonly audience?: FieldName | undefined;
  /** Further claims that a token needs. */
  readonly claims: Readonly<Record<string, ClaimTest>>;
}

/** A field of the auth config. */
export interface FieldName {
  readonly field: string;
}

/** The expected value of a claim: one that is the same for everybody, or one of the auth config. */
export type ClaimTest = FieldName | { readonly equals: string | number | boolean };

/** The origin of an address's secret. */
export type SecretOrigin =
  /** We make it and give it to the application. */
  | { readonly from: "platform" }
  /** The application answers it when the hook is registered. */
  | { readonly from: "application"; readonly pointer: string }
  /** A field of the auth config, which is one of the application's own app. */
  | { readonly from: "auth_config"; readonly field: string }
  /** The application signs with a key of its own. */
  | { readonly from: "nobody" };

/** The request with which the application verifies who owns the address. */
export interface Handshake {
  readonly when: readonly DeliveryCondition[];
  /** JSON Pointer to the value that is answered. */
  readonly challenge: string;
}

/**
 * A call of one of the toolkit's operations. In `arguments`, texts such as `{config.owner}`, `{hook.events}`, `{url}`,
 * `{secret}` and `{id}` stand for the instance's configuration, the `hook` of its type, its address and its hook.
 */
export interface HookCall {
  /** An `operationId` of the document. */
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * How hooks are made and removed at the application. A hook belongs to one instance, or, where an auth config has the address, to
 * all instances of an owner at the application: then registering it again renews it, and arguments contain `{credentials.…}` only.
 */
export interface HookRegistration {
  /** `id`, `keep` and `expires` are JSON Pointers into its result; a hook without `expires` stays. */
  readonly register: HookCall & {
    /** Absent for a hook of an owner. */
    readonly id?: string | undefined;
    /** Further values that `unregister` needs: `{resource: /resourceId}` is `{resource}` in its arguments. */
    readonly keep?: Readonly<Record<string, string>> | undefined;
    readonly expires?: { readonly pointer: string; readonly unit: TimeUnit } | undefined;
    /** Seconds after which the hook is registered again, if that is before the time that follows from `expires`. */
    readonly renew?: number | undefined;
  };
  readonly unregister: HookCall;
  /** Lists the hooks, so that one can be found by its address when an answer was lost. Hooks that expire may do without. */
  readonly find?:
    | (HookCall & {
        /** JSON Pointer to the list in the result. */
        readonly items: string;
        /** JSON Pointers in an item. */
        readonly url: string;
        readonly id: string;
      })
    | undefined;
}

/** Hands the deliveries of an auth config's address to accounts: the value in the delivery is the one in the operation's result. */
export interface DeliveryOwner extends OwnerValue {
  /** An operation without arguments, called with the account. */
  readonly operation: string;
  /**
   * Further values that have to be equal. With Slack, the first value is the workspace, and this one the app's user in it: anybody
   * in the workspace can have a token of another app.
   */
  readonly also: readonly OwnerValue[];
}

/** A value of a delivery, and the JSON Pointer to the same value in the result of an operation. */
export interface OwnerValue {
  readonly delivery: DeliveryValue;
  readonly pointer: string;
}

/** `webhooks` of a toolkit: how the application sends its webhooks. */
export interface WebhookSettings {
  /** An address of each instance, or one of each auth config, whose deliveries are handed to the instances they concern. */
  readonly address: "instance" | "auth_config";
  readonly signature: TokenSignature | HmacSignature | JwtSignature;
  readonly secret: SecretOrigin;
  /**
   * JSON Pointer to a text in the body that is JSON in base64 or base64url. After the signature was verified, its value takes the
   * place of the text, so that other pointers can lead into it.
   */
  readonly decode?: string | undefined;
  /** The id that the application gives to a delivery; the same when it is repeated. */
  readonly delivery?: DeliveryValue | undefined;
  readonly handshake?: Handshake | undefined;
  /** Present when an auth config has the address. */
  readonly owner?: DeliveryOwner | undefined;
  /** Absent when a person has to enter the address at the application. */
  readonly hooks?: HookRegistration | undefined;
}

/** `watch` of a poll type: which deliveries say that its list has changed. Each makes the next poll due at once. */
export interface WatchRule {
  /** A delivery is one of this type if all of them are true. */
  readonly when: readonly DeliveryCondition[];
  /** Members of `trigger_config`: when an instance has one, the value there has to be equal. */
  readonly filters: Readonly<Record<string, DeliveryValue>>;
  /** Values for the registration, such as `{events: [issues]}`. */
  readonly hook: Readonly<Record<string, unknown>>;
}

/** `webhook` of a trigger type: which deliveries are its events, and their data. */
export interface WebhookRule extends WatchRule {
  /** Members of the payload: each is the value that a JSON Pointer leads to in the body, and is left out where it leads nowhere. */
  readonly data: Readonly<Record<string, string>>;
}
