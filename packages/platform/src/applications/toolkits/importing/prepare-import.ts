import { hash } from "node:crypto";
import { isObject } from "@specwright/runtime/v1/values";
import {
  type Diagnostic,
  DiagnosticError,
  findSlowPatterns,
  loadModel,
  type Model,
  type Operation,
} from "specwright";
import { buildToolSlug } from "../build/tool-slug.ts";
import { describeProblem, guesses, readRoot, useGivenText } from "../documents/read-document.ts";
import { cutTexts } from "./cut-texts.ts";
import { declareSecurity } from "./declare-security.ts";
import { deriveAuth } from "./derive-auth.ts";
import {
  describePattern,
  type EditedDocument,
  findOperation,
  isEditable,
  removeOperation,
} from "./document-edits.ts";
import type { ImportLoss, ImportReport, ImportWish } from "./import-types.ts";
import { identifyOperation, nameOperations } from "./naming/name-operations.ts";
import {
  findServerProblem,
  listLossesOfServers,
  listUnusedParts,
  listVariables,
} from "./unused-parts.ts";

/** A toolkit document made from any OpenAPI document, or the reasons why that is impossible. */
export type PreparedImport =
  | {
      readonly text: Uint8Array;
      readonly report: ImportReport;
      /** The given document, with the server that the import names. It is kept, and prepared again by later versions. */
      readonly source: string | Uint8Array;
      /** What identifies each operation (`identifyOperation`), by the slug of its tool. */
      readonly identities: ReadonlyMap<string, string>;
      readonly problems?: undefined;
    }
  | { readonly problems: readonly Diagnostic[]; readonly text?: undefined };

/**
 * Makes a toolkit document from any OpenAPI document. It writes `x-platform-toolkit` and removes parts that a toolkit
 * may not have. For example, an operation with a parameter that lacks `in` is left out, and the rest of the document
 * becomes tools.
 *
 * @param path a name for messages that ends in `.json` or `.yaml`
 */
export function prepareImport(
  path: string,
  text: string | Uint8Array,
  wish: ImportWish,
): PreparedImport {
  let loaded: ReturnType<typeof loadModel>;
  try {
    loaded = loadModel(path, useGivenText(path, text));
  } catch (error) {
    if (error instanceof DiagnosticError) {
      // The packages with which specwright converts documents of Swagger are not part of the service.
      const isSwagger = error.diagnostics.some(({ code }) => code === "missing-tool");
      return { problems: isSwagger ? [refuseSwagger(path)] : countOutside(error.diagnostics) };
    }
    throw error;
  }
  const { root } = readRoot(path, text);
  if (root.openapi === undefined) {
    return { problems: [refuseSwagger(path)] };
  }
  const { diagnostics } = loaded;
  const written = withServer(loaded.model, wish.baseUrl);
  const fatal = diagnostics.filter(({ code }) => forbidden.has(code));
  if (fatal.length > 0) {
    return { problems: fatal.map((each) => ({ ...each, severity: "error" })) };
  }
  if (written.operations.length > maximumOperations) {
    const message = `The document has ${written.operations.length} operations, but a toolkit may have at most ${maximumOperations}.`;
    return {
      problems: [
        describeProblem(
          path,
          "/paths",
          message,
          "Import the parts that you need as toolkits of their own.",
        ),
      ],
    };
  }
  const document: EditedDocument = { ...root };
  const ofServers = listLossesOfServers(document, written);
  if (wish.baseUrl !== undefined) {
    document.servers = [{ url: wish.baseUrl }];
  }
  const source = wish.baseUrl === undefined ? text : Buffer.from(JSON.stringify(document));
  const { model, notes: ofSecurity } = declareSecurity(document, written);
  const noServer = findServerProblem(path, model);
  if (noServer !== undefined) {
    return { problems: [noServer] };
  }
  const cuts = cutTexts(document);
  const skipped = new Map<string, ImportLoss>();
  const notes: ImportLoss[] = [];
  const skip = ([operationPath, method]: readonly [string, string], reason: string): void => {
    const place = `${method.toUpperCase()} ${operationPath}`;
    if (!skipped.has(place)) {
      skipped.set(place, { place, reason });
      removeOperation(document, operationPath, method);
    }
  };
  for (const { code, pointer = "", message } of diagnostics) {
    const operation = findOperation(pointer);
    if (guesses.has(code) && operation !== undefined) {
      skip(operation, message);
    } else {
      notes.push({ place: pointer, reason: message });
    }
  }
  for (const { pointer = "", message } of findSlowPatterns(model)) {
    describePattern(document, pointer);
    notes.push({ place: pointer, reason: `${message} It is part of the description instead.` });
  }
  const { named, identities } = writeNames(document, model, wish);
  const kept = named.filter(({ path, method }) => !skipped.has(`${method.toUpperCase()} ${path}`));
  const { losses, problems } = writeToolkit(document, { ...model, operations: kept }, wish);
  if (problems.length > 0) {
    return { problems };
  }
  // One by one: there may be more than a call can have arguments.
  for (const loss of [
    ...listVariables(model),
    ...ofServers,
    ...ofSecurity,
    ...listUnusedParts(document, model),
    ...losses,
    ...cuts,
  ]) {
    notes.push(loss);
  }
  return {
    text: Buffer.from(JSON.stringify(document)),
    source,
    identities,
    report: { skippedOperations: [...skipped.values()], notes },
  };
}

function withServer(model: Model, url: string | undefined): Model {
  return url === undefined ? model : { ...model, servers: [{ url, variables: new Map() }] };
}

/** The parts of a document are edited in its own text, so a converted one would need a second way. */
function refuseSwagger(path: string): Diagnostic {
  const message = "This is a document of Swagger 2.0, and the service imports OpenAPI 3.";
  const fix = "Convert it first: `npx specwright shape <document> -o openapi.yaml`.";
  return describeProblem(path, "/swagger", message, fix);
}

/** A document of many files has hundreds of references to them. The first one stands for all. */
function countOutside(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const outside = problems.filter(({ code }) => code === "reference-outside");
  const [first, ...more] = outside;
  if (first === undefined || more.length === 0) {
    return problems;
  }
  const message = `${first.message} The document has ${more.length} more ${more.length === 1 ? "reference" : "references"} to other files.`;
  return [{ ...first, message }, ...problems.filter(({ code }) => code !== "reference-outside")];
}

/** The largest document that we know (Microsoft Graph's) has 16,000. */
const maximumOperations = 20_000;

/**
 * Guesses that concern the whole document: a reference to another file, or YAML that parsers understand differently.
 */
const forbidden: ReadonlySet<string> = new Set([
  "loose-yaml",
  "reference-past-file",
  "reference-past-root",
]);

/**
 * Writes the names of operations into the document. An operation or a path item may be at several places of it, by an
 * alias of YAML, so each gets a copy.
 *
 * @returns the operations with their names, and what identifies each, by the slug of its tool
 */
function writeNames(
  document: EditedDocument,
  { operations }: Model,
  { slug: toolkitSlug, names: earlier = new Map() }: ImportWish,
): { readonly named: readonly Operation[]; readonly identities: ReadonlyMap<string, string> } {
  const paths = isEditable(document.paths) ? document.paths : {};
  for (const [path, item] of Object.entries(paths)) {
    paths[path] = isObject(item) ? { ...item } : item;
  }
  const found = operations.filter(({ path, method }) =>
    isObject(findEditable(paths, path)[method]),
  );
  const kept = listTexts(document["x-platform-toolkit"]);
  const ids = nameOperations(found, { toolkitSlug, earlier, kept });
  const identities = new Map<string, string>();
  const named = found.map((each, index) => {
    const operationId = ids[index] ?? "";
    const item = findEditable(paths, each.path);
    item[each.method] = { ...findEditable(item, each.method), operationId };
    identities.set(buildToolSlug(toolkitSlug, operationId), identifyOperation(each));
    return { ...each, operationId };
  });
  return { named, identities };
}

function findEditable(value: EditedDocument, name: string): EditedDocument {
  const member = value[name];
  return isEditable(member) ? member : {};
}

/** All texts in a value: the `operationId`s that a toolkit's own settings name are among them. */
function listTexts(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === "string") {
      texts.add(inner);
    }
    return inner;
  });
  return texts;
}

/**
 * Writes `x-platform-toolkit`. If the document already has it, its members stay, except those that the request sets.
 */
function writeToolkit(
  document: EditedDocument,
  { components, operations }: Model,
  { slug, authSchemes }: ImportWish,
): { readonly losses: readonly ImportLoss[]; readonly problems: readonly Diagnostic[] } {
  const written = document["x-platform-toolkit"];
  const own = isObject(written) ? written : {};
  const { auth, losses } = deriveAuth(components.securitySchemes, operations);
  const offered = Array.isArray(own.auth) ? own.auth : auth;
  const modes = offered.map((each) => (isObject(each) ? each.mode : undefined));
  const missing = (authSchemes ?? []).filter((mode) => mode !== "NO_AUTH" && !modes.includes(mode));
  const isWanted = (mode: unknown): boolean =>
    authSchemes === undefined || authSchemes.some((each) => each === mode);
  document["x-platform-toolkit"] = {
    ...own,
    slug,
    legacy_id: toUuid(slug),
    // The rows of the toolkit's versions hold the real time.
    created_at: unknownTime,
    updated_at: unknownTime,
    auth: offered.filter((each) => isObject(each) && isWanted(each.mode)),
  };
  const { info } = document;
  document.info = { ...(isObject(info) ? info : {}), version: anyVersion };
  return {
    losses: Array.isArray(own.auth) ? [] : losses,
    problems: missing.map((mode) =>
      describeProblem(
        "",
        "/components/securitySchemes",
        `No security scheme of the document can be offered as ${mode}.`,
        "Add one, or leave it out of `auth_schemes`.",
      ),
    ),
  };
}

const unknownTime = "1970-01-01T00:00:00.000Z";

/** The toolkit gets its version when it is stored. */
const anyVersion = "19700101_00";

/** A UUID of version 8 (RFC 9562, section 5.8) that is computed from a string. */
function toUuid(text: string): string {
  const digits = hash("sha256", text, "hex");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
