import { faker } from "@faker-js/faker";
import { beforeAll, describe, expect, test } from "vitest";
import { listCorpusDocuments } from "../../corpus/documents.ts";
import { findWrongValues, type OpenedMocks, openMocks, startMocks } from "./open-mocks.ts";

/** The components that `generate` reports as `mock-not-made`: their factories take the whole value. */
const unmade: Readonly<Record<string, readonly string[]>> = {
  github: ["webhook-pull-request-review-requested"],
  digitalocean: [],
};

/** Operations that the document sends to an address that another answer has, which no mock knows. */
const elsewhere: ReadonlySet<string> = new Set(["inference_upload_batch_file"]);

const documents = listCorpusDocuments().filter(
  ({ name }) => name === "github" || name === "digitalocean",
);

describe.each(documents)("$name", ({ name, path }) => {
  let opened: OpenedMocks;

  beforeAll(async () => {
    opened = await openMocks(name, path);
  }, 300_000);

  test("the validators accept the values of every factory with five seeds", () => {
    expect(opened.factories.size).toBeGreaterThan(800);
    expect(listNames(findWrongValues(opened))).toEqual(unmade[name]);
  }, 120_000);

  test("the validators accept the values of every factory with faker", () => {
    expect(listNames(findWrongValues(opened, { faker }))).toEqual(unmade[name]);
  }, 120_000);

  test("every operation answers the generated client, and the validators accept the answer", async () => {
    const server = startMocks(opened);
    const problems: string[] = [];
    for (const operation of opened.model.operations.filter((each) => !elsewhere.has(each.name))) {
      for (const problem of await opened.callOperation(operation)) {
        problems.push(`${operation.name}: ${problem}`);
      }
    }
    server.close();
    expect(problems).toEqual([]);
  }, 300_000);
});

function listNames(problems: readonly string[]): readonly string[] {
  return [...new Set(problems.map((problem) => problem.split(": ")[0] ?? ""))];
}
