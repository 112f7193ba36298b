import type { Diagnostic } from "../../../diagnostic.ts";
import type { WorkflowPlan } from "../../../verify/workflows/running/run-workflows.ts";
import { assertKnown } from "./assert-known.ts";
import { loadWorkflows, type WorkflowSetting } from "./load-workflows.ts";
import type { WorkflowOptions } from "./workflow-options.ts";

/**
 * Loads the workflows that a run has to run, with their inputs.
 *
 * @throws DiagnosticError with every problem of the documents, and for inputs, servers and credentials that nothing has
 */
export async function planWorkflows(
  { files, inputs = {}, texts = {}, secrets = {}, servers = {} }: WorkflowOptions,
  setting: WorkflowSetting,
): Promise<{ readonly plan: WorkflowPlan; readonly diagnostics: readonly Diagnostic[] }> {
  const { descriptions, others, diagnostics } = await loadWorkflows(files, setting);
  const workflows = descriptions.flatMap((description) => description.workflows);
  const named = descriptions.flatMap((description) =>
    [...description.inputs.values()].flatMap(({ types }) => [...types.keys()]),
  );
  const owner = "No workflow";
  const known = [...new Set(named)];
  assertKnown(Object.keys({ ...texts, ...secrets }), known, "input", owner);
  assertKnown(
    Object.keys(inputs),
    workflows.map(({ id }) => id),
    "id",
    owner,
  );
  assertKnown(
    Object.keys(servers),
    [...others.keys()],
    "other source description",
    "`--workflows`",
  );
  const schemes = [...others].flatMap(([name, { target }]) =>
    [...target.model.components.securitySchemes.keys()].map((scheme) => `${name}.${scheme}`),
  );
  const { components } = setting.main.target.model;
  const own = [...components.securitySchemes.keys()];
  const unknown = Object.keys(setting.auth).filter((name) => !schemes.includes(name));
  assertKnown(unknown, [...own, ...schemes], "security scheme");
  return {
    plan: {
      ...{ descriptions, inputs: { byWorkflow: inputs, texts: { ...texts, ...secrets } } },
      secrets: [...Object.values(secrets), ...Object.values(setting.auth)],
    },
    diagnostics,
  };
}
