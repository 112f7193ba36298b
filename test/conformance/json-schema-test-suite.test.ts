import { testSuite } from "./support/suite-tests.ts";

testSuite();
