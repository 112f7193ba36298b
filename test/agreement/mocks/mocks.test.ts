import { faker } from "@faker-js/faker";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { listCorpusDocuments } from "../../corpus/documents.ts";
import { findWrongValues, type OpenedMocks, openMocks, startMocks } from "./open-mocks.ts";

const documents = [
  { name: "platform", path: resolveInRoot("spec/openapi.yaml") },
  ...listCorpusDocuments().filter(({ name }) => name === "museum" || name === "train-travel"),
];

describe.each(documents)("$name", ({ name, path }) => {
  let opened: OpenedMocks;
  let server: { readonly close: () => void } | undefined;

  beforeAll(async () => {
    opened = await openMocks(name, path);
    server = startMocks(opened);
  });

  afterAll(() => server?.close());

  test("the validators accept the values of every factory with five seeds", () => {
    expect(opened.factories.size).toBeGreaterThan(10);
    expect(findWrongValues(opened)).toEqual([]);
  });

  test("the validators accept the values of every factory with faker", () => {
    expect(findWrongValues(opened, { faker })).toEqual([]);
  });

  test("every operation answers the generated client, and the validators accept the answer", async () => {
    const problems: string[] = [];
    for (const operation of opened.model.operations) {
      for (const problem of await opened.callOperation(operation)) {
        problems.push(`${operation.name}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  });
});
