import { describe } from "vitest";
import { need } from "../../../../test/support/needs.ts";
import { testCanaries } from "./suite.ts";

describe.skipIf(need("postgresql") === undefined)("on PostgreSQL", () =>
  testCanaries("PostgreSQL"),
);
