import { describe, expect, test } from "vitest";
import { chooseAmount } from "../../../../test/support/samples.ts";
import type { Storage } from "../e2e/world.ts";
import {
  classifyPosition,
  findOperationNames,
  findTextPositions,
  type IdPosition,
  notIds,
} from "./id-positions.ts";
import { operationsWithoutIds, testMatrix, type Walls } from "./matrix-suite.ts";

const operationNames = findOperationNames();
const texts = findTextPositions();
const positions = texts.flatMap((position): readonly IdPosition[] => {
  const kind = classifyPosition(position);
  return kind === undefined || kind === "unknown" ? [] : [{ ...position, kind }];
});

/** Runs the isolation matrix on one kind of database, with both protections (ADR 11), and with each of them alone. */
export function testIsolation(storage: Storage): void {
  test("every text of every request either names something of a project or is listed with a reason", () => {
    const labels = texts
      .filter((each) => classifyPosition(each) === undefined)
      .map(({ label }) => label);
    expect(labels.filter((label) => !notIds.some(({ pattern }) => pattern.test(label)))).toEqual(
      [],
    );
    const unused = notIds.filter(({ pattern }) => !labels.some((label) => pattern.test(label)));
    expect(unused).toEqual([]);
    expect(
      texts.filter((each) => classifyPosition(each) === "unknown").map(({ label }) => label),
    ).toEqual([]);
    expect(positions.length).toBeGreaterThan(40);
  });

  test("an operation without such a text has an answer that is searched for markers", () => {
    const names = new Set(texts.map(({ operation }) => operation.name).concat(operationNames));
    for (const { operation } of positions) {
      names.delete(operation.name);
    }
    expect([...names].sort()).toEqual([...operationsWithoutIds].sort());
  });

  const walls: readonly Walls[] = ["both", "row-level security alone", "predicates alone"];
  // Without walls the matrix itself is tested, so one kind of database is enough.
  const all: readonly Walls[] = storage === "PGlite" ? [...walls, "neither"] : walls;
  describe.each(chooseAmount<readonly Walls[]>(["both"], all))("with %s", (which) =>
    testMatrix(storage, which, positions),
  );
}
