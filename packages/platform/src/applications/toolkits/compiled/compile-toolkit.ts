import { serialize } from "node:v8";
import type { Diagnostic } from "specwright";
import { cutText } from "../../../base/sharing/cut-text.ts";
import { buildToolkit } from "../build/build-toolkit.ts";
import { readToolkitDocument, type ToolkitDocument } from "../documents/read-document.ts";
import type { ImportWish } from "../importing/import-types.ts";
import { type LimitedTools, largestTool, limitTools } from "../importing/limit-tools.ts";
import { identifyOperation } from "../importing/naming/name-operations.ts";
import { prepareImport } from "../importing/prepare-import.ts";
import type { ToolkitDefinition } from "../types/catalog-types.ts";
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
    return compileDocument({ path, text, managedModes });
  }
  const prepared = prepareImport(path, text, wish);
  if (prepared.problems !== undefined) {
    return { errors: prepared.problems.filter(isError).map(formatErrorLine) };
  }
  const name = "document.json";
  const { limits, ...compilation } = compileDocument({
    path: name,
    text: prepared.text,
    identities: prepared.identities,
  });
  const { skippedOperations, notes } = prepared.report;
  const report = {
    skippedOperations: [...skippedOperations, ...(limits?.skippedOperations ?? [])],
    notes: [...notes, ...(limits?.notes ?? [])],
  };
  return { ...compilation, report, document: packDocument(prepared.source) };
}

interface CompileDocument {
  readonly path: string;
  readonly text?: string | Uint8Array | undefined;
  readonly managedModes?: readonly string[] | undefined;
  /** What identifies the operations of an import, by the slugs of their tools. */
  readonly identities?: ReadonlyMap<string, string>;
}

function compileDocument(input: CompileDocument): Compilation & { readonly limits?: LimitedTools } {
  const { path, text, managedModes, identities } = input;
  const isImport = identities !== undefined;
  const { document, problems } = readToolkitDocument(path, text, isImport);
  const errors = problems.filter(isError).map(formatErrorLine);
  if (document === undefined) {
    return { errors };
  }
  const whole = buildToolkit(document, { ...nowhere, managedModes: managedModes ?? [] });
  const limits = isImport ? limitTools(whole.tools) : undefined;
  const built = limits === undefined ? whole : keepTools(whole, limits.tools);
  // In an import an unknown scope is not an error: the application may not ask for the scope either.
  const refused = isImport
    ? built.problems.filter(({ code }) => code !== "unknown-scope")
    : built.problems;
  for (const problem of refused.filter(isError)) {
    errors.push(formatErrorLine(problem));
  }
  errors.push(...(isImport ? findLargeRecords(built.toolkit) : []));
  const server = built.toolkit.record.base_url;
  return errors.length > 0
    ? { errors }
    : { errors, server, compiled: pack(document, built, input), ...(limits && { limits }) };
}

/** The toolkit with those of its tools that are small enough. */
function keepTools(
  built: ReturnType<typeof buildToolkit>,
  tools: ReadonlyMap<string, ToolDefinition>,
): ReturnType<typeof buildToolkit> {
  const { record } = built.toolkit;
  const meta = { ...record.meta, tools_count: tools.size };
  return { ...built, tools, toolkit: { ...built.toolkit, record: { ...record, meta } } };
}

/** Texts of the toolkit and of its trigger types are written for the platform, so a long one is a mistake. */
function findLargeRecords({ record, triggers }: ToolkitDefinition): readonly string[] {
  const parts: readonly (readonly [string, unknown])[] = [
    ["The toolkit", record],
    ...[...triggers.values()].map(({ slug, record: each }) => [`\`${slug}\``, each] as const),
  ];
  return parts.flatMap(([name, part]) => {
    const bytes = Buffer.byteLength(JSON.stringify(part));
    return bytes > largestTool
      ? [
          `document: ${name} takes ${bytes} bytes without its tools, and may take ${largestTool}. Shorten its texts.`,
        ]
      : [];
  });
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
  { managedModes, identities }: Pick<CompileDocument, "managedModes" | "identities">,
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
    tools: [...tools.values()].map((tool) => ({
      ...packTool(tool),
      identity: identities?.get(tool.slug) ?? identifyOperation(tool.operation),
    })),
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
  return tools.map((tool) => {
    const { slug, path, record, recordLength, takesFiles, searchPhrases, derived } = tool;
    const { name, description, tags, scopes, is_deprecated, toolkit } = record;
    const owner = toolkitOf.get(toolkit.slug) ?? { slug: toolkit.slug, name: toolkit.name };
    toolkitOf.set(toolkit.slug, owner);
    return {
      slug,
      path,
      recordLength,
      takesFiles,
      searchPhrases,
      ...(derived && { derived }),
      record: {
        name,
        description: cutText(description, searchedCharacters),
        tags: shareList(tags),
        scopes: shareList(scopes),
        is_deprecated,
        toolkit: owner,
      },
    };
  });
}

function packTool({
  slug,
  record,
  operation,
  inputs,
  body,
  rules,
}: ToolDefinition): Omit<CompiledTool, "identity"> {
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
