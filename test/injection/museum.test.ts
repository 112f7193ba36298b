import { expect, test } from "vitest";
import { readCorpusDocument } from "./documents.ts";
import { expectNoEscape } from "./expect-no-escape.ts";

const document = readCorpusDocument("museum.yaml");

test.skipIf(document === undefined)(
  "no text of museum.yaml becomes code",
  { timeout: 3_600_000 },
  async () => {
    expect(document).toBeDefined();
    await expectNoEscape("museum.yaml", document);
  },
);
