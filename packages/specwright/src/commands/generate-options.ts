import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { withoutLinks } from "../read/without-links.ts";
import { cacheKey } from "./cache-key.ts";
import { namedDocument } from "./given-document.ts";
import type { LossSettings } from "./loss-settings.ts";
import type { PackageSettings } from "./package-settings.ts";
import {
  commonOptions,
  portableCommand,
  resolveCommonOptions,
  shellWord,
} from "./portable-command.ts";
import type { GivenDocument } from "./read-document.ts";
import { createRunStep, type RunStep } from "./run-step.ts";
import type { Step } from "./step.ts";
import { targetNames } from "./targets.ts";

/** What to generate, and where. Paths are relative to `folder`. */
export interface GenerateOptions {
  /** The root document: its path, or its URL, or `-` for standard input, when `given` has its text. */
  readonly document: string;
  /** The text of a document that is not on the disk: see `readDocument`. */
  readonly given?: GivenDocument | undefined;
  /** The output folder, which then consists of the generated files only. */
  readonly out: string;
  /** What to generate, to which what it imports is added. All targets unless given. */
  readonly targets?: readonly string[];
  /** Compares with what is there and writes nothing. */
  readonly check?: boolean;
  /** A folder with templates that replace ours. */
  readonly templates?: string;
  /** Whether validators assert `format`. They do unless `annotate` is given. */
  readonly formats?: "assert" | "annotate";
  /** Whether types of requests leave out what is `readOnly`, and those of responses what is `writeOnly`. Default: true. */
  readonly readWriteSplit?: boolean;
  /** What validators make of `readOnly` properties in requests: they are accepted unless `refuse` is given. */
  readonly readOnlyInRequests?: "accept" | "refuse";
  /** Headers that are added to answers in one place, such as `x-request-id`. Handlers need not give them. */
  readonly addedHeaders?: readonly string[];
  /** Objects of which nothing is said may have any property in types; unless true they have none there. */
  readonly emptyObjectsUnknown?: boolean;
  /** Whether types require properties with a default even where `required` does not name them. Default: false. */
  readonly defaultNonNullable?: boolean;
  /** Whether parameters that no style can carry, such as an array of objects in the query, are JSON. Default: false. */
  readonly jsonParameters?: boolean;
  /**
   * Whether lists in the query are split at `%2C` even where an item may have a comma; the client then repeats the
   * parameter for such items. Default: false, they are split where no item can have one.
   */
  readonly splitEncodedCommas?: boolean;
  /** The name of the client's function that groups all operations; `createApi` unless given. */
  readonly factory?: string;
  /** Makes each target a publishable package. Without it they are folders of an application. */
  readonly package?: PackageSettings;
  /** Which losses are accepted, and which ones are errors. */
  readonly losses?: LossSettings;
  /** Looks at the document even when nothing changed, so that all that is found is in the result. */
  readonly isExhaustive?: boolean;
  /** Folders outside the document's that references may lead to. */
  readonly allow?: readonly string[];
  /** Copies of documents of the network: the file or folder by the URI that it stands for. */
  readonly remotes?: Readonly<Record<string, string>>;
  /** The API of `redocly.yaml` whose settings these are. Generated packages name it as what writes them again. */
  readonly configured?: string;
  /** The working folder. The process's own unless given. */
  readonly folder?: string;
  /** Told of each step when it begins and when it is done. */
  readonly onStep?: (step: Step) => void;
  /** Waited for when everything was made and before anything is written. What it throws ends the command. */
  readonly beforeWrite?: () => Promise<void>;
}

/** The options with everything that follows from them. Paths are absolute. */
export interface ResolvedOptions extends GenerateOptions {
  readonly readWriteSplit: boolean;
  readonly defaultNonNullable: boolean;
  readonly folder: string;
  /** The path of the root document. */
  readonly path: string;
  /** The document as generated files name it. */
  readonly source: string;
  /** The command as generated files name it. */
  readonly command: string;
  readonly out: string;
  /** A hash of everything but the document. */
  readonly key: string;
  /** Runs one step and tells of it. */
  readonly run: RunStep;
}

/** The types follow the letter of the document. Those of `specwright types` have the defaults of openapi-typescript. */
export const typeDefaults = { readWriteSplit: true, defaultNonNullable: false } as const;

/** Resolves the options once, at the edge. */
export function resolveOptions(options: GenerateOptions): ResolvedOptions {
  const folder = resolve(options.folder ?? ".");
  const { document, given } = namedDocument(options.document, options.given, folder);
  const path = given?.path ?? withoutLinks(document);
  const out = withoutLinks(resolve(folder, options.out));
  const common = resolveCommonOptions(options, folder);
  const { source, command: whole } = portableCommand(
    "generate",
    given === undefined ? path : document,
    [["--out", out]],
    (pathOf) => [...commandOptions(options), ...commonOptions(common, pathOf)],
  );
  const { templates } = common;
  const isMissing = templates !== undefined && !existsSync(templates);
  const command = commandOf(whole, options);
  const forbidden = options.losses?.failOn === undefined ? "" : JSON.stringify(options.losses);
  // What was written with these settings had no loss that they forbid.
  const keyed = `${command === whole ? whole : `${whole}\n${command}`}${forbidden}`;
  const key = isMissing ? "" : cacheKey({ command: keyed, templates });
  const run = createRunStep(options.onStep);
  return {
    ...options,
    readWriteSplit: options.readWriteSplit ?? typeDefaults.readWriteSplit,
    defaultNonNullable: options.defaultNonNullable ?? typeDefaults.defaultNonNullable,
    ...common,
    folder,
    path,
    source,
    command,
    out,
    key,
    run,
  };
}

/**
 * The command as files name it. The settings of packages are many, and one of them is the version: files would change with
 * each if they had them all.
 */
function commandOf(whole: string, { configured, package: packages }: GenerateOptions): string {
  return configured === undefined || packages === undefined
    ? whole
    : `specwright generate ${shellWord(configured)}`;
}

/** What of the options decides over the output, in the spelling of the command line. */
function commandOptions(options: GenerateOptions): string[] {
  const { targets, formats, factory, readWriteSplit, readOnlyInRequests, addedHeaders } = options;
  const { emptyObjectsUnknown, defaultNonNullable, jsonParameters, splitEncodedCommas } = options;
  const isAll = targets === undefined || targetNames.every((name) => targets.includes(name));
  return [
    ...(isAll ? [] : ["--targets", targets.join(",")]),
    ...(formats === "annotate" ? ["--formats", formats] : []),
    ...(readWriteSplit === false ? ["--no-read-write-split"] : []),
    ...(readOnlyInRequests === "refuse" ? ["--read-only-in-requests", readOnlyInRequests] : []),
    ...(addedHeaders === undefined ? [] : ["--added-headers", addedHeaders.join(",")]),
    ...(emptyObjectsUnknown === true ? ["--empty-objects-unknown"] : []),
    ...(defaultNonNullable === true ? ["--default-non-nullable"] : []),
    ...(jsonParameters === true ? ["--json-parameters"] : []),
    ...(splitEncodedCommas === true ? ["--split-encoded-commas"] : []),
    ...(factory === undefined ? [] : ["--factory", factory]),
  ];
}
