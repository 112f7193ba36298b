import type { ConnectedAccountStatus } from "../../../../../generated/types/index.js";
import { Badge, type BadgeLook } from "../../parts/badge.tsx";

const looks: Readonly<Record<ConnectedAccountStatus, readonly [word: string, look: BadgeLook]>> = {
  INITIALIZING: ["Starting", "accent"],
  INITIATED: ["Waiting for the user", "accent"],
  ACTIVE: ["Active", "good"],
  FAILED: ["Failed", "bad"],
  EXPIRED: ["Expired", "bad"],
  INACTIVE: ["Disabled", "quiet"],
};

/** The statuses with their words, for a choice. */
export const accountStatuses = Object.entries(looks).map(([status, [word]]) => ({ status, word }));

/** The status of an account. */
export function AccountStatus({ status }: { readonly status: ConnectedAccountStatus }) {
  const [word, look] = looks[status];
  return <Badge word={word} look={look} />;
}
