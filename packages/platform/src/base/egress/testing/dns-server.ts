import { createSocket, type Socket as DatagramSocket } from "node:dgram";
import { type AddressInfo, createServer, type Server } from "node:net";
import { readErrorCode } from "../../system-errors.ts";

/** The types of records that the tests ask for (RFC 1035, section 3.2.2, and RFC 3596). */
export type RecordType = "A" | "AAAA";

/**
 * The answer to a question: addresses, a response code (RFC 1035, section 4.1.1), or silence. `truncated` is an
 * answer over UDP that asks the client to use TCP, where it gets the addresses. `release` answers the questions that
 * were held.
 */
export type DnsAnswer =
  | readonly string[]
  | "NXDOMAIN"
  | "SERVFAIL"
  | "REFUSED"
  | "held"
  | { readonly truncated: readonly string[] };

const responseCodes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

/** A name server on loopback, over UDP and TCP, that records the questions it receives. */
export class DnsServer {
  /** `A name`, or `A name over tcp`, in the order of the questions. */
  readonly questions: string[] = [];
  readonly #answer: (name: string, type: RecordType) => DnsAnswer;
  readonly #udp: DatagramSocket = createSocket("udp4");
  readonly #tcp: Server;
  #held: (() => void)[] = [];

  constructor(answer: (name: string, type: RecordType) => DnsAnswer) {
    this.#answer = answer;
    this.#tcp = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.once("data", (message) => {
        // A question is small enough to arrive in one piece. Two bytes of length come first (RFC 1035, section
        // 4.2.2).
        this.#reply(message.subarray(2), "tcp", (reply) => {
          const length = Buffer.alloc(2);
          length.writeUInt16BE(reply.byteLength);
          socket.end(Buffer.concat([length, reply]));
        });
      });
    });
    this.#udp.on("message", (message, from) => {
      this.#reply(message, "udp", (reply) => this.#udp.send(reply, from.port, from.address));
    });
  }

  /** Listens over TCP and UDP on one port. One that is free for TCP may be taken for UDP. */
  async listen(): Promise<void> {
    for (;;) {
      await new Promise<void>((resolve) => this.#tcp.listen(0, "127.0.0.1", resolve));
      const failure = await new Promise<Error | undefined>((resolve) => {
        this.#udp.once("error", resolve);
        this.#udp.bind(this.port, "127.0.0.1", () => resolve(undefined));
      });
      this.#udp.removeAllListeners("error");
      if (failure === undefined) {
        return;
      }
      if (readErrorCode(failure) !== "EADDRINUSE") {
        throw failure;
      }
      await new Promise((resolve) => this.#tcp.close(resolve));
    }
  }

  get port(): number {
    // A server that listens on a port has an address of this form.
    return (this.#tcp.address() as AddressInfo).port;
  }

  /** The address in the form of a setting for name servers. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Answers all held questions with 127.0.0.2. */
  release(): void {
    for (const answer of this.#held.splice(0)) {
      answer();
    }
  }

  async close(): Promise<void> {
    this.#udp.close();
    await new Promise((resolve) => this.#tcp.close(resolve));
  }

  #reply(message: Buffer, way: "udp" | "tcp", send: (reply: Buffer) => void): void {
    const question = readQuestion(message);
    const { name, type } = question;
    this.questions.push(`${type} ${name}${way === "tcp" ? " over tcp" : ""}`);
    const answer = this.#answer(name, type);
    if (answer === "held") {
      this.#held.push(() => send(toReply(message, question, { addresses: ["127.0.0.2"] })));
    } else if (typeof answer === "string") {
      send(toReply(message, question, { code: responseCodes[answer] }));
    } else if ("truncated" in answer) {
      send(
        toReply(
          message,
          question,
          way === "udp" ? { isTruncated: true } : { addresses: answer.truncated },
        ),
      );
    } else {
      send(toReply(message, question, { addresses: answer }));
    }
  }
}

interface Question {
  readonly name: string;
  readonly type: RecordType;
  /** The offset at which the question ends. */
  readonly end: number;
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = message.readUInt16BE(at + 1) === 28 ? "AAAA" : "A";
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

/** A reply to a message: its id and question, and one record for each address of the requested type. */
function toReply(
  message: Buffer,
  { type, end }: Question,
  given: {
    readonly addresses?: readonly string[];
    readonly code?: number;
    readonly isTruncated?: boolean;
  },
): Buffer {
  const records = (given.addresses ?? [])
    .filter((address) => address.includes(":") === (type === "AAAA"))
    .map((address) => {
      const data = address.includes(":")
        ? parseIpv6Bytes(address)
        : Buffer.from(address.split(".").map(Number));
      const record = Buffer.alloc(12);
      // A pointer to the question's name, at byte 12.
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type === "A" ? 1 : 28, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(60, 6);
      record.writeUInt16BE(data.byteLength, 10);
      return Buffer.concat([record, data]);
    });
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (given.isTruncated === true ? 0x0200 : 0) | (given.code ?? 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, message.subarray(12, end), ...records]);
}

/** Addresses with at most one `::`. */
function parseIpv6Bytes(address: string): Buffer {
  const [before = "", after] = address.split("::");
  const parseGroups = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const [head, tail] = [parseGroups(before), parseGroups(after ?? "")];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...head, ...zeros, ...tail].entries()) {
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  }
  return bytes;
}
