export {
  type DiffOptions,
  type DiffResult,
  diff,
  type LocatedChange,
  type Place,
} from "./commands/diff.ts";
export { type DocsOptions, type DocsResult, docs } from "./commands/docs.ts";
export { type EjectOptions, type EjectResult, eject } from "./commands/eject.ts";
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
export type { WorkflowOptions } from "./commands/load/workflows/workflow-options.ts";
export { type ScaffoldOptions, type ScaffoldResult, scaffold } from "./commands/scaffold.ts";
export { type ConfiguredApi, readConfiguration } from "./commands/settings/configuration.ts";
export type { LossSettings } from "./commands/settings/losses.ts";
export type { PackageSettings } from "./commands/settings/package.ts";
export type { TargetName } from "./commands/settings/targets.ts";
export { targetNames } from "./commands/settings/targets.ts";
export { type DiffOverlayOptions, diffOverlay } from "./commands/shaping/diff-overlay.ts";
export { type FixOptions, type FixResult, fix, type LocatedMend } from "./commands/shaping/fix.ts";
export {
  type PaginateOptions,
  type PaginateResult,
  type PaginationProposal,
  type ProposalGroup,
  paginate,
} from "./commands/shaping/paginate.ts";
export type { SavedOverlay, WrittenOverlay } from "./commands/shaping/save-overlay.ts";
export { type ShapeOptions, type ShapeResult, shape } from "./commands/shaping/shape.ts";
export type { Step } from "./commands/steps/step.ts";
export { type TypesOptions, type TypesResult, types } from "./commands/types.ts";
export { type VerifyOptions, type VerifyResult, verify } from "./commands/verify.ts";
export type { Change, Severity, Verdict, Verdicts } from "./compare/change.ts";
export type { CallWitness, CodeWitness, ValueWitness, Witness } from "./compare/witness.ts";
export { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
export { commonTypes } from "./document/model/facts/common-types.ts";
export { writtenValues } from "./document/model/facts/written-values.ts";
export { methods } from "./document/model/methods.ts";
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
} from "./document/model/model.ts";
export type { InputSettings, Selection } from "./document/shape/input-settings.ts";
export type { WrittenAction } from "./document/shape/overlay/list-actions.ts";
export type { ShapeChange, ShapeStep } from "./document/shape/shape-report.ts";
export type { TypeTransform } from "./emit/shared/typescript/schema/type-transform.ts";
export {
  createSchemaWriter,
  type JsonSchema,
  type SchemaDetail,
  type SchemaWriter,
} from "./emit/tools/schemas/write-schema.ts";
export { findSlowPatterns } from "./emit/validators/find-slow-patterns.ts";
export { createSession, type Session } from "./watch/session.ts";
