import { hash } from "node:crypto";
import { isObject } from "@specwright/runtime/v1/values";
import {
  type Diagnostic,
  DiagnosticError,
  findSlowPatterns,
  loadModel,
  type Model,
} from "specwright";
import { buildToolSlug } from "../build/tool-slug.ts";
import { describeProblem, guesses, readRoot, useGivenText } from "../documents/read-document.ts";
import { deriveAuth } from "./derive-auth.ts";
import {
  describePattern,
  type EditedDocument,
  findOperation,
  isEditable,
  removeOperation,
} from "./document-edits.ts";
import type { ImportLoss, ImportReport, ImportWish } from "./import-types.ts";

/** A toolkit document made from any OpenAPI document, or the reasons why that is impossible. */
export type PreparedImport =
  | { readonly text: Uint8Array; readonly report: ImportReport; readonly problems?: undefined }
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
      return { problems: countOutside(error.diagnostics) };
    }
    throw error;
  }
  const { model, diagnostics } = loaded;
  const fatal = diagnostics.filter(({ code }) => forbidden.has(code));
  if (fatal.length > 0) {
    return { problems: fatal.map((each) => ({ ...each, severity: "error" })) };
  }
  if (model.operations.length > maximumOperations) {
    const message = `The document has ${model.operations.length} operations, but a toolkit may have at most ${maximumOperations}.`;
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
  const document: EditedDocument = { ...readRoot(path, text).root };
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
  nameOperations(document, model, wish.slug, skip);
  const { losses, problems } = writeToolkit(document, model, wish);
  if (problems.length > 0) {
    return { problems };
  }
  notes.push(...losses);
  return {
    text: Buffer.from(JSON.stringify(document)),
    report: { skippedOperations: [...skipped.values()], notes },
  };
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

/** Names operations without an `operationId` by method and path. Operations whose slugs would be equal are left out. */
function nameOperations(
  document: EditedDocument,
  model: Model,
  toolkitSlug: string,
  skip: (operation: readonly [string, string], reason: string) => void,
): void {
  const slugs = new Map<string, string>();
  for (const { path, method, operationId, location } of model.operations) {
    const place = findOperation(location.pointer);
    const item = isObject(document.paths) ? document.paths[path] : undefined;
    const operation = isObject(item) ? item[method] : undefined;
    if (place === undefined || !isEditable(operation)) {
      continue;
    }
    const id = operationId ?? `${method} ${path}`;
    operation.operationId = id;
    const slug = buildToolSlug(toolkitSlug, id);
    const first = slugs.get(slug);
    if (first === undefined) {
      slugs.set(slug, `${method.toUpperCase()} ${path}`);
    } else {
      skip(place, `It would be the tool ${slug}, which ${first} is already.`);
    }
  }
}

/**
 * Writes `x-platform-toolkit`. If the document already has it, its members stay, except those that the request sets.
 */
function writeToolkit(
  document: EditedDocument,
  { components }: Model,
  { slug, authSchemes }: ImportWish,
): { readonly losses: readonly ImportLoss[]; readonly problems: readonly Diagnostic[] } {
  const written = document["x-platform-toolkit"];
  const own = isObject(written) ? written : {};
  const { auth, losses } = deriveAuth(components.securitySchemes);
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
