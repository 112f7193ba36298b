import { join } from "node:path";
import { expect, test } from "vitest";
import { loadModel } from "../../commands/load/load-model.ts";
import { createContentNames } from "../bodies/content-names.ts";
import { viewClientOperation } from "../client/modules.ts";
import { planClient } from "../client/plan.ts";
import { writeOperationDocs } from "../server/declarations/views.ts";
import { createDefaultsPlanner } from "../server/defaults/defaults.ts";
import { planServer } from "../server/plan.ts";
import { planBodies } from "../server/source/body-source.ts";
import { printHeaders, printServerOperation } from "../server/source/operation-source.ts";

const { model } = loadModel(join(import.meta.dirname, "../../../../../spec/openapi.yaml"));

/** A copy shares no object with the model, so a print that looked anything up by an object would miss it. */
function expectSameFromCopies<Unit extends object>(
  units: readonly Unit[],
  print: (unit: Unit) => unknown,
): void {
  expect(units.length).toBeGreaterThan(50);
  for (const unit of units) {
    expect(print(structuredClone(unit))).toEqual(print(unit));
  }
}

test("the server's description of an operation is printed from the operation, its plans and its headers", () => {
  const lists = createContentNames();
  const defaults = createDefaultsPlanner("left out");
  const units = planServer(model).operations.map(({ operation }) => ({
    operation,
    plans: planBodies(operation, defaults),
    headers: printHeaders(operation, lists),
  }));
  expectSameFromCopies(units, ({ operation, ...parts }) => printServerOperation(operation, parts));
});

test("the server's comments are printed from the operation", () => {
  expectSameFromCopies(model.operations, writeOperationDocs);
});

test("the client's code of an operation is printed from its plan", () => {
  const plans = planClient(model, "createApi").modules.flatMap(({ operations }) => operations);
  expectSameFromCopies(plans, (plan) => {
    const [imports, readers] = [new Set<string>(), createContentNames()];
    return [viewClientOperation(plan, imports, readers), imports, readers.list()];
  });
});
