import type { Parameter } from "../../../document/model/model.ts";
import { toCallbackSource } from "../../answers/callback-source.ts";
import type { Case, StepPlace } from "../../case.ts";
import type { Check } from "../../checks.ts";
import { type Exchange, nameDocumentOperation } from "../../record.ts";
import type { Target } from "../../requests/build-request.ts";
import { chooseWay, placeCredentials } from "../../requests/credentials.ts";
import type { Step, Workflow } from "../description.ts";
import type { Scope } from "../expressions/scope.ts";
import { mergeParameters } from "../linking/check-request.ts";
import { buildStepBody } from "./build-step-body.ts";
import { buildStepParameters } from "./build-step-parameters.ts";
import type { RunContext } from "./run-context.ts";

/** One attempt of a step. */
export interface Attempt {
  /** What expressions read after the attempt. */
  readonly scope: Scope;
  /** Why it failed before its criteria were judged. */
  readonly problem?: string;
  readonly check?: Check;
  /** False when a check of `verify` found a problem in the answer. */
  readonly isRight: boolean;
  /** The request with its answer, if one was sent. */
  readonly exchange?: Exchange;
  readonly operation?: string;
}

/** Sends the request of a step. */
export async function callStepOperation(
  step: Step,
  workflow: Workflow,
  scope: Scope,
  context: RunContext,
): Promise<Attempt> {
  const found = workflow.description.operations.get(step);
  if (found === undefined) {
    return { scope, isRight: true, problem: "its operation is not known" };
  }
  const { api, operation } = found;
  const name = nameDocumentOperation(operation);
  const refuse = (problem: string): Attempt => ({ scope, isRight: true, problem, operation: name });
  try {
    const parameters = buildStepParameters(mergeParameters(step, workflow), operation, scope);
    if (typeof parameters === "string") {
      return refuse(parameters);
    }
    const body = step.body && buildStepBody(step.body, operation, scope);
    if (typeof body === "string") {
      return refuse(body);
    }
    const place: StepPlace = { workflow: workflow.id, step: step.id, location: step.location };
    const sent: Case = {
      ...{ operation, parameters, step: place, expected: "step" },
      ...(body === undefined ? {} : { body }),
      title: `of the step \`${step.id}\` of the workflow \`${workflow.id}\``,
      credentials: givesCredentials(parameters, operation, api.target) ? "none" : "given",
    };
    const { request, answer, isRight } = await context
      .getExchanges(api)
      .runStep(sent, step.timeout);
    const exchange = { sent, request, answer: "problem" in answer ? undefined : answer };
    return "problem" in answer
      ? { scope, isRight, exchange, problem: answer.problem, check: "no-answer", operation: name }
      : {
          scope: { ...scope, call: toCallbackSource(sent, request, answer) },
          ...{ isRight, exchange, operation: name },
        };
  } catch (error) {
    // A style cannot represent every value, and a text cannot have every length.
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Returns whether the step itself gives the header, query parameter or cookie that carries the credentials. */
function givesCredentials(
  parameters: ReadonlyMap<Parameter, unknown>,
  operation: Case["operation"],
  { model, secrets }: Target,
): boolean {
  const placed = placeCredentials(model, chooseWay(model, operation, secrets), secrets);
  const names = { header: placed.headers, query: placed.query, cookie: placed.cookies };
  return Object.entries(names).some(([place, pairs]) =>
    [...parameters.keys()].some(
      (parameter) =>
        parameter.in === place &&
        pairs.some(([name]) => name.toLowerCase() === parameter.name.toLowerCase()),
    ),
  );
}
