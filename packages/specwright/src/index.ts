export {
  type DiffOptions,
  type DiffResult,
  diff,
  type LocatedChange,
  type Place,
} from "./commands/diff.ts";
export { type DocsOptions, type DocsResult, docs } from "./commands/docs.ts";
export { type GenerateResult, generate } from "./commands/generate.ts";
export type { GenerateOptions } from "./commands/generate-options.ts";
export { type InitializeOptions, type InitializeResult, initialize } from "./commands/init.ts";
export type { DocumentArgument } from "./commands/load/document-input.ts";
export { type LoadedModel, loadModel } from "./commands/load/load-model.ts";
export {
  type GivenDocument,
  type ReadDocumentOptions,
  readDocument,
} from "./commands/load/read-document.ts";
export { createSession, type Session } from "./commands/load/session.ts";
export { type ScaffoldOptions, type ScaffoldResult, scaffold } from "./commands/scaffold.ts";
export { type ConfiguredApi, readConfiguration } from "./commands/settings/configuration.ts";
export type { LossSettings } from "./commands/settings/losses.ts";
export type { PackageSettings } from "./commands/settings/package.ts";
export { type TargetName, targetNames } from "./commands/settings/targets.ts";
export type { Step } from "./commands/steps/step.ts";
export { type TypesOptions, type TypesResult, types } from "./commands/types.ts";
export { type VerifyOptions, type VerifyResult, verify } from "./commands/verify.ts";
export { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
export type { Change, Severity, Verdict, Verdicts } from "./diff/change.ts";
export type { TypeTransform } from "./emit/typescript/schema/type-transform.ts";
export { findSlowPatterns } from "./emit/validators/find-slow-patterns.ts";
export { commonTypes } from "./model/facts/common-types.ts";
export { writtenValues } from "./model/facts/written-values.ts";
export { methods } from "./model/methods.ts";
export type {
  Callback,
  Components,
  Discriminator,
  Encoding,
  Header,
  Info,
  JsonType,
  Link,
  Location,
  MediaType,
  Method,
  Model,
  Operation,
  Pagination,
  Parameter,
  ParameterLocation,
  ParameterStyle,
  PathItem,
  RequestBody,
  Response,
  Schema,
  SchemaReference,
  SecurityRequirement,
  SecurityScheme,
  Server,
  ServerVariable,
  Tag,
  Use,
} from "./model/model.ts";
export { type ReadPattern, readPattern } from "./pattern/read-pattern.ts";
