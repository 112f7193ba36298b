import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { withoutLinks } from "../read/files/without-links.ts";
import { namedDocument } from "./load/given-document.ts";
import type { GivenDocument } from "./load/read-document.ts";
import { cacheKey } from "./output/cache-key.ts";
import { createRunStep, type RunStep } from "./run-step.ts";
import { resolveSettings, settingWords } from "./settings/given-settings.ts";
import { portableCommand, shellWord } from "./settings/portable-command.ts";
import type { Settings } from "./settings/settings.ts";
import type { Step } from "./step.ts";

/** The settings of `generate` that have flags, in the order of commands. */
export const generateSettings = [
  "out",
  "targets",
  "formats",
  "readWriteSplit",
  "readOnlyInRequests",
  "addedHeaders",
  "emptyObjectsUnknown",
  "defaultNonNullable",
  "jsonParameters",
  "splitEncodedCommas",
  "factory",
  "templates",
  "allow",
  "remotes",
  "package",
] as const;

/** The document, the output and the settings of `generate`. Paths are relative to `folder`. */
export interface GenerateOptions
  extends Omit<Pick<Settings, (typeof generateSettings)[number] | "losses">, "out"> {
  /** The root document: its path, or its URL, or `-` for standard input, when `given` has its text. */
  readonly document: string;
  /** The text of a document that is not on the disk: see `readDocument`. */
  readonly given?: GivenDocument | undefined;
  /** The output folder, which then consists of the generated files only. */
  readonly out: string;
  /** True to compare with the existing files and write nothing. */
  readonly check?: boolean;
  /** Looks at the document even when nothing changed, so that all that is found is in the result. */
  readonly isExhaustive?: boolean;
  /** The API of `redocly.yaml` whose settings these are. Generated packages name it in the command that writes them again. */
  readonly configured?: string;
  /** The working folder. The process's own unless given. */
  readonly folder?: string;
  /** Called when a step begins and when it is done. */
  readonly onStep?: (step: Step) => void;
  /** Awaited after all files are made and before anything is written. When it throws, the command ends with that error. */
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
  /** Runs one step and reports its progress. */
  readonly run: RunStep;
}

/** The types follow the letter of the document. Types of `specwright types` have the defaults of openapi-typescript. */
export const typeDefaults = { readWriteSplit: true, defaultNonNullable: false } as const;

/** Resolves the options once, at the edge. */
export function resolveOptions(options: GenerateOptions): ResolvedOptions {
  const folder = resolve(options.folder ?? ".");
  const { document, given } = namedDocument(options.document, options.given, folder);
  const path = given?.path ?? withoutLinks(document);
  const out = withoutLinks(resolve(folder, options.out));
  const settings = resolveSettings(options, generateSettings, folder);
  const { source, command: whole } = portableCommand(
    "generate",
    given === undefined ? path : document,
    [["--out", out]],
    (toPath) => settingWords(settings, generateSettings, toPath),
  );
  const { templates } = settings;
  const isMissing = templates !== undefined && !existsSync(templates);
  const command = renderHeaderCommand(whole, options);
  const forbidden = options.losses?.failOn === undefined ? "" : JSON.stringify(options.losses);
  // Output that was written with these settings had no loss that they forbid.
  const keyed = `${command === whole ? whole : `${whole}\n${command}`}${forbidden}`;
  const key = isMissing ? "" : cacheKey({ command: keyed, templates });
  const run = createRunStep(options.onStep);
  return {
    ...options,
    ...typeDefaults,
    ...settings,
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
function renderHeaderCommand(
  whole: string,
  { configured, package: packages }: GenerateOptions,
): string {
  return configured === undefined || packages === undefined
    ? whole
    : `specwright generate ${shellWord(configured)}`;
}
