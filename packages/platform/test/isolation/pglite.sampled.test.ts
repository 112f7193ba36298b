import { describe } from "vitest";
import { testIsolation } from "./suite.ts";

describe("on PGlite", () => testIsolation("PGlite"));
