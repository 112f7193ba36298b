import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { unescapeSegment } from "../../../packages/specwright/src/text/pointer.ts";

/** The input of a test of openapi-typescript. */
export interface RecordedInput {
  /** The test's file and title. */
  readonly title: string;
  /** The document: its path, or the document itself. */
  readonly document: string | object;
  /** The folder of a document that was given as an object. */
  readonly folder?: string;
  /** The options, by the names that both tools use. */
  readonly options: Readonly<Record<string, boolean>>;
  /** The names of options that are functions or code, which our command cannot take. */
  readonly unsupported: readonly string[];
}

type Data = Readonly<Record<string, unknown>>;

/**
 * For each function of openapi-typescript, puts its argument into a document. Each function takes one kind of object.
 */
const places: Readonly<Record<string, (given: unknown) => Data>> = {
  "components-object": (given) => ({ components: given }),
  "header-object": (given) => ({ components: { headers: { Given: given } } }),
  "operation-object": (given) => ({ paths: { "/given": { get: given } } }),
  "path-item-object": (given) => ({ paths: { "/given": given } }),
  "paths-object": (given) => ({ paths: given }),
  "paths-enum": (given) => ({ paths: given }),
  "request-body-object": (given) => ({ components: { requestBodies: { Given: given } } }),
  "response-object": (given) => ({ components: { responses: { Given: given } } }),
  "schema-object": (given) => ({ components: { schemas: { Given: given } } }),
  "webhooks-object": (given) => ({ webhooks: given }),
};

/**
 * Wraps a function of openapi-typescript. The wrapper also records each argument, as a whole document.
 *
 * @param kind the name of its module, or `index` for a function that takes documents
 * @param folder where a file is written for each call
 */
export function wrapToRecord<T extends (given: never, options: never) => unknown>(
  kind: string,
  original: T,
  folder: string,
): T {
  const record = (given: unknown, options: Data = {}): unknown => {
    // Functions for a part of a document take a context, whose members are the options of a whole document.
    const context = (options.ctx ?? options) as Data;
    write(folder, { ...recordDocument(kind, given, context), ...recordOptions(kind, context) });
    return original(given as never, options as never);
  };
  // It has the same arguments and result as the original.
  return record as unknown as T;
}

/** Records a call of openapi-typescript's command. */
export function recordCommand(folder: string, args: readonly string[], cwd: string | URL): void {
  const [document = "", ...flags] = args;
  const options = flags.map((flag) => {
    const [name = "", value] = flag.replace(/^--/, "").split("=");
    return [name.replaceAll(/-(\w)/g, (_, c: string) => c.toUpperCase()), value !== "false"];
  });
  const base = typeof cwd === "string" ? cwd : fileURLToPath(cwd);
  write(folder, {
    document: join(base, document),
    options: Object.fromEntries(options),
    unsupported: [],
  });
}

function write(folder: string, input: Omit<RecordedInput, "title">): void {
  const { currentTestName = "", testPath = "" } = expect.getState();
  const title = `${testPath.split("/test/").at(-1)} > ${currentTestName}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ title, ...input }));
}

function recordDocument(
  kind: string,
  given: unknown,
  context: Data,
): Pick<RecordedInput, "document"> {
  const place = places[kind];
  if (place === undefined) {
    const folder = context.cwd === undefined ? {} : { folder: fileURLToPath(String(context.cwd)) };
    return { document: given instanceof URL ? fileURLToPath(given) : (given as object), ...folder };
  }
  // openapi-typescript ignores the version, but `nullable` has a meaning only in 3.0.
  const openapi = JSON.stringify(given).includes('"nullable"') ? "3.0.3" : "3.1.0";
  const document = { openapi, info: { title: "given", version: "1" }, paths: {}, ...place(given) };
  const whole = structuredClone(document);
  addReferences(whole, whole, (reference) => {
    const resolve = context.resolve as ((reference: string) => unknown) | undefined;
    const [, , kind = ""] = reference.split("/");
    return resolve?.(reference) ?? stubs[kind] ?? {};
  });
  return { document: whole };
}

/** The targets of references that a test leaves out: empty objects of the right kind. */
const stubs: Readonly<Record<string, unknown>> = {
  responses: { description: "" },
  headers: { schema: {} },
  requestBodies: { content: {} },
};

/** Adds the targets of references to the document. The tests have them in a function, or not at all. */
function addReferences(
  value: unknown,
  root: object,
  resolve: (reference: string) => unknown,
): void {
  if (typeof value !== "object" || value === null) {
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === "$ref" && typeof member === "string" && member.startsWith("#/")) {
      const found = structuredClone(resolve(member));
      if (put(root, member, found)) {
        addReferences(found, root, resolve);
      }
    }
    addReferences(member, root, resolve);
  }
}

/** False when the file already exists. */
function put(root: object, reference: string, value: unknown): boolean {
  const names = reference.slice(2).split("/");
  const last = names.pop() ?? "";
  let holder = root as Record<string, unknown>;
  for (const name of names.map(unescapeSegment)) {
    holder[name] ??= {};
    holder = holder[name] as Record<string, unknown>;
  }
  if (holder[unescapeSegment(last)] !== undefined) {
    return false;
  }
  holder[unescapeSegment(last)] = value;
  return true;
}

/** Members of a context that are not options. */
const notOptions = [
  "silent",
  "redoc",
  "redocly",
  "resolve",
  "discriminators",
  "injectFooter",
  "cwd",
];

function recordOptions(
  kind: string,
  context: Data,
): Pick<RecordedInput, "options" | "unsupported"> {
  const given = Object.entries(context).filter(
    ([name, value]) => value !== undefined && !notOptions.includes(name),
  );
  const flags = given.filter(([, value]) => typeof value === "boolean");
  const enums = kind === "paths-enum" ? [["makePathsEnum", true]] : [];
  return {
    options: Object.fromEntries([...flags, ...enums]),
    unsupported: given
      .filter(([, value]) => ["function", "string"].includes(typeof value))
      .map(([name]) => name),
  };
}
