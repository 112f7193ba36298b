import { describe } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { testTimeLimits } from "./suites/failures/time-limits.ts";
import { testOperations } from "./suites/operations.ts";

describe.skipIf(findNeed("postgresql") === undefined)("on PostgreSQL", () =>
  // The time limits take a minute, which is too long for the suite that runs with every change.
  testOperations("PostgreSQL", (world) => describe("time limits", () => testTimeLimits(world))),
);
