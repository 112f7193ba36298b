import { describe } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { testMailboxes } from "./mailboxes/suite.ts";

describe("on PGlite", () => testMailboxes("PGlite", "all"));

describe.skipIf(findNeed("postgresql") === undefined)("on PostgreSQL", () =>
  testMailboxes("PostgreSQL", "all"),
);
