import type { components } from "../../../../../generated/types/index.js";
import type {
  ConnectedAccountDetail,
  ConnectedAccountRecord,
} from "../../domain/connected-accounts/account-record.ts";
import type { CreatedConnectedAccount } from "../../domain/connecting/create-connected-account.ts";
import { toBody } from "../wire.ts";

type Schemas = components["schemas"];

// The scheme was one of the toolkit's when it was stored, so it is one of the document's; the members of `val` are the
// scheme's, and the status is put among them by the domain.

/** An account of a list as the document has it. */
export function toConnectedAccount(record: ConnectedAccountRecord): Schemas["ConnectedAccount"] {
  return toBody(record) as Schemas["ConnectedAccount"];
}

/** One account as the document has it. */
export function toAccountDetail(record: ConnectedAccountDetail): Schemas["ConnectedAccountDetail"] {
  return toBody(record) as Schemas["ConnectedAccountDetail"];
}

/** A new account as the document has it. */
export function toCreatedAccount(
  record: CreatedConnectedAccount,
): Schemas["CreateConnectedAccountResponse"] {
  return toBody(record) as Schemas["CreateConnectedAccountResponse"];
}
