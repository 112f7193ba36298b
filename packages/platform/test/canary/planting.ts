import { randomBytes } from "node:crypto";

/** Texts that were planted, by the place at which they were given. */
export interface Planted {
  /** Neither the database nor the log may contain them in the clear. */
  readonly secrets: Map<string, string>;
  /** Secrets that a response shows, because a contract says so. No other response contains a secret. */
  readonly shown: Set<string>;
  /** Texts that their project may read, so that the database has them. The log may not contain them. */
  readonly content: Map<string, string>;
  /** Content that no response shows. */
  readonly hidden: Set<string>;
}

/** Plants texts. Each function returns the text, which is a new one unless it is given. */
export interface Planting {
  readonly secret: (slot: string, text?: string) => string;
  readonly shown: (slot: string, text: string) => string;
  readonly content: (slot: string, text?: string) => string;
  readonly hidden: (slot: string) => string;
}

/** A secret that is unlike any other string, with characters that every encoding writes differently. */
export function createSecret(slot: string): string {
  return `${slot}"+/=${randomBytes(12).toString("hex")}`;
}

export function createPlanting(): { readonly planted: Planted; readonly planting: Planting } {
  const planted: Planted = {
    secrets: new Map(),
    shown: new Set(),
    content: new Map(),
    hidden: new Set(),
  };
  const secret = (slot: string, text = createSecret(slot)): string => {
    planted.secrets.set(slot, text);
    return text;
  };
  const content = (slot: string, text = createSecret(slot)): string => {
    planted.content.set(slot, text);
    return text;
  };
  return {
    planted,
    planting: {
      secret,
      content,
      shown: (slot, text) => {
        planted.shown.add(slot);
        return secret(slot, text);
      },
      hidden: (slot) => {
        planted.hidden.add(slot);
        return content(slot);
      },
    },
  };
}
