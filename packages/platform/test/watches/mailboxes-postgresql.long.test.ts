import { describe } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { testMailboxes } from "./mailboxes/suite.ts";

// In a file of its own, because the suite mostly waits: it runs beside that of PGlite.
describe.skipIf(findNeed("postgresql") === undefined)("on PostgreSQL", () =>
  testMailboxes("PostgreSQL", "all"),
);
