import { resolve } from "node:path";
import { pick } from "../defined.ts";
import { withoutLinks } from "../document/read/files/without-links.ts";
import { type ResolvedInput, resolveInput } from "./load/document-input.ts";
import { hashCacheKey } from "./output/cache-key.ts";
import type { OutputOptions } from "./output/output-command.ts";
import { resolveSettings } from "./settings/given-settings.ts";
import {
  buildPortableCommand,
  type ConfiguredCommand,
  type PortableCommand,
} from "./settings/portable-command.ts";
import type { Settings } from "./settings/settings.ts";
import { settingNames } from "./settings/table.ts";
import { createRunStep, type RunStep } from "./steps/run-step.ts";

type Setting = Exclude<keyof Settings, "handlers" | "docs" | "losses">;

/** The settings of `generate` that have flags, in the order in which commands list them. */
export const generateSettings: readonly Setting[] = settingNames.filter(
  (name): name is Setting => !["handlers", "docs", "losses"].includes(name),
);

/** The document, the output and the settings of `generate`. Paths are relative to `folder`. */
export interface GenerateOptions
  extends Omit<Settings, "out" | "handlers" | "docs">,
    OutputOptions,
    ConfiguredCommand {
  /** The output folder. After the run it contains only the generated files. */
  readonly out: string;
  /** True to read the document even when nothing changed, so that the result contains all warnings and losses. */
  readonly isExhaustive?: boolean;
}

/** The options, with defaults and derived values. Paths are absolute. */
export interface ResolvedOptions
  extends Omit<GenerateOptions, "given" | "folder">,
    ResolvedInput,
    PortableCommand {
  readonly readWriteSplit: boolean;
  readonly defaultNonNullable: boolean;
  /** A hash of everything but the document. */
  readonly key: string;
  /** Runs one step and reports its progress. */
  readonly run: RunStep;
}

/** `generate` emits types as the document defines them. `specwright types` has the defaults of openapi-typescript instead. */
export const typeDefaults = { readWriteSplit: true, defaultNonNullable: false } as const;

/** Resolves the options once, at the edge. */
export function resolveOptions(options: GenerateOptions): ResolvedOptions {
  const input = resolveInput(options);
  const { folder } = input;
  const out = withoutLinks(resolve(folder, options.out));
  const settings = resolveSettings(options, generateSettings, folder);
  const chosen = { ...settings, ...pick(options, ["configured"]) };
  const named = buildPortableCommand("generate", input.name, { "--out": out }, chosen);
  const { command, whole } = named;
  const forbidden = options.losses?.failOn === undefined ? "" : JSON.stringify(options.losses);
  // The key includes the forbidden losses: existing output with the same key had no loss that the settings forbid.
  const keyed = `${command === whole ? whole : `${whole}\n${command}`}${forbidden}`;
  return {
    ...options,
    ...typeDefaults,
    ...settings,
    ...input,
    ...named,
    out,
    key: hashCacheKey({ command: keyed, templates: settings.templates }),
    run: createRunStep(options.onStep),
  };
}
