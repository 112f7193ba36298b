import { Agent, buildConnector } from "undici";
import { recognizeFamily } from "../addresses/address-ranges.ts";
import type { AllowList } from "../addresses/allow-list.ts";
import { assertAddress, isOddPort } from "../addresses/check-url.ts";
import { createCheckedLookup, type Resolver } from "../addresses/checked-lookup.ts";
import { EgressError } from "../egress-error.ts";
import { maximumHeaderBytes } from "../limits/limits.ts";

/** Connects a socket: the function type that undici expects. */
export type Connector = buildConnector.connector;

type ExceptionReason = false | "scheme-not-allowed" | "port-not-allowed";

/**
 * Milliseconds for which an idle connection stays open for further requests to the same origin. Its address was
 * checked when it was made.
 */
const keepAlive = 4_000;

/**
 * Creates a pool of connections, which this connector opens. `connectionsAnOrigin` limits the connections to one
 * origin.
 */
export function createAgent(connect: Connector, connectionsAnOrigin: number): Agent {
  return new Agent({
    connect,
    connections: connectionsAnOrigin,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
    maxHeaderSize: maximumHeaderBytes,
    // HTTP/2 would need limits of its own, and every application still speaks 1.1.
    allowH2: false,
    // Times are bounded a request, by create-egress.ts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Creates a connector that checks addresses at the moment of connecting. */
export function createConnector(allow: AllowList, resolve: Resolver, timeout: number): Connector {
  const build = (only: ExceptionReason): Connector =>
    buildConnector({
      timeout,
      allowH2: false,
      autoSelectFamily: true,
      lookup: createCheckedLookup(resolve, allow, only),
    });
  const connectors = {
    any: build(false),
    scheme: build("scheme-not-allowed"),
    port: build("port-not-allowed"),
  };
  return (options, callback) => {
    const only = explainException(options);
    try {
      assertLiteral(options.hostname, allow, only);
    } catch (error) {
      // `assertAddress` does not throw other errors.
      callback(error as EgressError, null);
      return;
    }
    const connect =
      only === false
        ? connectors.any
        : only === "scheme-not-allowed"
          ? connectors.scheme
          : connectors.port;
    connect(options, (...[error, socket]) => {
      if (error === null) {
        callback(null, socket);
      } else {
        callback(toConnectError(error), null);
      }
    });
  };
}

/**
 * For a host that is an address, sockets do not call `lookup`. It is checked here, even if the caller has done so
 * before.
 */
function assertLiteral(host: string, allow: AllowList, only: ExceptionReason): void {
  if (recognizeFamily(host) !== undefined && !allow.hasHost(host)) {
    assertAddress(host, allow, only);
  }
}

/** The reason why a URL may only connect to an allowed address; false when any public address will do. */
export function explainException({
  protocol,
  port,
}: Pick<buildConnector.Options, "protocol" | "port">): ExceptionReason {
  if (protocol !== "https:") {
    return "scheme-not-allowed";
  }
  return isOddPort(port) ? "port-not-allowed" : false;
}

/** The names of OpenSSL's and Node's errors about certificates and handshakes. */
const tlsCode = /^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME_|EPROTO)/;

/** The error while connecting. */
export function toConnectError(error: Error): EgressError {
  if (error instanceof EgressError) {
    return error;
  }
  // System errors have a code. When several addresses were tried, the errors are the members of an AggregateError.
  const { code = "" } = error as { readonly code?: string };
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return new EgressError("connect-timeout", error);
  }
  return new EgressError(tlsCode.test(code) ? "tls-failed" : "connect-failed", error);
}
