export { checkInjection, type InjectionOptions } from "./injection/check-injection.ts";
export type { Outcome } from "./injection/judge.ts";
export { describeStructure, type ParseFile, type Parsers } from "./injection/parse-files.ts";
export type { CasesReport, Generate } from "./injection/run-cases.ts";
export type { Syntax, TypeScriptParser } from "./injection/syntax.ts";
