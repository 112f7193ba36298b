import type { VerifyResult } from "../../../commands/verify.ts";
import { groupBy } from "../../../group-by.ts";
import type { Expectation } from "../../../verify/case.ts";
import { uncalledReason } from "../../../verify/verify-server.ts";
import { count, joinWords } from "../count.ts";

/** The lines at the top of a report, as sentences. */
export interface Summary {
  /** Undefined when the run only read. */
  readonly warning: string | undefined;
  /** What was called and answered, and which requests were sent. */
  readonly coverage: readonly string[];
  /** The numbers of findings by check: `["server-error 2"]`. */
  readonly byCheck: readonly string[];
  /** Operations that were not called and links that were not followed, with the reason. */
  readonly left: readonly string[];
  /** A line for each workflow, and for each step that did not simply pass. */
  readonly workflows: readonly string[];
}

/** Summarizes a run for the top of a report. */
export function summarizeRun(result: VerifyResult): Summary {
  const { coverage, findings, ignored, operations, requests, skipped, unfollowed } = result;
  const { documented, answered } = coverage.statuses;
  const writing = writingMethods.filter((method) => (coverage.methods[method] ?? 0) > 0);
  const sent = writing.map((method) => `${coverage.methods[method]} ${method}`);
  const kinds = Object.entries(expectations).flatMap(([words, of]) => {
    const number = of.reduce((sum, each) => sum + (coverage.expectations[each] ?? 0), 0);
    return number === 0 ? [] : [`${number} ${words}`];
  });
  const byCheck = groupBy(findings, ({ check }) => check);
  return {
    warning:
      sent.length === 0
        ? undefined
        : `Warning: ${joinWords(sent)} requests were sent. They create, change and delete things, so use a test server.`,
    coverage: [
      `Coverage: ${operations.length} of ${count(operations.length + skipped.length, "operation")} called, ${answered} of ${count(documented, "documented answer")} seen.`,
      `Requests: ${requests}${kinds.length === 0 ? "" : ` (${kinds.join(", ")})`}.`,
      ...(ignored.length === 0 ? [] : [`Checks left out by --ignore: ${ignored.join(", ")}.`]),
    ],
    byCheck: [...byCheck].map(([check, found]) => `${check} ${found.length}`),
    left: [
      ...listSkipped(skipped),
      ...unfollowed.map(({ operation, reason }) => `not followed: ${operation}: ${reason}`),
    ],
    workflows: result.workflows.flatMap(describeWorkflow),
  };
}

/** A line for each operation, and one for all that workflows did not call. */
function listSkipped(skipped: VerifyResult["skipped"]): readonly string[] {
  const isLeft = ({ reason }: { readonly reason: string }): boolean => reason === uncalledReason;
  const left = skipped.filter(isLeft);
  return [
    ...skipped
      .filter((each) => !isLeft(each))
      .map(({ operation, reason }) => `not called: ${operation}: ${reason}`),
    ...(left.length === 0
      ? []
      : [`not called: ${count(left.length, "operation")}: ${uncalledReason}`]),
  ];
}

function describeWorkflow(run: VerifyResult["workflows"][number]): readonly string[] {
  const { workflow, document, isPassed, problem, steps } = run;
  const end = isPassed ? "passed" : problem === undefined ? "failed" : `stopped: ${problem}`;
  return [
    `workflow ${workflow} (${document}): ${end}, ${count(steps.length, "step")}`,
    ...steps.flatMap(describeStep),
  ];
}

/** Empty for a step that passed, after which the next one ran. */
function describeStep(run: VerifyResult["workflows"][number]["steps"][number]): readonly string[] {
  const { workflow, step, isPassed, problem, action, absentOutputs = [], status } = run;
  const notes = [
    ...(problem === undefined ? [] : [problem]),
    ...(isPassed || problem !== undefined ? [] : ["its answer does not fit the document"]),
    ...(absentOutputs.length === 0 ? [] : [`no value for ${absentOutputs.join(", ")}`]),
    ...(action === undefined ? [] : [`action ${action}`]),
  ];
  const name = `${workflow}.${step}${status === undefined ? "" : ` (${status})`}`;
  return notes.length === 0
    ? []
    : [`  ${isPassed ? "passed" : "failed"}: ${name}: ${notes.join("; ")}`];
}

const writingMethods = ["DELETE", "POST", "PUT", "PATCH"];

/** Requests in the words of reports. */
const expectations: Readonly<Record<string, readonly Expectation[]>> = {
  "that fit the document": ["success", "found"],
  "with a fault": ["refused"],
  "without right credentials": ["unauthorized"],
  "for things that do not exist": ["missing", "deleted"],
  "to unknown paths or methods": ["no-route"],
  "of workflows": ["step"],
};
