import type { OpenedAccount } from "../../domain/accounts/connected-accounts/open-account.ts";
import type { ConnectionCatalog } from "../../domain/fields/connection-catalog.ts";
import type { CatalogPlace } from "../../toolkits/types/catalog-types.ts";
import { type AccountChoice, type ChosenAccount, tryChoose } from "./choose-account.ts";

/** An account as it was read with its auth config. Its first choice opens the envelopes of both. */
export interface KnownAccount {
  readonly account: OpenedAccount;
  /** Another one as soon as the row of the account or of its auth config changes. */
  readonly rowMark: string;
  /** The catalog of the project at that time. */
  readonly catalog: ConnectionCatalog;
  /** `performance.now()` before the account was read. */
  readonly readAt: number;
}

/** The accounts of recent calls. */
export interface KnownAccounts {
  /**
   * Chooses an account that was read before, with its `recalledMark`. Undefined when it has to be read, which also decides
   * about a refusal.
   */
  recall(place: CatalogPlace, choice: AccountChoice): ChosenAccount | undefined;
  keep(place: CatalogPlace, known: KnownAccount): void;
}

/** Milliseconds for which an account is kept, as long as the values of its envelopes (ADR 105). */
const keepMs = 60_000;

/** An account with its envelopes takes a few kilobytes. */
const mostKnown = 1000;

/** Keeps accounts in the memory of this process. When there are too many, the one that was read longest ago is forgotten. */
export function createKnownAccounts(): KnownAccounts {
  const known = new Map<string, KnownAccount>();
  return {
    recall: (place, choice) => {
      if (choice.accountId === undefined || place.catalogVersion === undefined) {
        return undefined;
      }
      const key = toKey(place, choice.accountId);
      const found = known.get(key);
      const age = found === undefined ? 0 : performance.now() - found.readAt;
      if (found === undefined || age >= keepMs) {
        known.delete(key);
        return undefined;
      }
      return recall(found, age, choice);
    },
    keep: (place, each) => {
      const key = toKey(place, each.account.row.id);
      // A map keeps the order in which its keys were added.
      known.delete(key);
      known.set(key, each);
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) {
        known.delete(oldest);
      }
    },
  };
}

/** An account of another version of the catalog may have another scheme. */
function toKey({ projectId, catalogVersion }: CatalogPlace, accountId: string): string {
  return `${projectId} ${catalogVersion} ${accountId}`;
}

function recall(
  { account, rowMark, catalog }: KnownAccount,
  age: number,
  choice: AccountChoice,
): ChosenAccount | undefined {
  const { row } = account;
  const { tokens_left_ms: left } = row;
  const now = left === null ? row : { ...row, tokens_left_ms: left - age };
  const choosing = tryChoose({ catalog }, choice, { ...account, row: now });
  if (choosing instanceof Promise || choosing.status === "rejected") {
    return undefined;
  }
  // New tokens are in another version of the row.
  const hasEnded = left !== null && choosing.value.tokens === undefined;
  return hasEnded ? undefined : { ...choosing.value, recalledMark: rowMark };
}
