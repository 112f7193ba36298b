import type { Diagnostic } from "../../../diagnostic.ts";
import { DiagnosticError } from "../../../diagnostic.ts";
import type { SourceDocument } from "../../read/open-document.ts";
import type { Model, PathItem } from "../model.ts";
import { findBaseAddress } from "../server-address.ts";
import { assertVersion } from "./assert-version.ts";
import { buildInfo, buildServers, buildTags } from "./build-info.ts";
import { assumeSecurity, buildSecurity, buildSecuritySchemes } from "./build-security.ts";
import { buildComponents, buildPathItems } from "./components/build-components.ts";
import { componentKinds, createComponentNames } from "./components/component-names.ts";
import { type BuildContext, reportProblem } from "./context/build-context.ts";
import { resolveInPlace } from "./context/build-reference.ts";
import { withoutSpared } from "./context/faulty-files.ts";
import { collectParts, createPartKeeper, type KeptParts } from "./context/kept-parts.ts";
import type { Raw } from "./context/raw.ts";
import { findMember, includeIfDefined, listMemberEntries, readString } from "./context/raw.ts";
import { reportUnknownFields } from "./context/unknown-fields.ts";
import { warnOncePerDocument } from "./once-per-document.ts";
import { buildCallbacks } from "./operations/build-callbacks.ts";
import type { OperationDefaults } from "./operations/build-operation.ts";
import { reportIdenticalPaths } from "./operations/identical-paths.ts";
import { keepPathItem } from "./operations/keep-path-item.ts";
import { createOperationNames } from "./operations/operation-names.ts";

/** The model of a document, and the warnings about it. */
export interface BuiltModel {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
  /** For the model of the document after the next edit. Undefined when nothing is kept. */
  readonly parts: KeptParts | undefined;
}

/** How a model is built. */
export interface BuildModelOptions {
  /** Codes of errors to report as warnings. Empty by default. */
  readonly tolerated?: readonly string[];
  /** True when the document will be built again after an edit. */
  readonly isEdited?: boolean;
  /** The parts of the last model of this document. The model uses what the edit did not reach. */
  readonly last?: KeptParts | undefined;
}

/**
 * Makes the model of a document. Referenced files are read as they are needed.
 *
 * @throws DiagnosticError with every problem of the document when one of them is an error.
 */
export function buildModel(document: SourceDocument, options: BuildModelOptions = {}): BuiltModel {
  const root: Raw = { file: document.root, pointer: "", value: document.root.value };
  const openapi = assertVersion(root);
  const { isEdited, last, tolerated = [] } = options;
  const context: BuildContext = {
    document,
    isLegacy: openapi.startsWith("3.0"),
    problems: [],
    tolerated: new Set(tolerated),
    faulty: { needed: new Set(), spared: new Set() },
    schemas: new Map(),
    open: new Set(),
    ends: new Map(),
    schemaEnds: new Map(),
    references: new Map(),
    pending: [],
    dynamicAnchors: new Map(),
    dialects: new Map(),
    names: createComponentNames(document, componentKinds),
    parts: new Map(),
    keeper: isEdited === true ? createPartKeeper(document, tolerated, last) : undefined,
  };
  const model = buildParts(root, openapi, context);
  const ofReading = withoutSpared(document.problems, context.faulty);
  const diagnostics = [...ofReading, ...warnOncePerDocument(removeRepeated(context.problems))];
  if (diagnostics.some(({ severity }) => severity === "error")) {
    throw new DiagnosticError(diagnostics);
  }
  return { model, diagnostics, parts: collectParts(context) };
}

/** The target of several references is visited several times. Its problems are reported once. */
function removeRepeated(problems: readonly Diagnostic[]): Iterable<Diagnostic> {
  const byPlace = new Map<string, Diagnostic>();
  for (const problem of problems) {
    const { code, file, pointer, message } = problem;
    const key = [code, file, pointer, message].join("\n");
    byPlace.set(key, byPlace.get(key) ?? problem);
  }
  return byPlace.values();
}

/**
 * Builds the parts in the order in which bundling walks a document: the names given to parts of other files depend on
 * that order.
 */
function buildParts(root: Raw, openapi: string, context: BuildContext): Model {
  const components = resolveInPlace(findMember(root, "components"), context);
  reportUnknownFields(root, "document", context);
  reportEmptyDocument(root, context);
  if (components !== undefined) {
    reportUnknownFields(components, "components", context);
  }
  const findRootPart = (name: string): Raw | undefined =>
    components === undefined ? undefined : resolveInPlace(findMember(components, name), context);
  const writtenSchemes = findRootPart("securitySchemes");
  const schemes = buildSecuritySchemes(writtenSchemes, context);
  const security = findMember(root, "security");
  const servers = buildServers(findMember(root, "servers"));
  const defaults: OperationDefaults = {
    baseUrl: findBaseAddress(servers),
    names: createOperationNames(),
    security: security === undefined ? noSecurity : buildSecurity(security, schemes, context),
    schemes,
  };
  const buildRootItems = (name: string, all: OperationDefaults): PathItem[] =>
    buildItems(resolveInPlace(findMember(root, name), context), all, context);
  const paths = buildRootItems("paths", { ...defaults, buildCallbacks });
  reportIdenticalPaths(resolveInPlace(findMember(root, "paths"), context), paths, context);
  const webhooks = buildRootItems("webhooks", defaults);
  const pathItems = buildPathItems(findRootPart("pathItems"), defaults, context);
  const operations = paths.flatMap((item) => item.operations);
  // An operation without `security` has the list of its document itself, and not an equal one.
  const isDecided =
    security !== undefined || operations.some((each) => each.security !== defaults.security);
  return {
    source: context.document.source,
    openapi,
    ...includeIfDefined("self", readString(root, "$self")),
    info: buildInfo(findMember(root, "info"), context),
    servers,
    tags: buildTags(findMember(root, "tags"), context),
    paths,
    webhooks,
    operations,
    components: buildComponents(pathItems, schemes, context),
    ...includeIfDefined(
      "assumedSecurity",
      isDecided ? undefined : assumeSecurity(writtenSchemes, schemes),
    ),
  };
}

/** OpenAPI requires `info`, and one of `paths`, `components` and `webhooks` (OpenAPI 3.1, section 4.8.1). */
function reportEmptyDocument(root: Raw, context: BuildContext): void {
  if (findMember(root, "info") === undefined) {
    reportProblem(context, root, {
      severity: "warning",
      code: "missing-info",
      message: "The document has no `info`, so the API has no name.",
      fix: "Add `info` with a `title` and a `version`.",
    });
  }
  if (["paths", "components", "webhooks"].every((name) => findMember(root, name) === undefined)) {
    reportProblem(context, root, {
      severity: "warning",
      code: "empty-document",
      message:
        "The document has neither `paths` nor `components` nor `webhooks`, so there is nothing to generate.",
      fix: "Describe the operations below `paths`, or check that this is the right file.",
    });
  }
}

function buildItems(
  raw: Raw | undefined,
  defaults: OperationDefaults,
  context: BuildContext,
): PathItem[] {
  return listMemberEntries(raw).flatMap(([path, value]) => {
    const item = path.startsWith("x-") ? undefined : keepPathItem(value, path, defaults, context);
    return item === undefined ? [] : [item];
  });
}

const noSecurity: OperationDefaults["security"] = [];
