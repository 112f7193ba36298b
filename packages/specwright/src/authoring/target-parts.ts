// Everything outside their folders that the built-in targets import. Ejected targets import it from here, as
// `specwright/target-parts`. It belongs to this version of specwright, unlike `specwright/target`, which is a contract.
// `eject.test.ts` fails when an export is missing.

export { dropUndefined, pick } from "../defined.ts";
export { createDiagnosticError, type Diagnostic } from "../diagnostic.ts";
export { collectAppliedInPlace, visitApplied } from "../document/model/applied-parts.ts";
export { followSchemaReferences } from "../document/model/behind-references.ts";
export { buildImpliedParameters } from "../document/model/build/operations/implied-parameters.ts";
export { isMisspelt } from "../document/model/build/schemas/schema-keywords.ts";
export { listConjuncts } from "../document/model/conjuncts.ts";
export { collectKeptOutNames, isKeptOut } from "../document/model/directions/kept-out.ts";
export { splitDirections } from "../document/model/directions/split-directions.ts";
export { listAllowedValues } from "../document/model/facts/allowed-values.ts";
export { commonTypes } from "../document/model/facts/common-types.ts";
export { areDisjoint, countsAlternatives, findTag } from "../document/model/facts/disjoint.ts";
export {
  createEnvironments,
  type Environment,
  type Environments,
  emptyEnvironment,
  resolveDynamic,
} from "../document/model/facts/dynamic-scope/environment.ts";
export { listReferences, visitPlaces } from "../document/model/facts/dynamic-scope/references.ts";
export {
  findMembers,
  listItemSchemas,
  listMembers,
  mayBeList,
} from "../document/model/facts/find-members.ts";
export { isSafe } from "../document/model/facts/is-safe.ts";
export {
  hasAssertions,
  hasCombinations,
  hasKeywords,
  isInheritedName,
  isPlainReference,
  type KeywordType,
  keywordsOf,
  keywordTypes,
} from "../document/model/facts/keywords.ts";
export { findAlternativeValues, findListedValues } from "../document/model/facts/listed-values.ts";
export {
  anyType,
  findPossibleTypes,
  getTypeBit,
  typeBits,
} from "../document/model/facts/possible-types.ts";
export { refines } from "../document/model/facts/refines.ts";
export { findStepBounds } from "../document/model/facts/step-bounds.ts";
export { refusesUnknownKeys } from "../document/model/facts/unknown-keys.ts";
export { writtenValues } from "../document/model/facts/written-values.ts";
export { listMappedValues } from "../document/model/mapped-values.ts";
export type {
  Discriminator,
  Header,
  JsonType,
  Link,
  Location,
  MediaType,
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
  SecurityScheme,
  Tag,
  Use,
} from "../document/model/model.ts";
export { type OutlineEntry, outlineSchema } from "../document/model/outline.ts";
export {
  buildSentPath,
  listNamesInBraces,
  listNamesInPath,
  splitPathKey,
} from "../document/model/path-key.ts";
export { findReachableSchemas } from "../document/model/reachable-schemas.ts";
export type { SchemaDraft } from "../document/model/schema-values.ts";
export { findSentSecurity } from "../document/model/sent-security.ts";
export { fillServerAddress, findBaseAddress } from "../document/model/server-address.ts";
export { visitSubschemas } from "../document/model/subschemas.ts";
export {
  acceptChoices,
  chooseAccept,
  isBodyless,
  listUsualChoices,
  readContent,
} from "../emit/client/answers.ts";
export {
  choosesContentType,
  findIdempotencyKey,
  isInputOptional,
  layOutInput,
  type PlacedParameter,
} from "../emit/client/input-layout.ts";
export { isFollowed } from "../emit/client/pages/find-pagination.ts";
export {
  type ClientModulePlan,
  type ClientOperationPlan,
  type ClientPlan,
  planClient,
} from "../emit/client/plan.ts";
export { getSchemePlace, listSentAlternatives } from "../emit/client/security/plan-security.ts";
export {
  printPagination,
  printStringList,
  putPreferredFirst,
} from "../emit/client/source/operation-source.ts";
export { nameQueryEncoder } from "../emit/client/source/request-encoders.ts";
export {
  createEmitter,
  defineTarget,
  runtimePackage,
  type Target,
  type TargetCode,
  type TargetContext,
  zodPackage,
} from "../emit/define-target.ts";
export { findMismatch, type Judge } from "../emit/mismatches/find-mismatch.ts";
export {
  admitsNumbers,
  findNumberFormat,
  fitsFormat,
  isNumberFormat,
} from "../emit/number-format.ts";
export {
  type ContentNames,
  createContentNames,
  nameContent,
} from "../emit/shared/bodies/content-names.ts";
export {
  collectSharedHeaders,
  type DocumentedHeader,
  listAllHeaders,
} from "../emit/shared/bodies/documented-headers.ts";
export {
  findBrackets,
  listStyledFields,
  readFieldStyle,
} from "../emit/shared/bodies/form-fields.ts";
export { collectProperties } from "../emit/shared/bodies/map-properties.ts";
export {
  chooseMediaType,
  classifyMediaType,
  getMediaEssence,
  listMatchableTypes,
} from "../emit/shared/bodies/media-kind.ts";
export {
  dropFileParts,
  listMultipartParts,
  type MultipartPart,
} from "../emit/shared/bodies/multipart-parts.ts";
export {
  decideRequiredHeaders,
  type IsRequiredHeader,
} from "../emit/shared/bodies/required-headers.ts";
export { describeStreamItem, findStreamFormat } from "../emit/shared/bodies/stream-item.ts";
export { listSuccesses } from "../emit/shared/bodies/successes.ts";
export { escapePath } from "../emit/shared/escape/path.ts";
export { escapePropertyKey } from "../emit/shared/escape/property-key.ts";
export { escapeRegExp } from "../emit/shared/escape/regexp.ts";
export { escapeString } from "../emit/shared/escape/string.ts";
export { escapeTemplate } from "../emit/shared/escape/template.ts";
export {
  describeOperation,
  describeRenamings,
  type NamedThing,
  type Renaming,
} from "../emit/shared/names/describe-renamings.ts";
export { getMethodName } from "../emit/shared/names/get-method-name.ts";
export { chooseGroup, groupOperations } from "../emit/shared/names/group-operations.ts";
export { createNames, type Names } from "../emit/shared/names/names.ts";
export { describeParameter } from "../emit/shared/parameters/describe-parameter.ts";
export {
  repeatsItemsWithCommas,
  splitsEncodedCommas,
} from "../emit/shared/parameters/encoded-commas.ts";
export { describeOtherFields, listFormFields } from "../emit/shared/parameters/form-definitions.ts";
export { mayBe } from "../emit/shared/parameters/may-be.ts";
export { readParameterStyle } from "../emit/shared/parameters/parameter-style.ts";
export {
  listTextLosses,
  type TextLoss,
  type TextPlace,
} from "../emit/shared/parameters/reading/text-losses.ts";
export {
  foldParameterType,
  foldValueType,
  uniteValueTypes,
} from "../emit/shared/parameters/value-type.ts";
export { type DocText, renderDocComment } from "../emit/shared/print/doc-comment.ts";
export {
  groupStatuses,
  printSameFor,
  printStatuses,
  type StatusGroup,
} from "../emit/shared/print/group-statuses.ts";
export { renderHeader } from "../emit/shared/print/header.ts";
export {
  fits,
  fitsJoined,
  indentDeeper,
  printArrayLiteral,
  printCall,
  printObjectLine,
  printObjectLiteral,
  printObjectType,
} from "../emit/shared/print/layout.ts";
export { printLiteral } from "../emit/shared/print/literal.ts";
export { nameList } from "../emit/shared/print/name-list.ts";
export { fitsAfter, printList } from "../emit/shared/print/print-list.ts";
export { writeSchemaDoc } from "../emit/shared/print/schema-doc-text.ts";
export { printAnswerStatus } from "../emit/shared/typescript/answer-status.ts";
export { findCircles } from "../emit/shared/typescript/circles/find-circles.ts";
export { patchSchema } from "../emit/shared/typescript/discriminators/patch-schema.ts";
export { printHeaderMembers, printHeadersType } from "../emit/shared/typescript/headers-type.ts";
export { nameEnumMembers } from "../emit/shared/typescript/names/enum-names.ts";
export {
  type ImportedSchemas,
  importSchemas,
  listImportedTypes,
} from "../emit/shared/typescript/names/imported-schemas.ts";
export { nameSchemaTypes } from "../emit/shared/typescript/names/schema-names.ts";
export {
  commonMethods,
  findOperationKey,
  indexOperation,
  isAdditional,
  isEmitted,
} from "../emit/shared/typescript/places/emitted-operation.ts";
export {
  indexStatus,
  placeOperation,
  placeRequestBody,
  placeResponse,
} from "../emit/shared/typescript/places/emitted-place.ts";
export { type EnumMember, listConstMembers } from "../emit/shared/typescript/schema/type-enum.ts";
export { printTypeExpression } from "../emit/shared/typescript/schema/type-expression.ts";
export { printTypeLiteral } from "../emit/shared/typescript/schema/type-literal.ts";
export {
  buildSchemaPath,
  printComponentReference,
} from "../emit/shared/typescript/schema/type-reference.ts";
export { printSchemaType } from "../emit/shared/typescript/schema-type.ts";
export { planSchemaUnit, type SchemaUnit } from "../emit/shared/typescript/schema-unit.ts";
export { printStreamItemType } from "../emit/shared/typescript/stream-item-type.ts";
export {
  collectUses,
  createTypeContext,
  helperNames,
  type PrintedText,
  printExportedTypeHelpers,
  printTypeHelpers,
  type TypeContext,
  type TypePlace,
  use,
  useAll,
  useIndex,
} from "../emit/shared/typescript/type-context.ts";
export {
  collectTypeFacts,
  prepareFacts,
  type TypeFacts,
} from "../emit/shared/typescript/type-facts.ts";
export { reserved } from "../emit/shared/typescript/type-hoisted.ts";
export type { GeneratedTypeOptions, TypeOptions } from "../emit/shared/typescript/type-options.ts";
export { createConversions } from "../emit/shared/values/conversions.ts";
export {
  type ConversionSide,
  isExactBody,
  printOperationConversions,
} from "../emit/shared/values/operation-conversions.ts";
export type { ValuePlan } from "../emit/shared/values/plan-values.ts";
export { createHoldsValue } from "../emit/shared/values/value-parts.ts";
export { conversionsType, openValuesModule } from "../emit/shared/values/values-module.ts";
export type { EmitContext, EmitResult, Emitter, NameOperation } from "../emit/target.ts";
export type { OptionsOf } from "../emit/target-options.ts";
export { planTools, type ToolsPlan } from "../emit/tools/plan.ts";
export { printToolFolder } from "../emit/tools/print-folder.ts";
export { buildTypedModel } from "../emit/typed-model.ts";
export { findFirstFree } from "../first-free.ts";
export { groupBy } from "../group-by.ts";
export { isArrayOrObject, isObject } from "../json-object.ts";
export { type LossCode, reportLoss } from "../loss.ts";
export type { OutputFile } from "../output-file.ts";
export { camelCaseUnlessLegal, escapeIdentifier } from "../text/identifier.ts";
export { askDidYouMean } from "../text/nearest.ts";
export { parsePointer } from "../text/pointer.ts";
export type { Render } from "../text/render.ts";
export { isSame } from "../text/same-items.ts";
export { createTestPattern } from "../text/test-pattern.ts";
export { toUpperFirst } from "../text/upper-first.ts";
export { type Kept, printUnit, type Unit } from "../watch/kept-units.ts";
