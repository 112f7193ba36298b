import { describe } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { testCanaries } from "./suite.ts";

describe.skipIf(findNeed("postgresql") === undefined)("on PostgreSQL", () =>
  testCanaries("PostgreSQL"),
);
