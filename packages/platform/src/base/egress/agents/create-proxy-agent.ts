import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Agent, buildConnector, Client } from "undici";
import { recognizeFamily } from "../addresses/address-ranges.ts";
import type { AllowList } from "../addresses/allow-list.ts";
import { assertAddress, checkUrl } from "../addresses/check-url.ts";
import { createCheckedLookup, type Resolver, resolveChecked } from "../addresses/checked-lookup.ts";
import { EgressError } from "../egress-error.ts";
import type { EgressProxy } from "../egress-request.ts";
import { type Connector, createAgent, explainException, toConnectError } from "./create-agent.ts";

/**
 * Connects through an HTTP proxy (CONNECT, RFC 9110, section 9.3.6). The proxy's own address is checked like every
 * other. The target is resolved here and each of its addresses is checked. The proxy receives a checked address instead
 * of the name: an allowed proxy inside a network then cannot give access to that network. TLS is end to end, for the
 * target's name.
 *
 * The proxy itself may be addressed by http, as most are. Only the proxy's authorization travels outside of the
 * tunnel.
 *
 * @throws EgressError when the proxy's address cannot be used
 */
export function createProxyAgent(
  proxy: EgressProxy,
  rules: { readonly allow: AllowList; readonly resolve: Resolver },
  timeout: number,
): Agent {
  const { allow, resolve } = rules;
  const origin = checkProxyUrl(proxy.url, allow);
  const lookup = createCheckedLookup(resolve, allow, false);
  const toProxy = buildConnector({ timeout, allowH2: false, autoSelectFamily: true, lookup });
  const secure = buildConnector({ timeout, allowH2: false });
  const tunnel = async (options: buildConnector.Options): Promise<Duplex> => {
    const address = await checkTarget(options, rules);
    const port = options.port || (options.protocol === "https:" ? "443" : "80");
    return await openTunnel(new Client(origin, { connect: toProxy }), `${address}:${port}`, proxy);
  };
  return createAgent((options, callback) => {
    tunnel(options).then(
      // undici types the stream of CONNECT as a Duplex; it is the socket.
      (socket) => finish(socket as Socket, options, callback, secure),
      (error: Error) => callback(toConnectError(error), null),
    );
    // The connections belong to one request. It needs a second one when a redirect leads to another origin.
  }, 2);
}

function finish(
  socket: Socket,
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  secure: Connector,
): void {
  if (options.protocol !== "https:") {
    callback(null, socket);
    return;
  }
  secure({ ...options, httpSocket: socket }, (...[error, secured]) => {
    if (error === null) {
      callback(null, secured);
    } else {
      callback(toConnectError(error), null);
    }
  });
}

/**
 * Resolves and checks the target, and returns its first address in the form of a URL's authority. A proxy connects to
 * one address only.
 */
async function checkTarget(
  options: buildConnector.Options,
  { allow, resolve }: { readonly allow: AllowList; readonly resolve: Resolver },
): Promise<string> {
  const host = options.hostname.replace(/^\[|\]$/g, "");
  const only = explainException(options);
  if (recognizeFamily(host) !== undefined) {
    if (!allow.hasHost(host)) {
      assertAddress(host, allow, only);
    }
    return toAuthority(host);
  }
  const [first] = await resolveChecked(host, resolve, allow, only);
  if (first === undefined) {
    throw new EgressError("host-not-found");
  }
  return toAuthority(first.address);
}

function toAuthority(address: string): string {
  return recognizeFamily(address) === "ipv6" ? `[${address}]` : address;
}

async function openTunnel(client: Client, authority: string, proxy: EgressProxy): Promise<Duplex> {
  const { authorization } = proxy;
  try {
    const { statusCode, socket } = await client.connect({
      path: authority,
      headers: authorization === undefined ? {} : { "proxy-authorization": authorization },
    });
    if (statusCode >= 200 && statusCode < 300) {
      return socket;
    }
    socket.destroy();
    throw new EgressError("proxy-failed");
  } catch (error) {
    await client.destroy();
    const reason = error instanceof Error ? toConnectError(error).reason : "proxy-failed";
    // An address that is refused for the proxy is reported like any other refused address.
    throw reason === "address-not-allowed" ? error : new EgressError("proxy-failed", error);
  }
}

/**
 * Checks the URL of a proxy. In public, ports 80, 443 and from 1024 on are permitted. An address or name on the allow
 * list may use any port.
 */
function checkProxyUrl(text: string, allow: AllowList): URL {
  const url = new URL(text);
  // Many proxies use http, so an http URL is checked as if it were https.
  const twin = new URL(text.replace(/^http:/i, "https:"));
  if (url.port === "" || url.port === "80") {
    twin.port = "443";
  }
  checkUrl(twin, allow);
  return new URL(url.origin);
}
