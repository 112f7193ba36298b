import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/**
 * `waiting`: the connection does not have a complete request that is being answered. It sends nothing or a part of a
 * request, or its client does not read the answer. `unknown`: its request has come without a valid key. `known`: its
 * project or organization is known.
 */
export type ConnectionKind = "waiting" | "unknown" | "known";

/** The sender of a request. Handlers fill it in as soon as they know. */
export interface FoundCaller {
  /** The project or organization whose key was sent. The connection is theirs from then on. */
  readonly subject?: string;
  /** The project to which a request without a key belongs, such as a message to an MCP session. */
  readonly projectId?: string;
}

/** A connection of a server. */
export interface Connection {
  readonly socket: Socket;
  /** The subject of its address; undefined for a trusted proxy. */
  readonly address: string | undefined;
  /** The request that is being answered. */
  request?: ConnectionRequest | undefined;
  /** The sender of the last request with a valid key. A proxy does not have one: it sends requests of many callers. */
  subject?: string | undefined;
  /** The number of bytes that the client had taken at the last check. */
  taken: number;
  checksWithoutProgress: number;
}

interface ConnectionRequest {
  readonly incoming: IncomingMessage;
  /** The subject of the address that sent it, behind proxies the forwarded one. */
  readonly address: string;
  found: FoundCaller;
}

/** The place that a connection should have: its kind, the group that shares its limit, and whether it is at work. */
export interface WantedPlace {
  readonly kind: ConnectionKind;
  readonly group: string;
  readonly isBusy: boolean;
}

/** Checks without progress after which the client of an answer counts as one that does not read. */
const mostChecksWithoutProgress = 3;

/** The group of the connections that trusted proxies keep for their next request. */
const proxies = "proxies";

/** Finds the place of a connection in its present state. */
export function findWantedPlace(connection: Connection): WantedPlace {
  const { request, subject, address, checksWithoutProgress } = connection;
  const isBusy = request !== undefined && checksWithoutProgress < mostChecksWithoutProgress;
  const caller = request?.found.subject ?? subject ?? request?.found.projectId;
  if (caller !== undefined) {
    return { kind: "known", group: caller, isBusy };
  }
  const group = request?.address ?? address;
  if (group === undefined) {
    return { kind: "known", group: proxies, isBusy };
  }
  return isBusy && hasArrived(request.incoming)
    ? { kind: "unknown", group, isBusy }
    : { kind: "waiting", group, isBusy: false };
}

/** Node sets `complete` shortly after it has announced a request, even when the request does not have a body. */
function hasArrived({ complete, headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return complete || (length === "0" && coding === undefined);
}

/** Notes whether the client has taken a part of its answer since the last check. */
export function checkProgress(connection: Connection): void {
  const { socket, request } = connection;
  const taken = socket.bytesWritten - socket.writableLength;
  const isWaitingForClient = request !== undefined && socket.writableLength > 0;
  connection.checksWithoutProgress =
    isWaitingForClient && taken === connection.taken ? connection.checksWithoutProgress + 1 : 0;
  connection.taken = taken;
}
