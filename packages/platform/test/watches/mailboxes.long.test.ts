import { describe } from "vitest";
import { testMailboxes } from "./mailboxes/suite.ts";

describe("on PGlite", () => testMailboxes("PGlite", "all"));
