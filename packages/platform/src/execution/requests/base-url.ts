import { PlatformError } from "../../errors.ts";
import type { ToolkitServer } from "../../toolkits/types/tool-types.ts";
import { trimEnd } from "../../trim-end.ts";
import type { ExecutionAccount } from "../execution-types.ts";

/** One label of a host name (RFC 1123, section 2.1). */
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** A host name with an optional port and path. It cannot contain characters that would end the host elsewhere. */
const ownHost =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?(?::\d{1,5})?(?:\/[\w.~/-]*)?$/i;

/**
 * The toolkit's base URL with its variables filled from `state.val`, without a slash at the end. A value inside the
 * host must be one DNS label, unless its field says `own_host` (docs/decisions.md §6). No value can therefore send
 * the credentials to another host.
 *
 * @throws PlatformError `ToolExecution_AccountNotActive` when a value is missing or would change the host
 */
export function fillBaseUrl(server: ToolkitServer, account: ExecutionAccount | undefined): string {
  // Most addresses have no variables.
  if (/^https?:\/\/[^{]*$/.test(server.url)) {
    return trimEnd(server.url, "/");
  }
  const { scheme, host, path } = splitAddress(server.url);
  const read = (name: string): string => readVariable(name, server, account);
  const filledPath = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = read(name);
    // URL parsers drop the segments `.`, `..` and empty ones, so the request would reach another resource.
    assert(!/^\.{0,2}$/.test(value));
    return encodeURIComponent(value);
  });
  return trimEnd(fillHost(scheme, host, server, account, read) + filledPath, "/");
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
  account: ExecutionAccount | undefined,
  read: (name: string) => string,
): string {
  let address = scheme;
  const filled = host.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = read(name);
    if (account?.scheme.ownHostFields.has(name) !== true) {
      assert(label.test(value) || value === server.variables.get(name));
      return value;
    }
    // The value of an `own_host` field may include its scheme.
    const ownScheme = /^https?:\/\//.exec(value)?.[0] ?? "";
    address = ownScheme || address;
    const own = trimEnd(value.slice(ownScheme.length), "/");
    assert(ownHost.test(own));
    return own;
  });
  return address + filled;
}

function readVariable(
  name: string,
  { variables }: ToolkitServer,
  account: ExecutionAccount | undefined,
): string {
  const values = account?.values ?? {};
  const own = Object.hasOwn(values, name) ? values[name] : undefined;
  const value = typeof own === "string" && own !== "" ? own : variables.get(name);
  assert(value !== undefined);
  return value;
}

function assert(holds: boolean): asserts holds {
  if (!holds) {
    throw new PlatformError("ToolExecution_AccountNotActive");
  }
}
