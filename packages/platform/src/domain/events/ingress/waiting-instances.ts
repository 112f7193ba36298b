import type { NamedOwner } from "../../../applications/ingress/read-owner.ts";
import type { Scope } from "../../scope.ts";
import {
  readWaitingInstance,
  readWaitingInstances,
  type WaitingInstance,
} from "./ingress-statements.ts";
import type { AddressOwner } from "./locate-address.ts";

/**
 * The enabled instances that receive the deliveries of an address. The last statement of its transaction.
 *
 * @param account the values by which deliveries of an auth config's address name the account; unused for an instance's own
 */
export async function listWaiting(
  scope: Scope,
  owner: AddressOwner,
  account: NamedOwner,
): Promise<readonly WaitingInstance[]> {
  if (owner.kind === "instance") {
    return await readWaitingInstance(scope, owner.id);
  }
  const values = { configId: owner.id, account: account.owner };
  const ofOwner = await readWaitingInstances(scope, values);
  return ofOwner.filter(({ registration }) => {
    // An instance from before the toolkit named further values has none.
    const also = registration?.also;
    return !Array.isArray(also) || also.every((each, index) => each === account.also[index]);
  });
}
