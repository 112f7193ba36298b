import { Agent, buildConnector } from "undici";
import { recognizeFamily } from "../addresses/address-ranges.ts";
import type { AllowList } from "../addresses/allow-list.ts";
import { assertAddress, isOddPort } from "../addresses/check-url.ts";
import { createCheckedLookup, type Resolver } from "../addresses/checked-lookup.ts";
import { EgressError } from "../egress-error.ts";
import { maximumHeaderBytes } from "../limits/limits.ts";

/** Connects a socket, as undici asks for it. */
export type Connector = buildConnector.connector;

type ExceptionReason = false | "scheme-not-allowed" | "port-not-allowed";

/** A connection that is kept open serves further requests to the same origin; its address was checked. */
const keepAlive = 4_000;

/** A pool of connections that this connector makes, of at most so many to one origin. */
export function createAgent(connect: Connector, connectionsAnOrigin: number): Agent {
  return new Agent({
    connect,
    connections: connectionsAnOrigin,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
    maxHeaderSize: maximumHeaderBytes,
    // HTTP/2 would need bounds of its own, and every application still speaks 1.1.
    allowH2: false,
    // Times are bounded a request, by create-egress.ts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Connects to addresses that are checked when the connection is made. */
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
    const only = exceptionReason(options);
    try {
      assertLiteral(options.hostname, allow, only);
    } catch (error) {
      // assertAddress throws nothing else.
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
        callback(connectError(error), null);
      }
    });
  };
}

/** Sockets look up no addresses, so those are checked here, also where a caller should have done so. */
function assertLiteral(host: string, allow: AllowList, only: ExceptionReason): void {
  if (recognizeFamily(host) !== undefined && !allow.hasHost(host)) {
    assertAddress(host, allow, only);
  }
}

/** Why only an allowed address may be connected to; false when any public one may. */
export function exceptionReason({
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
export function connectError(error: Error): EgressError {
  if (error instanceof EgressError) {
    return error;
  }
  // Sockets give system errors a code; with several addresses they are the members of an AggregateError.
  const { code = "" } = error as { readonly code?: string };
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return new EgressError("connect-timeout", error);
  }
  return new EgressError(tlsCode.test(code) ? "tls-failed" : "connect-failed", error);
}
