import { describe, expect, test } from "vitest";
import { findNeed } from "../../test/support/needs.ts";
import { importedUseCases } from "./imported-use-cases.ts";
import { shareWithin } from "./score.ts";
import { searchImports } from "./score-imports.ts";

const corpus = findNeed("corpus");

describe.skipIf(corpus === undefined)(
  "documents of others, alone and beside the shipped toolkits",
  () => {
    test.each(["alone", "beside shipped"] as const)(
      "%s, the right tool is first for 60 % of the requests, and among the first five for 85 %",
      async (company) => {
        const searched = await searchImports(importedUseCases, { folder: corpus ?? "", company });
        expect(searched).toHaveLength(60);
        expect(shareWithin(searched, 1)).toBeGreaterThanOrEqual(0.6);
        expect(shareWithin(searched, 5)).toBeGreaterThanOrEqual(0.85);
      },
      120_000,
    );
  },
);
