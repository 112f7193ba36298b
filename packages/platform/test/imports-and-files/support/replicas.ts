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
}

export function createReplicas(urls: readonly string[], journal: Journal): Replicas {
  let turn = 0;
  const chooseUrl = (): string => {
    turn += 1;
    return urls[turn % urls.length] ?? "";
  };
  return {
    journal,
    chooseUrl,
    chooseClient: ({ apiKey }) => createReplicaClient(chooseUrl(), apiKey),
  };
}
