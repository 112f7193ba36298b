import type { AttackedService } from "./service.ts";
import type { Tenant } from "./tenants.ts";

/** The parts that every attack uses. */
export interface Scene {
  readonly service: AttackedService;
  /** The project that attacks. */
  readonly attacker: Tenant;
  /** The project that must not notice. */
  readonly other: Tenant;
  /** An application on this machine that answers each request at once. */
  readonly applicationUrl: string;
}

/** What an attack did, and what came of it. */
export interface Outcome {
  /** The number of messages, connections or requests. */
  readonly tried: number;
  /** One sentence for the table. */
  readonly result: string;
  /** True when the service kept its promise. */
  readonly holds: boolean;
}

/** One attack: a file of `attacks/`. */
export interface Attack {
  /** Such as `idle-connections`; `npm run attack -- idle-connections` runs it alone. */
  readonly name: string;
  /** What is done, for the table. */
  readonly what: string;
  /** The promise that has to hold. */
  readonly promise: string;
  /** True when another project's requests are measured meanwhile. */
  readonly isWitnessed: boolean;
  /** Milliseconds in which another project is answered. Default: those of `report.ts`. */
  readonly mostMs?: number | undefined;
  /** MiB that the service and its processes may take. Default: there is no promise. */
  readonly mostMemory?: number | undefined;
  run(scene: Scene): Promise<Outcome>;
}
