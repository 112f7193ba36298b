export type { Diagnostic } from "../diagnostic.ts";
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
} from "../document/model/model.ts";
export type { ClientModulePlan, ClientOperationPlan, ClientPlan } from "../emit/client/plan.ts";
export {
  type Audience,
  defineTarget,
  type ExtendedTarget,
  type ImportedPackage,
  runtimePackage,
  type Target,
  type TargetCode,
  type TargetContext,
  type TargetDefinition,
  type TargetExtension,
  type TargetRow,
  targetContract,
  zodPackage,
} from "../emit/define-target.ts";
export { escapeComment } from "../emit/shared/escape/comment.ts";
export { escapeHtml } from "../emit/shared/escape/html.ts";
export { escapeJson } from "../emit/shared/escape/json.ts";
export { escapeLine } from "../emit/shared/escape/line.ts";
export { escapeMarkdown } from "../emit/shared/escape/markdown.ts";
export { escapePath } from "../emit/shared/escape/path.ts";
export { escapePropertyKey } from "../emit/shared/escape/property-key.ts";
export { escapeRegExp } from "../emit/shared/escape/regexp.ts";
export { escapeString } from "../emit/shared/escape/string.ts";
export { escapeTemplate } from "../emit/shared/escape/template.ts";
export type { NamedThing, Renaming } from "../emit/shared/names/describe-renamings.ts";
export { getMethodName } from "../emit/shared/names/get-method-name.ts";
export { groupOperations, type OperationGroup } from "../emit/shared/names/group-operations.ts";
export { createNames, type Names, type NamesOptions } from "../emit/shared/names/names.ts";
export { type DocText, renderDocComment } from "../emit/shared/print/doc-comment.ts";
export { type Header as FileHeader, renderHeader } from "../emit/shared/print/header.ts";
export {
  indentDeeper,
  printArrayLiteral,
  printCall,
  printObjectLiteral,
} from "../emit/shared/print/layout.ts";
export { printLiteral } from "../emit/shared/print/literal.ts";
export { nameList } from "../emit/shared/print/name-list.ts";
export { sampleSchema } from "../emit/shared/samples/sample-schema.ts";
export { sampleValue } from "../emit/shared/samples/sample-value.ts";
export { createTypePrinter, type TypePrinter } from "../emit/shared/typescript/type-printer.ts";
export type { OptionRow, OptionRows, OptionsOf } from "../emit/target-options.ts";
export { buildTypedModel } from "../emit/typed-model.ts";
export { reportLoss } from "../loss.ts";
export type { OutputFile } from "../output-file.ts";
export { escapeIdentifier } from "../text/identifier.ts";

/**
 * The version of the model that targets read. Members are only added within a version: `docs/guide/targets.md` lists the
 * additions.
 */
export const modelVersion = "specwright/model/v1";
