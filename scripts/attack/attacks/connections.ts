import { setTimeout as sleep } from "node:timers/promises";
import { startFloodProcess } from "../../../packages/platform/test/chaos/support/flood-process.ts";
import {
  type FloodKind,
  floodKinds,
} from "../../../packages/platform/test/chaos/support/floods.ts";
import type { Attack } from "../attack.ts";

/** 20 addresses of this machine. */
const addresses = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`);

/** Connections of one flood, and requests of each that pipelines. */
const count = 5_000;
const requestsEach = 50;

const words: Readonly<Record<FloodKind, string>> = {
  silent: "that send nothing",
  "partial headers": "that do not end their headers",
  "partial body": "that do not end their body",
  "unread answer": "that do not read their answer",
  "unread pipeline": "that send 50 requests and read no answer",
  "kept alive": "that are kept open after an answer",
  "begun TLS": "that begin TLS",
};

/** A flood of each kind. A connection that the service closes is opened again. */
export const connections: readonly Attack[] = Object.keys(floodKinds).map((name) => {
  // `floodKinds` has exactly these names.
  const kind = name as FloodKind;
  return {
    name: `connections-${kind.replaceAll(" ", "-").toLowerCase()}`,
    what: `Connections from 20 addresses ${words[kind]}`,
    promise:
      kind === "unread pipeline"
        ? `${(requestsEach * count).toLocaleString("en")} requests delay another project by a second at most`
        : "Another project does not notice",
    mostMs: kind === "unread pipeline" ? 1_000 : undefined,
    isWitnessed: true,
    run: async ({ service }) => {
      const { port } = service;
      const flood = await startFloodProcess({ kind, port, addresses, count, reopenAfterMs: 1_000 });
      await sleep(5_000);
      const { opened, closed } = await flood.stop();
      // The service cleans up after the connections, and another project must not notice that either.
      await sleep(3_000);
      return { tried: opened, result: `${closed} closed by the service`, holds: true };
    },
  };
});
