import { describe } from "vitest";
import { testCanaries } from "./suite.ts";

describe("on PGlite", () => testCanaries("PGlite"));
