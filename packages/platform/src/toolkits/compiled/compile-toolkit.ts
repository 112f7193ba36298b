import { serialize } from "node:v8";
import type { Diagnostic } from "specwright";
import { buildToolkit } from "../build/build-toolkit.ts";
import { readToolkitDocument, type ToolkitDocument } from "../documents/read-document.ts";
import type { ImportWish } from "../importing/import-types.ts";
import { prepareImport } from "../importing/prepare-import.ts";
import type { ToolDefinition, ToolOutline } from "../types/tool-types.ts";
import type {
  Compilation,
  CompiledExecution,
  CompiledOutline,
  CompiledTool,
} from "./compiled-toolkit.ts";
import { compress, packDocument } from "./packed-document.ts";

/** A document to compile. */
export interface CompileInput {
  /** The path of the document. When its text is given, the path is only used in messages. */
  readonly path: string;
  /** As bytes (UTF-8) it moves to another thread without a copy. */
  readonly text?: string | Uint8Array;
  /**
   * The modes for which this deployment holds credentials; undefined for a project's own document, which never gets
   * them.
   */
  readonly managedModes?: readonly string[];
  /** The settings of an import. The document may then be any OpenAPI document. */
  readonly wish?: ImportWish;
}

/** Descriptions can have 30,000 characters. Searches use the beginning, which is kept in memory for each tool. */
const searchedCharacters = 600;

/** The place is not known yet: see `CompiledOutline`. */
const nowhere = { baseUrl: "", versions: [], listVersionsOfTool: (): readonly string[] => [] };

/**
 * Compiles a toolkit document: reads it, builds its toolkit and splits it into an outline, which is kept in memory,
 * and tools, which are read later. It blocks its thread for long: 3 s for 1,223 operations in 13 MB.
 */
export function compileToolkit({ path, text, managedModes, wish }: CompileInput): Compilation {
  if (wish === undefined || text === undefined) {
    return compileDocument({ path, ...(text === undefined ? {} : { text }), managedModes });
  }
  const prepared = prepareImport(path, text, wish);
  if (prepared.problems !== undefined) {
    return { errors: prepared.problems.filter(isError).map(formatErrorLine) };
  }
  const name = "document.json";
  const compilation = compileDocument({ path: name, text: prepared.text, isImport: true });
  return { ...compilation, report: prepared.report, document: packDocument(text) };
}

function compileDocument(input: {
  readonly path: string;
  readonly text?: string | Uint8Array;
  readonly managedModes?: readonly string[] | undefined;
  readonly isImport?: boolean;
}): Compilation {
  const { path, text, managedModes, isImport = false } = input;
  const { document, problems } = readToolkitDocument(path, text, isImport);
  const errors = problems.filter(isError).map(formatErrorLine);
  if (document === undefined) {
    return { errors };
  }
  const built = buildToolkit(document, { ...nowhere, managedModes: managedModes ?? [] });
  // In an import an unknown scope is not an error: the application may not ask for the scope either.
  const refused = isImport
    ? built.problems.filter(({ code }) => code !== "unknown-scope")
    : built.problems;
  errors.push(...refused.filter(isError).map(formatErrorLine));
  const server = built.toolkit.record.base_url;
  return errors.length > 0
    ? { errors }
    : { errors, server, compiled: pack(document, built, managedModes) };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** A problem as one line, such as `document:12:7 /paths/~1items/get: operationId is missing`. */
function formatErrorLine({ line, column, pointer, message, fix }: Diagnostic): string {
  const place = line === undefined ? "document" : `document:${line}:${column ?? 1}`;
  return `${place}${pointer === undefined || pointer === "" ? "" : ` ${pointer}`}: ${message} ${fix}`;
}

function pack(
  { format }: ToolkitDocument,
  { toolkit, tools }: ReturnType<typeof buildToolkit>,
  managedModes: readonly string[] | undefined,
): NonNullable<Compilation["compiled"]> {
  const { tools: _, ...rest } = toolkit;
  const isOwn = managedModes === undefined;
  const outline: CompiledOutline = {
    toolkit: {
      ...rest,
      // Only the installation's toolkits may use the deployment's credentials.
      authSchemes: rest.authSchemes.map((scheme) =>
        isOwn ? { ...scheme, mayBeManaged: false } : scheme,
      ),
    },
    tools: shareOutlineLists([...tools.values()]),
  };
  return {
    slug: format.slug,
    outline: compress(serialize(outline)),
    tools: [...tools.values()].map(packTool),
  };
}

/** Lets outlines with equal lists share one list: most tools of a toolkit have the same tags and scopes as others. */
function shareOutlineLists(tools: readonly ToolDefinition[]): readonly ToolOutline[] {
  const known = new Map<string, string[]>();
  const shareList = (list: string[]): string[] => {
    const key = JSON.stringify(list);
    const one = known.get(key) ?? list;
    known.set(key, one);
    return one;
  };
  const toolkitOf = new Map<string, ToolOutline["record"]["toolkit"]>();
  return tools.map(({ slug, path, record, recordLength, searchPhrases }) => {
    const { name, description, tags, scopes, is_deprecated, toolkit } = record;
    const owner = toolkitOf.get(toolkit.slug) ?? { slug: toolkit.slug, name: toolkit.name };
    toolkitOf.set(toolkit.slug, owner);
    return {
      slug,
      path,
      recordLength,
      searchPhrases,
      record: {
        name,
        description: description.slice(0, searchedCharacters),
        tags: shareList(tags),
        scopes: shareList(scopes),
        is_deprecated,
        toolkit: owner,
      },
    };
  });
}

function packTool({ slug, record, operation, inputs, body, rules }: ToolDefinition): CompiledTool {
  const execution: CompiledExecution = {
    // Executions do not use callbacks or links.
    operation: { ...operation, callbacks: [] },
    inputs,
    rules,
    ...(body === undefined ? {} : { body }),
  };
  return {
    slug,
    record: compress(Buffer.from(JSON.stringify(record))),
    execution: compress(serialize(execution)),
  };
}
