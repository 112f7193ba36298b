import type { Migration } from "../migration-types.ts";
import { foundation } from "./0001-foundation.ts";
import { connections } from "./0002-connections.ts";
import { work } from "./0003-work.ts";
import { replicas } from "./0004-replicas.ts";
import { masterKeys } from "./0005-master-keys.ts";
import { toolAccess } from "./0006-tool-access.ts";
import { walls } from "./0007-walls.ts";
import { authConfigCreator } from "./0008-auth-config-creator.ts";
import { begunExecutions } from "./0009-begun-executions.ts";
import { envelopeVersions } from "./0010-envelope-versions.ts";
import { redirectAddresses } from "./0011-redirect-addresses.ts";
import { orderOfRemoval } from "./0012-order-of-removal.ts";
import { piecesOfAnswers } from "./0013-pieces-of-answers.ts";
import { jobLanes } from "./0014-job-lanes.ts";
import { catalogs } from "./0015-catalogs.ts";
import { jobLeases } from "./0016-job-leases.ts";
import { finishJobs } from "./0017-finish-jobs.ts";
import { keysTogether } from "./0018-keys-together.ts";
import { accountCounts } from "./0019-account-counts.ts";
import { claimsByPlace } from "./0020-claims-by-place.ts";
import { webhooks } from "./0021-webhooks.ts";
import { countsByStatus } from "./0022-counts-by-status.ts";
import { toolRouterSessions } from "./0023-tool-router-sessions.ts";
import { mcpServers } from "./0024-mcp-servers.ts";
import { files } from "./0026-files.ts";
import { triggerInstances } from "./0027-trigger-instances.ts";
import { webhookAddresses } from "./0028-webhook-addresses.ts";
import { hooks } from "./0031-hooks.ts";
import { eventPartitions } from "./0033-event-partitions.ts";
import { packedDocuments } from "./0037-packed-documents.ts";
import { managedWebhooks } from "./0039-managed-webhooks.ts";
import { dueJobs } from "./0040-due-jobs.ts";
import { deliveriesTogether } from "./0041-deliveries-together.ts";
import { limitedClaims } from "./0042-limited-claims.ts";
import { answersOfReceivers } from "./0044-answers-of-receivers.ts";
import { writeExecutions } from "./0045-write-executions.ts";
import { settledInOneRow } from "./0046-settled-in-one-row.ts";
import { answersWithOutcomes } from "./0047-answers-with-outcomes.ts";
import { deliveriesOfDeadJobs } from "./0048-deliveries-of-dead-jobs.ts";
import { keysWithLogs } from "./0051-keys-with-logs.ts";
import { readyJobsByHash } from "./0053-ready-jobs-by-hash.ts";
import { receivedEvents } from "./0054-received-events.ts";
import { logsAtOnce } from "./0055-logs-at-once.ts";

/** All migrations, in the order in which they are applied. A new one is added at the end. */
export const migrations: readonly Migration[] = [
  foundation,
  connections,
  work,
  replicas,
  masterKeys,
  toolAccess,
  walls,
  authConfigCreator,
  begunExecutions,
  envelopeVersions,
  redirectAddresses,
  orderOfRemoval,
  piecesOfAnswers,
  jobLanes,
  catalogs,
  jobLeases,
  finishJobs,
  keysTogether,
  accountCounts,
  claimsByPlace,
  webhooks,
  countsByStatus,
  toolRouterSessions,
  mcpServers,
  files,
  triggerInstances,
  webhookAddresses,
  hooks,
  eventPartitions,
  packedDocuments,
  managedWebhooks,
  dueJobs,
  deliveriesTogether,
  limitedClaims,
  answersOfReceivers,
  writeExecutions,
  settledInOneRow,
  answersWithOutcomes,
  deliveriesOfDeadJobs,
  keysWithLogs,
  readyJobsByHash,
  receivedEvents,
  logsAtOnce,
];
