import { expect, test } from "vitest";
import { readCorpusDocument } from "./documents.ts";
import { expectNoEscape } from "./expect-no-escape.ts";

const document = readCorpusDocument("train-travel.yaml");

test.skipIf(document === undefined)(
  "no text of train-travel.yaml becomes code",
  { timeout: 3_600_000 },
  async () => {
    expect(document).toBeDefined();
    await expectNoEscape("train-travel.yaml", document);
  },
);
