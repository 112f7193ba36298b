import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPostgres } from "./open-postgres.ts";

/** A message of PostgreSQL's protocol that asks for a proof of the password (SASL). */
function askForPassword(step: number, text: string): Buffer {
  const length = Buffer.alloc(8);
  length.writeUInt32BE(8 + text.length, 0);
  length.writeUInt32BE(step, 4);
  return Buffer.concat([Buffer.from("R"), length, Buffer.from(text)]);
}

test("a connection without a password is closed at once, so that a command ends", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once("data", () => {
      socket.write(askForPassword(10, "SCRAM-SHA-256\0\0"));
      socket.once("data", () => socket.write(askForPassword(11, "r=x,s=eA==,i=4096")));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connections = openPostgres(`postgres://user@127.0.0.1:${port}/platform`, 1, "app");
  try {
    await expect(sql`select 1`.execute(connections.login)).rejects.toThrow(/password must be/);
    await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([true]);
  } finally {
    await connections.close();
    server.close();
    for (const socket of sockets) {
      socket.destroy();
    }
  }
});
