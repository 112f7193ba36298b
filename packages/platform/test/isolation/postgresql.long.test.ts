import { describe } from "vitest";
import { need } from "../../../../test/support/needs.ts";
import { testIsolation } from "./suite.ts";

describe.skipIf(need("postgresql") === undefined)("on PostgreSQL", () =>
  testIsolation("PostgreSQL"),
);
