import { connect } from "node:net";
import type { Attack } from "../attack.ts";
import { countStatuses } from "../send.ts";

const hosts = [
  "127.0.0.1:1@evil",
  "a b",
  "[",
  "[::1",
  "evil.example#@127.0.0.1",
  "127.0.0.1:99999999",
  "\\evil",
  "http://evil/",
  "%00",
  "",
  "a".repeat(8_000),
];
const targets = [
  "//evil.example/api/v3/toolkits",
  "http://evil.example/api/v3/toolkits",
  "http://127.0.0.1:1@evil/api/v3/toolkits",
  "*",
  "/api/v3/../../../../etc/passwd",
  "/api/v3/%2e%2e/%2e%2e/",
  "/api/v3/toolkits?%",
  "/api/v3/toolkits/%ff",
  "/\\evil.example",
  "/%00",
  "/api/v3/toolkits?cursor=%00",
  `/${"a/".repeat(4_000)}`,
];
const methods = ["GET", "POST", "OPTIONS", "TRACE", "PROPFIND", "HEAD"];

/** The status of the answer to raw bytes; 0 when the connection is closed without one. */
function ask(port: number, text: string): Promise<{ readonly status: number }> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(text, "latin1"));
    socket.setTimeout(10_000, () => socket.destroy());
    socket.setEncoding("latin1").on("data", (piece: string) => {
      answer += piece.slice(0, 100);
    });
    socket.on("error", () => {});
    socket.once("close", () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0) }),
    );
  });
}

export const requests: Attack = {
  name: "requests",
  what: "Requests with odd hosts, targets and methods",
  promise: "None is answered with 5xx",
  isWitnessed: false,
  run: async ({ service }) => {
    const answers: { readonly status: number }[] = [];
    for (const method of methods) {
      for (const target of ["/api/v3/toolkits", ...targets]) {
        for (const host of target === "/api/v3/toolkits" ? hosts : ["127.0.0.1"]) {
          const end = "Connection: close\r\n\r\n";
          answers.push(
            await ask(service.port, `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${end}`),
          );
        }
      }
    }
    return {
      tried: answers.length,
      result: countStatuses(answers),
      holds: answers.every(({ status }) => status < 500),
    };
  },
};
