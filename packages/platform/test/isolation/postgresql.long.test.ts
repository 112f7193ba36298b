import { describe } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { testIsolation } from "./suite.ts";

describe.skipIf(findNeed("postgresql") === undefined)("on PostgreSQL", () =>
  testIsolation("PostgreSQL"),
);
