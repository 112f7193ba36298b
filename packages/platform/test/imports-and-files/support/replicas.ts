import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../../../../../generated/client/index.js";
import { createReplicaClient, type Tenant } from "../../chaos/support/deployment.ts";
import type { Journal } from "./outcomes.ts";

/** The replicas that callers use in turn, and the journal of all callers. */
export interface Replicas {
  readonly journal: Journal;
  /** The address of the next replica. */
  chooseUrl(): string;
  /** A client of the next replica. */
  chooseClient(tenant: Tenant): Platform;
  /** A replica has got all that it needs, and is about to write: at this moment a kill does most harm. */
  noteMoment(): void;
  /** Resolves at the next such moment, or after the patience. */
  waitForMoment(patienceMs: number): Promise<void>;
}

export function createReplicas(urls: readonly string[], journal: Journal): Replicas {
  let turn = 0;
  let moment = Promise.withResolvers<void>();
  const chooseUrl = (): string => {
    turn += 1;
    return urls[turn % urls.length] ?? "";
  };
  return {
    journal,
    chooseUrl,
    chooseClient: ({ apiKey }) => createReplicaClient(chooseUrl(), apiKey),
    noteMoment: () => {
      moment.resolve();
      moment = Promise.withResolvers();
    },
    waitForMoment: (patienceMs) => Promise.race([moment.promise, sleep(patienceMs)]),
  };
}
