import { PlatformError } from "../../../base/errors.ts";
import { trimEnd } from "../../../base/trim-end.ts";
import type { ToolkitServer } from "../../toolkits/types/tool-types.ts";
import type { ExecutionAccount } from "../execution-types.ts";

/** One label of a host name (RFC 1123, section 2.1). */
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** A host name with an optional port and path. It cannot contain characters that would end the host elsewhere. */
const ownHost =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?(?::\d{1,5})?(?:\/[\w.~/-]*)?$/i;

/** Who decides about the address of a call. */
export interface AddressSource {
  readonly account: ExecutionAccount | undefined;
  /** True when the document's defaults may be used: nobody could choose, and no credentials are sent. */
  readonly mayGuess?: boolean;
}

/**
 * The toolkit's base URL with its variables filled from `state.val`, without a slash at the end. A variable without a
 * value is refused, even if the document has a default, which is often a placeholder such as `example`. A value inside the
 * host must be one DNS label or one that the document suggests, unless its field says `own_host` (docs/decisions.md §6).
 * No value can therefore send the credentials to another host.
 *
 * @throws PlatformError `ToolExecution_AccountIncomplete` when a value is missing or would change the host
 */
export function fillBaseUrl(server: ToolkitServer, source: AddressSource): string {
  // Most addresses have no variables.
  if (/^https?:\/\/[^{]*$/.test(server.url)) {
    return trimEnd(server.url, "/");
  }
  const { scheme, host, path } = splitAddress(server.url);
  const filledPath = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = readVariable(name, server, source);
    // URL parsers drop the segments `.`, `..` and empty ones, so the request would reach another resource.
    assert(!/^\.{0,2}$/.test(value), name);
    // The document's own values may have several segments, such as `api/v1`.
    return isSuggested(server, name, value) ? encodeURI(value) : encodeURIComponent(value);
  });
  return trimEnd(fillHost(scheme, host, server, source) + filledPath, "/");
}

/** Splits an address into its scheme with the slashes, its host with the port, and the rest. */
function splitAddress(address: string): {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
} {
  const scheme = /^https?:\/\//.exec(address)?.[0];
  if (scheme === undefined) {
    return { scheme: "", host: "", path: "" };
  }
  const rest = address.slice(scheme.length);
  const end = rest.search(/[/?#]/);
  const host = end === -1 ? rest : rest.slice(0, end);
  return { scheme, host, path: rest.slice(host.length) };
}

function fillHost(
  scheme: string,
  host: string,
  server: ToolkitServer,
  source: AddressSource,
): string {
  let address = scheme;
  const filled = host.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = readVariable(name, server, source);
    if (isSuggested(server, name, value)) {
      return value;
    }
    if (source.account?.scheme.ownHostFields.has(name) !== true) {
      assert(label.test(value), name);
      return value;
    }
    // The value of an `own_host` field may include its scheme.
    const ownScheme = /^https?:\/\//.exec(value)?.[0] ?? "";
    address = ownScheme || address;
    const own = trimEnd(value.slice(ownScheme.length), "/");
    assert(ownHost.test(own), name);
    return own;
  });
  return address + filled;
}

function readVariable(
  name: string,
  { variables }: ToolkitServer,
  { account, mayGuess = false }: AddressSource,
): string {
  const values = account?.values ?? {};
  const own = Object.hasOwn(values, name) ? values[name] : undefined;
  const value = own === undefined && mayGuess ? variables.get(name)?.default : own;
  assert(typeof value === "string" && value !== "", name);
  return value;
}

/** True for a value that the document itself has. */
function isSuggested({ variables }: ToolkitServer, name: string, value: string): boolean {
  const { default: fallback, enum: choices = [] } = variables.get(name) ?? {};
  return value === fallback || choices.includes(value);
}

function assert(holds: boolean, name: string): asserts holds {
  if (!holds) {
    const problem = "must have a value that fits into the address of the application";
    throw new PlatformError("ToolExecution_AccountIncomplete", {
      errors: [`connected_account.state.val.${name}: ${problem}`],
    });
  }
}
