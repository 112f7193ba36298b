import type { LogLevel } from "../../api/http/log-levels.ts";
import type { ManagedAuth } from "../../applications/oauth/managed-auth.ts";
import type { StorageConfig } from "../../base/db/opening/open-database.ts";
import type { FileLocation } from "../../base/files/file-location.ts";
import type { MasterKeys } from "../../base/secrets/master-keys.ts";
import type { StorageQuotas } from "../../domain/quotas/storage-quotas.ts";

/** The room on a disk that has to stay free: bytes, `usual` for the smaller of 1 GiB and a twentieth of the disk, or none. */
export type DiskReserve = number | "usual" | undefined;

/** Everything that the environment configures, read once. Nothing else in the package reads the environment. */
export interface PlatformConfig {
  readonly storage: StorageConfig;
  /** The folder for local files, and for the embedded database with its keys. */
  readonly dataDirectory: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /**
   * Undefined when they are not configured, which only the embedded database allows: then they are made in the data
   * directory.
   */
  readonly masterKeys: MasterKeys | undefined;
  readonly roles: { readonly api: boolean; readonly worker: boolean };
  readonly host: string;
  readonly port: number;
  /** Connections that are open at a time. */
  readonly maxConnections: number;
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  /** CIDRs and host names, lower case. */
  readonly egressAllow: readonly string[];
  /** Name servers in the form of `dns.setServers`; an empty list means the system's. */
  readonly dnsServers: readonly string[];
  /** Origins as browsers send them. */
  readonly allowedOrigins: readonly string[];
  /** Requests a minute and project. */
  readonly rateLimit: number;
  /** Milliseconds of the processor that one project may use in a minute in this process. */
  readonly processorMs: number;
  /** The number of executions that one project may run at the same time in this process. */
  readonly concurrentExecutions: number;
  /** The place of the files; undefined for a folder in the data directory. */
  readonly files: FileLocation | undefined;
  /** Days after which a file that no call used is erased. */
  readonly fileRetentionDays: number;
  readonly quotas: StorageQuotas;
  readonly diskReserve: DiskReserve;
  readonly managedAuth: ManagedAuth;
  /** The folder of the operator's own toolkit documents. */
  readonly ownToolkits: string | undefined;
  /** True with the example toolkit, whose server is this service. */
  readonly hasExample: boolean;
  /** The name of the project that a first start makes; undefined to ask for it on a terminal. */
  readonly projectName: string | undefined;
  readonly logLevel: LogLevel;
  /** The collector to which spans are sent; undefined when none is configured. */
  readonly tracing: { readonly url: string; readonly serviceName: string } | undefined;
  /** CIDRs and addresses of proxies in front of the service. */
  readonly trustedProxies: readonly string[];
}
