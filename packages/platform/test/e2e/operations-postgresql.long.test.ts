import { describe } from "vitest";
import { need } from "../../../../test/support/needs.ts";
import { testOperations } from "./suites/operations.ts";

describe.skipIf(need("postgresql") === undefined)("on PostgreSQL", () =>
  testOperations("PostgreSQL"),
);
