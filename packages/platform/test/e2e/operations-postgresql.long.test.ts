import { describe } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { testOperations } from "./suites/operations.ts";

describe.skipIf(findNeed("postgresql") === undefined)("on PostgreSQL", () =>
  testOperations("PostgreSQL"),
);
