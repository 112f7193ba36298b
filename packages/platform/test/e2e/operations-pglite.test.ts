import { describe } from "vitest";
import { testOperations } from "./suites/operations.ts";

describe("on PGlite", () => testOperations("PGlite"));
