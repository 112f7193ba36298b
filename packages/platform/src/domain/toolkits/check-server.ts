import type { ImportLoss } from "../../applications/toolkits/importing/import-types.ts";
import type { Egress } from "../../base/egress/create-egress.ts";
import type { EgressReason } from "../../base/egress/egress-error.ts";
import { findRefusal } from "../../base/egress/find-refusal.ts";

/**
 * The reasons that concern the address itself. A name without an address and one with a private address look the same,
 * because the difference would show which names exist in our own network.
 */
const words: Readonly<Partial<Record<EgressReason, string>>> = {
  "url-invalid": "it is not an absolute URL in its usual form",
  "scheme-not-allowed": "it is not an https URL",
  "port-not-allowed": "its port is neither 443 nor one from 1024 on",
  "host-not-found": "its host has no public address",
  "address-not-allowed": "its host has no public address",
};

/** Why no request goes to an address, where that is said of the address itself; undefined for other failures. */
export function explainRefusedAddress(reason: EgressReason): string | undefined {
  return words[reason];
}

/**
 * Warns when no request may go to the server of a document, so that every call of its tools would fail. A server whose
 * host has parts that an account chooses, such as `https://{region}.example.com`, is checked with each call.
 *
 * @param url the address of the first server
 */
export async function checkServer(
  check: Egress["check"],
  url: string,
): Promise<readonly ImportLoss[]> {
  const [origin] = /^[^/]+:\/\/[^/?#]*/.exec(url) ?? [];
  if (origin === undefined || /[{}]/.test(origin)) {
    return [];
  }
  const refusal = await findRefusal(check, origin);
  const why = refusal && words[refusal];
  if (why === undefined) {
    return [];
  }
  const fix =
    refusal === "url-invalid"
      ? "Correct the URL."
      : "The operator of the platform can allow its host (`PLATFORM_EGRESS_ALLOW`).";
  const reason = `Requests to this server are refused, because ${why}. ${fix}`;
  return [{ place: "/servers/0/url", reason }];
}
