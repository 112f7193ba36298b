import { createServer, type Socket } from "node:net";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { sendGroup } from "./statement-group.ts";

/**
 * A server that speaks PostgreSQL's protocol as far as a group needs it ("Message Flow" of its documentation), so that this
 * test runs wherever pg does. It keeps the packets that it receives.
 */
const packets: Buffer[] = [];
const sockets: Socket[] = [];
const server = createServer((socket) => {
  sockets.push(socket);
  let isStarted = false;
  socket.on("data", (data) => {
    if (!isStarted) {
      isStarted = true;
      socket.write(Buffer.concat([message("R", int(0)), message("Z", Buffer.from("I"))]));
      return;
    }
    packets.push(data);
    socket.write(Buffer.concat(listTypes(data).map(answer)));
  });
});
afterAll(() => {
  for (const socket of sockets) {
    socket.destroy();
  }
  server.close();
});

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int(body.length + 4), body]);
}

/** The types of the messages in a packet, such as `PBDES` for a statement that is parsed, described and executed. */
function listTypes(packet: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < packet.length; at += 1 + packet.readInt32BE(at + 1)) {
    types.push(String.fromCharCode(packet[at] ?? 0));
  }
  return types;
}

const column = Buffer.concat([Buffer.from("n\0"), int(0), Buffer.from([0, 0]), int(23)]);
const rowDescription = Buffer.concat([
  Buffer.from([0, 1]),
  column,
  Buffer.from([0, 4]),
  int(-1),
  Buffer.from([0, 0]),
]);
const dataRow = Buffer.concat([Buffer.from([0, 1]), int(1), Buffer.from("7")]);

function answer(type: string): Buffer {
  switch (type) {
    case "P":
      return message("1", Buffer.alloc(0));
    case "B":
      return message("2", Buffer.alloc(0));
    case "C":
      return message("3", Buffer.alloc(0));
    case "D":
      return message("T", rowDescription);
    case "E":
      return Buffer.concat([message("D", dataRow), message("C", Buffer.from("SELECT 1\0"))]);
    default:
      return message("Z", Buffer.from("I"));
  }
}

test("pg has what a group needs of it: groups of one turn are one packet, and each reads its answers", async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = new Client({ host: "127.0.0.1", port, user: "u", password: "p", pipeline: true });
  await client.connect();
  const scope = { name: "scope", text: "select 1", values: ["proj_1"] };
  const read = { text: "select n", values: [new Date(0), ["a", null]], isShown: true };
  const row = { command: "SELECT", rowCount: 1, rows: [{ n: 7 }] };
  const both = await Promise.all([
    sendGroup(client, [scope, read]),
    sendGroup(client, [scope, read]),
  ]);
  for (const [hidden, shown] of both) {
    expect(hidden?.rows).toEqual([]);
    expect(shown).toMatchObject(row);
  }
  const [first = Buffer.alloc(0), ...others] = packets.splice(0);
  expect(others).toEqual([]);
  // Named statements are closed and parsed first; a group that was not answered yet does not know their names.
  expect(listTypes(first).join("")).toBe("CPBEPBDES".repeat(2));
  // `prepareValue` writes times and lists as PostgreSQL reads them.
  expect(first.toString("latin1")).toMatch(/1970-01-01T|1969-12-31T/);
  expect(first.toString("latin1")).toContain('{"a",NULL}');
  await sendGroup(client, [scope, { ...read, name: "read" }]);
  await sendGroup(client, [scope, { ...read, name: "read" }]);
  // Known statements are bound by their names alone.
  expect(packets.map((packet) => listTypes(packet).join(""))).toEqual(["BECPBDES", "BEBES"]);
  await client.end();
});
