import type { KeySets } from "../applications/ingress/key-sets.ts";
import type { ToolkitCatalogs } from "../applications/toolkits/types/catalog-types.ts";
import type { Schemas } from "../base/api-types.ts";
import type { Egress } from "../base/egress/create-egress.ts";
import type { PlatformError } from "../base/errors.ts";
import type { DiskRoom } from "../base/files/disk-room.ts";
import type { FileStore } from "../base/files/file-store.ts";
import type { TokenRefresher } from "../domain/accounts/token-refresh/refresh-tokens.ts";
import type { ExecutionLog } from "../domain/logs/execution-log.ts";
import type { Platform } from "../domain/scope.ts";
import type { ToolkitImports } from "../domain/toolkits/import-toolkit.ts";
import type { AccountChooser } from "./choosing/choose-together.ts";
import type { ExecutionSlots } from "./execution-slots.ts";
import type { RunningCalls } from "./running-calls.ts";

/** Services that actions use. A process has one of each. */
export interface Services {
  readonly platform: Platform;
  readonly catalogs: ToolkitCatalogs;
  readonly imports: ToolkitImports;
  readonly egress: Egress;
  /** The public keys of applications that sign their deliveries with keys of their own. */
  readonly keySets: KeySets;
  readonly files: FileStore;
  /** The disk of local files, and of bytes that are spooled. */
  readonly disk: DiskRoom;
  readonly tokens: TokenRefresher;
  readonly executions: ExecutionSlots;
  /** The quotas that `GET /org/project/usage` shows beside the storage. */
  readonly usage: readonly ReadUsage[];
  /** Running calls of MCP, which their clients may cancel. */
  readonly runningCalls: RunningCalls;
  readonly executionLog: ExecutionLog;
  readonly accounts: AccountChooser;
  /**
   * Writes a line to the log. `details` hold ids, counts and words of the document, never a value that was sent or
   * answered.
   */
  readonly warn: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /**
   * Describes an error in words, for agents, which read a result but not a status. The fix is the given one, or the
   * error's own if it has one.
   */
  readonly explain: (error: PlatformError, fix?: string) => string;
  /** Describes an error as the body of a refused request does, for an answer that has several. */
  readonly toDetail: (error: PlatformError) => Schemas["ErrorDetail"];
  /** Counts an execution in the metrics. */
  readonly countExecution: (toolkit: string, outcome: ExecutionOutcome) => void;
}

/** Reads how much of one quota a project uses. A quota that only this process enforces is read in this process. */
export type ReadUsage = (
  projectId: string,
) => Schemas["QuotaUsage"] | Promise<Schemas["QuotaUsage"]>;

/** The outcome of an execution as the metrics count it. `abandoned`: its caller closed the connection. */
export type ExecutionOutcome = "success" | "failure" | "error" | "abandoned";

/** The caller for whom an action runs. */
export interface ActionCaller {
  readonly projectId: string;
  /**
   * The version of the project's catalog, read together with the caller's key; undefined where no key was looked up.
   */
  readonly catalogVersion: number | undefined;
  /** `req_…`, the id of the request that the action belongs to. Logs contain it. */
  readonly requestId: string;
  /** The interface through which the caller came, such as the API or MCP. The log stores it with the call. */
  readonly source: Schemas["ToolExecutionLog"]["source"];
  /** Aborts when no caller is waiting for the response any longer. */
  readonly signal: AbortSignal | undefined;
}
