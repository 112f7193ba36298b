/**
 * A program that sends `count` bodies of `bytes` bytes at the same time, each on its own connection, and prints the
 * responses as JSON. `node upload-many.ts <port> <path> <key> <count> <bytes>`
 */
import { connect } from "node:net";

const [port = "", path = "", key = "", count = "", bytes = ""] = process.argv.slice(2);
const piece = Buffer.alloc(64 * 1024, "x");

function upload(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    let received = "";
    let left = Number(bytes);
    const send = (): void => {
      while (left > 0) {
        const part = piece.subarray(0, Math.min(left, piece.length));
        left -= part.length;
        if (!socket.write(part)) {
          socket.once("drain", send);
          return;
        }
      }
    };
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      received += text;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
    const fields = [`x-api-key: ${key}`, `Content-Length: ${bytes}`, "Connection: close"];
    socket.write([`PUT ${path} HTTP/1.1`, "Host: a", ...fields, "", ""].join("\r\n"));
    send();
  });
}

const answers = await Promise.all(Array.from({ length: Number(count) }, upload));
process.stdout.write(JSON.stringify(answers));
