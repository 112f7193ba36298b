import type { StorageConfig } from "../db/opening/open-database.ts";
import type { FileLocation } from "../files/file-location.ts";
import type { MasterKeys } from "../secrets/master-keys.ts";

/** This deployment's OAuth client at an application, for one auth scheme of one toolkit. */
export type ManagedCredentials = Readonly<Record<string, string>> & {
  readonly client_id: string;
};

/** The deployment's own OAuth clients. */
export interface ManagedAuth {
  /** The slugs of the toolkits that the configuration names. */
  readonly toolkits: readonly string[];
  /** The schemes of a toolkit for which this deployment holds credentials, in the order of the configuration. */
  listSchemes(toolkitSlug: string): readonly string[];
  /** The credentials, or undefined. They must not appear in a response or a log. */
  find(toolkitSlug: string, scheme: string): ManagedCredentials | undefined;
}

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
  /** The number of executions that one project may run at the same time in this process. */
  readonly concurrentExecutions: number;
  /** The place of the files; undefined for a folder in the data directory. */
  readonly files: FileLocation | undefined;
  /** Days after which a file that no call used is erased. */
  readonly fileRetentionDays: number;
  readonly managedAuth: ManagedAuth;
  /** The folder of the operator's own toolkit documents. */
  readonly ownToolkits: string | undefined;
  readonly logLevel: LogLevel;
  /** The collector to which spans are sent; undefined when none is configured. */
  readonly tracing: { readonly url: string; readonly serviceName: string } | undefined;
  /** CIDRs and addresses of proxies in front of the service. */
  readonly trustedProxies: readonly string[];
}

/** The levels of pino that the service uses. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;

/** A level of `logLevels`. */
export type LogLevel = (typeof logLevels)[number];
