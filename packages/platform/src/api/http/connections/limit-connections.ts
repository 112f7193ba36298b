import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { MemberSet } from "../../../base/sharing/member-set.ts";
import { groupAddress } from "../callers/address-subject.ts";
import {
  type ClientAddress,
  createClientAddress,
  createProxyCheck,
} from "../callers/client-address.ts";
import { atClose } from "./at-close.ts";
import {
  type Connection,
  type ConnectionKind,
  checkProgress,
  type FoundCaller,
  findWantedPlace,
} from "./connection.ts";
import { GroupedQueue, type QueuePlace } from "./grouped-queue.ts";

/** How many connections a server keeps. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** CIDRs and addresses of proxies, whose requests count for the addresses that they report. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Called at most once a second, with the number of connections that were closed to make room. */
  readonly onClosed?: (closed: ClosedConnections) => void;
}

/** The number of connections that were closed to make room, by their kind. */
export type ClosedConnections = Readonly<Record<ConnectionKind, number>>;

const checkMs = 1000;

/**
 * The number of connections that may wait to be accepted. With Node's 511, a burst would lose packets, which are sent
 * again after a second.
 */
export const backlog = 4096;

/**
 * Limits the connections of a server. Every new connection is accepted, because its request may be one that matters.
 * When there are more connections than places, one is closed:
 *
 * - An eighth of the places belongs to connections that wait, an eighth to requests of unknown callers, and the rest to
 *   known callers. Each kind may also use the free places of the others.
 * - A kind that has more than its share loses a connection. Known callers are the last of the three.
 * - It is a connection of the address, or of the project, that has the most of this kind: the one that has been idle for
 *   longest, or the last one that came if all are at work.
 *
 * Call `begin` of the returned object for each request.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): Connections {
  const connections = new Connections(limits);
  server.on("connection", (socket: Socket) => connections.accept(socket));
  let checking: NodeJS.Timeout | undefined;
  server.on("listening", () => {
    checking = setInterval(() => connections.check(), checkMs).unref();
  });
  server.on("close", () => clearInterval(checking));
  return connections;
}

/** A connection with its place. */
interface Placed {
  readonly connection: Connection;
  kind: ConnectionKind;
  place: QueuePlace<Placed> | undefined;
  leave: () => void;
}

/** The connections of one server. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #readAddress: ClientAddress;
  readonly #isProxy: (address: string) => boolean;
  readonly #all = new MemberSet<Placed>();
  readonly #bySocket = new WeakMap<Socket, Placed>();
  readonly #queues: Readonly<Record<ConnectionKind, GroupedQueue<Placed>>> = {
    waiting: new GroupedQueue(),
    unknown: new GroupedQueue(),
    known: new GroupedQueue(),
  };
  #closed: Record<ConnectionKind, number> | undefined;

  constructor(limits: ConnectionLimits) {
    const { trustedProxies = [] } = limits;
    this.#limits = limits;
    this.#readAddress = createClientAddress(trustedProxies);
    this.#isProxy = createProxyCheck(trustedProxies);
  }

  /** Takes a new connection, and closes another one if all places are taken. */
  accept(socket: Socket): void {
    const { remoteAddress = "" } = socket;
    const address = this.#isProxy(remoteAddress) ? undefined : groupAddress(remoteAddress);
    const connection = { socket, address, taken: 0, checksWithoutProgress: 0 };
    const { kind, group, isBusy } = findWantedPlace(connection);
    const placed: Placed = { connection, kind, place: undefined, leave: () => {} };
    placed.place = this.#queues[kind].add(placed, group, isBusy);
    placed.leave = this.#all.add(placed);
    this.#bySocket.set(socket, placed);
    socket.once("close", () => this.#remove(placed));
    this.#makeRoom();
  }

  /** Notes that a request is being answered from now on. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const placed = this.#bySocket.get(incoming.socket);
    if (placed === undefined) {
      return;
    }
    const { connection } = placed;
    const address = connection.address ?? groupAddress(this.#readAddress(incoming));
    connection.request = { incoming, address, found: {} };
    this.#move(placed);
    atClose(outgoing, () => {
      if (connection.address !== undefined) {
        connection.subject = connection.request?.found.subject ?? connection.subject;
      }
      connection.request = undefined;
      connection.checksWithoutProgress = 0;
      this.#move(placed);
    });
  }

  /** Says who sent the request that is being answered. The members of `found` may be filled in later. */
  identify(incoming: IncomingMessage, found: FoundCaller): void {
    const request = this.#bySocket.get(incoming.socket)?.connection.request;
    if (request !== undefined) {
      request.found = found;
    }
  }

  /** The number of connections of a project or organization. */
  count(subject: string): number {
    return this.#queues.known.count(subject);
  }

  /** Looks for clients that do not read their answers, and for callers that are known by now. Call it every second. */
  check(): void {
    for (const placed of this.#all) {
      checkProgress(placed.connection);
      this.#move(placed);
    }
    for (const queue of Object.values(this.#queues)) {
      queue.forgetEmptyGroups();
    }
    if (this.#closed !== undefined) {
      this.#limits.onClosed?.(this.#closed);
      this.#closed = undefined;
    }
  }

  /** Closes connections until there are no more of them than places. */
  #makeRoom(): void {
    for (let kind = this.#findCrowdedKind(); kind !== undefined; kind = this.#findCrowdedKind()) {
      const first = this.#queues[kind].findFirst();
      if (first === undefined) {
        return;
      }
      // Its request may have arrived completely, or its caller may be known, since it was given this place.
      if (!this.#move(first)) {
        this.#close(first);
      }
    }
  }

  /**
   * The kind that has to lose a connection; undefined when there are enough places. When neither of the other kinds has
   * more than its share, known callers have.
   */
  #findCrowdedKind(): ConnectionKind | undefined {
    if (this.#all.size <= this.#limits.maxConnections) {
      return undefined;
    }
    const share = Math.floor(this.#limits.maxConnections / 8);
    return (
      (["waiting", "unknown"] as const).find((kind) => this.#queues[kind].size > share) ?? "known"
    );
  }

  /** Gives a connection the place that it should have now. Returns false if it has that place already. */
  #move(placed: Placed): boolean {
    const { place } = placed;
    const { kind, group, isBusy } = findWantedPlace(placed.connection);
    const isThere = place?.isBusy === isBusy && place.group.key === group && placed.kind === kind;
    if (place === undefined || isThere) {
      return false;
    }
    this.#queues[placed.kind].remove(place);
    placed.kind = kind;
    placed.place = this.#queues[kind].add(placed, group, isBusy);
    return true;
  }

  #close(placed: Placed): void {
    const { connection, kind } = placed;
    const { socket, request } = connection;
    this.#closed ??= { waiting: 0, unknown: 0, known: 0 };
    this.#closed[kind] += 1;
    this.#remove(placed);
    // A reset of a socket that has been ended fails in libuv (`uv_tcp_close_reset`), and Node then never closes it.
    if ((kind === "known" && request === undefined) || socket.writableEnded) {
      socket.destroy();
    } else {
      // Without a reset, the system would keep an answer that nobody reads in memory for minutes.
      socket.resetAndDestroy();
    }
  }

  #remove(placed: Placed): void {
    if (placed.place !== undefined) {
      this.#queues[placed.kind].remove(placed.place);
      placed.place = undefined;
      placed.leave();
    }
  }
}
