import type { Operation } from "../document/model/model.ts";
import type { CaseContext } from "./cases/make-input.ts";
import type { Check } from "./checks.ts";
import type { Counter, Coverage } from "./coverage.ts";
import { createExchanges } from "./exchange.ts";
import type { Finding } from "./finding.ts";
import { createRecord, nameDocumentOperation } from "./record.ts";
import type { Target } from "./requests/build-request.ts";
import {
  type CaseOutcome,
  type CasePlan,
  runDocumentCases,
  type Skipped,
} from "./run-document-cases.ts";
import { createKnownThings } from "./things/known-things.ts";
import type { Validators } from "./validators.ts";
import { runWorkflows, type WorkflowPlan } from "./workflows/running/run-workflows.ts";
import type { WorkflowRun } from "./workflows/running/workflow-run.ts";

/** The server, and how many requests are sent to it. */
export interface VerifyPlan extends CasePlan {
  readonly target: Target;
  readonly validators: Validators;
  readonly ignored: ReadonlySet<Check>;
  readonly timeoutMilliseconds: number;
  /** Workflows that run before the cases, which delete things. */
  readonly workflows?: WorkflowPlan | undefined;
  /** True to run the workflows alone. */
  readonly onlyWorkflows: boolean;
}

/** The outcome of a run. */
export interface Verification {
  readonly seed: number;
  readonly requests: number;
  /** The operations that were called, such as `GET /pets`. */
  readonly operations: readonly string[];
  /** Operations for which no right request was sent, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Links that were not followed, such as `` POST /pets (201), link `self` ``, with the reason. */
  readonly unfollowed: readonly Skipped[];
  readonly coverage: Coverage;
  /** Checks that were left out. */
  readonly ignored: readonly Check[];
  readonly findings: readonly Finding[];
  /** The workflows that were run. */
  readonly workflows: readonly WorkflowRun[];
}

/** Sends requests to a server and checks its responses against the document. */
export async function verifyServer(plan: VerifyPlan): Promise<Verification> {
  const { target, validators, ignored, timeoutMilliseconds, seed, workflows } = plan;
  const { operations } = target.model;
  const context: CaseContext = { target, validators, known: createKnownThings() };
  const secrets = [...Object.values(target.secrets), ...(workflows?.secrets ?? [])];
  const record = createRecord(secrets, ignored);
  const exchanges = createExchanges(context, record, timeoutMilliseconds);
  const surroundings = { record, main: { target, exchanges }, timeoutMilliseconds };
  const { runs, otherRequests } =
    workflows === undefined
      ? { runs: [], otherRequests: 0 }
      : await runWorkflows(workflows, surroundings);
  const { skipped, unfollowed } = plan.onlyWorkflows
    ? listUncalled(operations, exchanges.counter)
    : await runDocumentCases(plan, context, exchanges);
  const names = new Set(skipped.map(({ operation }) => operation));
  return {
    seed,
    requests: exchanges.counter.count() + otherRequests,
    operations: operations.map(nameDocumentOperation).filter((name) => !names.has(name)),
    skipped,
    unfollowed,
    coverage: exchanges.counter.summarize(operations),
    ignored: [...ignored],
    findings: record.listFindings(),
    workflows: runs,
  };
}

/** The reason why an operation was not called when only workflows are run. */
export const uncalledReason = "no step of a workflow calls it";

/** The operations that no step of a workflow called. */
function listUncalled(operations: readonly Operation[], counter: Counter): CaseOutcome {
  const skipped = operations
    .filter((operation) => !counter.isCalled(operation))
    .map((operation) => ({
      operation: nameDocumentOperation(operation),
      reason: uncalledReason,
    }));
  return { skipped, unfollowed: [] };
}
