import type { Action, Source, Step, WrittenCall } from "../description.ts";
import { compileCriterion } from "./compile-criterion.ts";
import type { Compiling } from "./compile-text.ts";
import { compileValue } from "./compile-value.ts";
import { type ObjectReader, openObject } from "./open-object.ts";
import { readAction } from "./read-action.ts";
import { isMessageStep, readMessageStep } from "./read-message-step.ts";
import { readParameter } from "./read-parameter.ts";
import { readStepBody } from "./read-step-body.ts";
import type { Components } from "./reusable.ts";

const members = [
  ...["stepId", "description", "operationId", "operationPath", "workflowId", "channelPath"],
  ...["parameters", "requestBody", "successCriteria", "onSuccess", "onFailure", "outputs"],
  ...["timeout", "correlationId", "action", "dependsOn"],
];

/** The workflow that a step belongs to. */
export interface StepContext {
  readonly file: string;
  readonly components: Components;
  /** The actions of the workflow. A step's action of the same name replaces one. */
  readonly successActions: readonly Action[];
  readonly failureActions: readonly Action[];
  readonly sources: readonly Source[];
}

/** Reads a step. Undefined, and reported, when it has no id. A step of a message is a warning. */
export function readStep(
  written: unknown,
  place: string,
  context: StepContext,
  compiling: Compiling,
): Step | undefined {
  const reader = openObject(written, place, "A step", members, compiling.report);
  const id = reader?.requireText("stepId");
  if (reader === undefined || id === undefined) {
    return undefined;
  }
  const { file, components, successActions, failureActions } = context;
  if (isMessageStep(reader, context.sources)) {
    return readMessageStep(reader, id, file, compiling);
  }
  const actions = (name: string, side: "success" | "failure"): readonly Action[] =>
    reader.list(name, (value, pointer) => readAction(value, pointer, side, components, compiling));
  const { requestBody } = reader.value;
  return {
    ...{ id, location: { file, pointer: place }, call: readCall(reader, compiling) },
    parameters: reader.list("parameters", (value, pointer) =>
      readParameter(value, pointer, components, compiling),
    ),
    body:
      requestBody === undefined
        ? undefined
        : readStepBody(requestBody, reader.at("requestBody"), compiling),
    criteria: reader.list("successCriteria", (value, pointer) =>
      compileCriterion(value, pointer, compiling),
    ),
    onSuccess: mergeActions(actions("onSuccess", "success"), successActions),
    onFailure: mergeActions(actions("onFailure", "failure"), failureActions),
    outputs: reader.map("outputs", (value, pointer) => compileValue(value, pointer, compiling)),
    timeout: reader.amount("timeout"),
    dependsOn: reader.list("dependsOn", (value) => String(value)),
  };
}

function mergeActions(own: readonly Action[], shared: readonly Action[]): readonly Action[] {
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...shared.filter(({ name }) => !names.has(name))];
}

function readCall(reader: ObjectReader, { report }: Compiling): WrittenCall {
  const kinds = ["operationId", "operationPath", "workflowId"] as const;
  const calls = kinds.flatMap((kind) => {
    const text = reader.text(kind);
    return text === undefined ? [] : [{ kind, text }];
  });
  if (calls.length !== 1) {
    report(reader.pointer, {
      code: "invalid-workflow",
      message:
        calls.length === 0
          ? "A step does not say what it calls."
          : `A step has ${calls.map(({ kind }) => `\`${kind}\``).join(" and ")}.`,
      fix: "Write one of `operationId`, `operationPath` and `workflowId`.",
    });
  }
  return calls[0] ?? { kind: "none" };
}
