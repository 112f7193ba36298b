import type { VerifyResult } from "../../../commands/verify.ts";
import { escapeXml } from "../../../text/escape-xml.ts";
import { summarizeRun } from "./summarize-run.ts";

/**
 * A report in JUnit's format, which most CI systems read. Each operation is a test case with a failure for each
 * finding. An operation that was not called is skipped. Each workflow is a suite of its steps. The coverage is in the
 * properties.
 */
export function renderJunit(result: VerifyResult): string {
  const { operations, skipped, unfollowed, seed } = result;
  const findings = result.findings.filter(({ step }) => step === undefined);
  const beside = findings.map(({ operation }) => operation);
  const reasons = new Map(
    [...skipped, ...unfollowed].map(({ operation, reason }) => [operation, reason]),
  );
  const names = [...new Set([...operations, ...reasons.keys(), ...beside])];
  const cases = names.map((name) => {
    const found = findings.filter(({ operation }) => operation === name);
    return renderCase("specwright verify", name, found, reasons.get(name));
  });
  const failed = new Set(beside).size;
  const suites = result.workflows.map((run) => listSteps(run, result.findings));
  const ofSteps = suites.flatMap(({ steps }) => [...steps.values()]);
  const skippedSteps = suites.reduce((sum, { skipped: none }) => sum + none.size, 0);
  const all = {
    tests: names.length + ofSteps.length,
    failures: failed + ofSteps.filter((found) => found.length > 0).length,
  };
  const { warning, coverage } = summarizeRun(result);
  const properties = [...(warning === undefined ? [] : [warning]), ...coverage].map((line) => {
    const [name = "", value = ""] = line.split(/: (.*)/s);
    return `      <property name="${escapeXml(name.toLowerCase())}" value="${escapeXml(value)}"/>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="${all.tests}" failures="${all.failures}" skipped="${reasons.size + skippedSteps}">
  <testsuite name="specwright verify, seed ${seed}" tests="${names.length}" failures="${failed}" skipped="${reasons.size}">
    <properties>
${properties.join("")}    </properties>
${cases.join("")}  </testsuite>
${suites.map(renderWorkflow).join("")}</testsuites>
`;
}

type Findings = VerifyResult["findings"];

interface WorkflowSuite {
  readonly name: string;
  /** The findings of each step that ran, by its name. */
  readonly steps: ReadonlyMap<string, Findings>;
  /** Why a step was not run, by its name: one that sends or receives a message, when that is ignored. */
  readonly skipped: ReadonlyMap<string, string>;
}

function listSteps(
  { workflow, document, steps, problem }: VerifyResult["workflows"][number],
  findings: Findings,
): WorkflowSuite {
  const ran = steps.map((each) => ({ workflow: each.workflow, step: each.step }));
  // A workflow that could not be run is a case of its own.
  const whole = findings.some(({ step }) => step?.workflow === workflow && step.step === "");
  const rows = [...ran, ...(whole || ran.length === 0 ? [{ workflow, step: "" }] : [])];
  const named = new Map(
    rows.map((row) => [
      row.step === "" ? row.workflow : `${row.workflow}.${row.step}`,
      findings.filter(({ step }) => step?.workflow === row.workflow && step.step === row.step),
    ]),
  );
  // Without a finding for the whole, a workflow stopped at its last step.
  const stopped = problem === undefined || whole ? undefined : steps.at(-1);
  const skipped = stopped === undefined ? [] : [`${stopped.workflow}.${stopped.step}`];
  return {
    name: `workflow ${workflow} (${document})`,
    steps: named,
    skipped: new Map(
      skipped
        .filter((name) => named.get(name)?.length === 0)
        .map((name) => [name, stopped?.problem ?? ""]),
    ),
  };
}

function renderWorkflow({ name, steps, skipped }: WorkflowSuite): string {
  const failed = [...steps.values()].filter((found) => found.length > 0).length;
  const cases = [...steps].map(([step, found]) => renderCase(name, step, found, skipped.get(step)));
  return `  <testsuite name="${escapeXml(name)}" tests="${steps.size}" failures="${failed}" skipped="${skipped.size}">
${cases.join("")}  </testsuite>
`;
}

function renderCase(
  suite: string,
  name: string,
  findings: Findings,
  reason: string | undefined,
): string {
  const failures = findings.map(({ check, message, request, answer = "" }) => {
    const text = escapeXml(`${request}\n${answer}`);
    return `      <failure type="${check}" message="${escapeXml(message)}">${text}</failure>\n`;
  });
  const skip =
    failures.length > 0 || reason === undefined
      ? ""
      : `      <skipped message="${escapeXml(reason)}"/>\n`;
  return `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}">\n${failures.join("")}${skip}    </testcase>\n`;
}
