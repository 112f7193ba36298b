import { setTimeout as sleep } from "node:timers/promises";
import * as json from "@specwright/runtime/v1/schema";
import { CreateConnectedAccountRequest } from "../../../../../generated/validators/index.js";
import type { CatalogPlace } from "../../applications/toolkits/types/catalog-types.ts";
import type { Schemas } from "../../base/api-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { hashSha256 } from "../../base/secrets/hash.ts";
import { waitOutside } from "../../base/sharing/fairness/work.ts";
import { yieldWhenLate } from "../../base/sharing/take-turns.ts";
import {
  checkImported,
  findImported,
  type ImportedAccount,
  importConnections,
} from "../../domain/accounts/connecting/import-connections.ts";
import { runInProject } from "../../domain/scope.ts";
import type { Services } from "../services.ts";
import { type AcceptedCredentials, assertAccepted } from "./validate-credentials.ts";

/** A line of an import. */
export interface ImportLine {
  /** From 1. */
  readonly number: number;
  /** The JSON object of the line. */
  readonly value: unknown;
}

type Request = Schemas["CreateConnectedAccountRequest"];
type Result = Schemas["ConnectedAccountImportResult"];

/** A line on its way, with all that is known of it so far. */
interface Progress {
  readonly number: number;
  readonly hash: string | undefined;
  readonly request?: Request;
  readonly tried?: AcceptedCredentials;
  readonly outcome?: ImportedAccount | PlatformError;
}

/** Trials of one import at the same time. The project has slots for more, which its other calls need. */
const trialsAtOnce = 5;

/** Milliseconds between attempts to get a slot for a trial, and the longest wait for one. */
const [pauseMs, patienceMs] = [200, 30_000];

/**
 * Makes accounts of the lines of an import: all of them in one transaction, after the trials of those with
 * `validate_credentials`. A refused line stops no other.
 *
 * @param key the `Idempotency-Key` of the import. The same line with the same key is the same account
 */
export async function importLines(
  services: Services,
  place: CatalogPlace,
  key: string | undefined,
  lines: readonly ImportLine[],
): Promise<readonly Result[]> {
  const read: Progress[] = [];
  for (const line of lines) {
    read.push(readLine(line, key));
    await yieldWhenLate();
  }
  const found = await skipRepeated(services, place, read);
  const tried: Progress[] = [];
  for (let from = 0; from < found.length; from += trialsAtOnce) {
    const group = found.slice(from, from + trialsAtOnce);
    tried.push(...(await Promise.all(group.map((each) => tryLine(services, place, each)))));
  }
  const open = tried.flatMap(({ outcome, request, hash, tried: accepted }) => {
    if (outcome !== undefined || request === undefined) {
      return [];
    }
    const { validate_credentials: _, ...input } = request;
    return [{ input, hash, tried: accepted }];
  });
  const stored = await runInProject(services.platform, place, (scope) =>
    importConnections(scope, open),
  );
  const outcomes = stored.values();
  return tried.map((each) => toResult(services, each, each.outcome ?? outcomes.next().value));
}

function readLine({ number, value }: ImportLine, key: string | undefined): Progress {
  const hash = key === undefined ? undefined : hashSha256(JSON.stringify([key, value]));
  const result = CreateConnectedAccountRequest.safeParse(value, { error: json.describeIssue });
  if (result.success) {
    return { number, hash, request: result.data };
  }
  const errors = json.fieldLines("body", json.fieldIssues(result.error.issues));
  return { number, hash, outcome: new PlatformError("Validation_Failed", { errors }) };
}

/** Finds the lines that were imported before. They are not tried again. */
async function skipRepeated(
  { platform }: Services,
  place: CatalogPlace,
  lines: readonly Progress[],
): Promise<readonly Progress[]> {
  const hashes = lines.map(({ hash }) => hash);
  if (hashes.every((hash) => hash === undefined)) {
    return lines;
  }
  const known = await runInProject(platform, place, (scope) => findImported(scope, hashes));
  return lines.map((line) => {
    const outcome = line.outcome ?? known.get(line.hash ?? null);
    return outcome === undefined ? line : { ...line, outcome };
  });
}

/** Tries the credentials of a line, if it asks for that. */
async function tryLine(services: Services, place: CatalogPlace, line: Progress): Promise<Progress> {
  const { request, outcome } = line;
  if (outcome !== undefined || request?.validate_credentials !== true) {
    return line;
  }
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      const plan = await runInProject(services.platform, place, (scope) =>
        checkImported(scope, request),
      );
      return { ...line, tried: await assertAccepted(services, place.projectId, plan) };
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      if (error.slug !== "Request_RateLimited" || performance.now() > end) {
        return { ...line, outcome: error };
      }
      await waitOutside(() => sleep(pauseMs));
    }
  }
}

function toResult(
  { toDetail }: Services,
  { number, tried }: Progress,
  outcome: Progress["outcome"] | undefined,
): Result {
  if (outcome === undefined || outcome instanceof PlatformError) {
    const error = outcome ?? new PlatformError("Server_Unexpected");
    return { line: number, id: null, status: null, error: toDetail(error) };
  }
  const { id, status, isRepeated } = outcome;
  return {
    line: number,
    id,
    status,
    ...(isRepeated && { repeated: true }),
    ...(tried && { credentials_checked: tried.isChecked }),
    error: null,
  };
}
