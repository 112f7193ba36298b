import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { fetchReadyStatus } from "./platform-process.ts";

/** A balancer in front of replicas. */
export interface Balancer {
  readonly url: string;
  add(url: string): void;
  remove(url: string): void;
  /** The responses of each replica, and how many of them closed their connection. */
  readonly answers: ReadonlyMap<string, { count: number; closed: number }>;
  close(): Promise<void>;
}

/** Milliseconds between requests to `/ready`. Real balancers ask every few seconds. */
const askMs = 250;

/**
 * A small balancer that works like real ones: round robin over the replicas whose `/ready` says 200, with connections
 * that are kept open. It tries another replica only if it could not connect. A request that was sent is never sent
 * again.
 */
export async function startBalancer(): Promise<Balancer> {
  const replicas = new Map<string, boolean>();
  const answers = new Map<string, { count: number; closed: number }>();
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });
  let turn = 0;
  const chooseNext = (tried: ReadonlySet<string>): string | undefined => {
    const ready = [...replicas].filter(([url, is]) => is && !tried.has(url)).map(([url]) => url);
    turn += 1;
    return ready[turn % Math.max(1, ready.length)];
  };
  const server = createServer((incoming, outgoing) => {
    readAll(incoming).then((body) => pass(incoming, outgoing, body, new Set()));
  });
  const pass = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    tried: ReadonlySet<string>,
  ): void => {
    const replica = chooseNext(tried);
    if (replica === undefined) {
      return void outgoing.writeHead(502).end("no replica");
    }
    const { method, headers } = incoming;
    const { connection: _, ...kept } = headers;
    const target = new URL(incoming.url ?? "/", replica);
    const forward = httpRequest(target, { method, headers: kept, agent });
    forward.on("response", (answered) => {
      const noted = answers.get(replica) ?? { count: 0, closed: 0 };
      answers.set(replica, noted);
      noted.count += 1;
      if (answered.headers.connection === "close") {
        noted.closed += 1;
      }
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(outgoing);
    });
    forward.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") {
        pass(incoming, outgoing, body, new Set([...tried, replica]));
      } else if (outgoing.headersSent) {
        outgoing.destroy();
      } else {
        outgoing.writeHead(502).end(`${replica}: ${error.code}`);
      }
    });
    forward.end(body);
  };
  const timer = setInterval(() => {
    for (const url of replicas.keys()) {
      fetchReadyStatus(url).then((status) => {
        if (replicas.has(url)) {
          replicas.set(url, status === 200);
        }
      });
    }
  }, askMs);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add: (url) => void replicas.set(url, true),
    remove: (url) => void replicas.delete(url),
    answers,
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
