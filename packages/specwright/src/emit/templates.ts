import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DiagnosticError } from "../diagnostic.ts";
import { siblingTargets, type TargetImports } from "./target-imports.ts";

/** Renders a template, such as `client/operation`, with a view of finished fragments. */
export type Render = (template: string, view: Readonly<Record<string, unknown>>) => string;

/** Where templates come from. */
export interface TemplatesOptions {
  /** The user's folder: a template that it holds, such as `client/operation.hbs`, replaces ours. */
  readonly folder?: string;
  /** How targets import each other, which every view has as `targets`. As folders beside each other unless given. */
  readonly targets?: TargetImports;
}

/**
 * The renderer of Handlebars templates. Each template is read and compiled when it is first rendered; values are put in
 * as they are, because views hold escaped fragments only. A template that does not parse, that names something its view
 * lacks, or that calls a helper other than `each`, `if` and `unless` is a DiagnosticError with the template's file.
 */
export function createTemplates(options: TemplatesOptions = {}): Render {
  const { folder, targets = siblingTargets } = options;
  const found = new Map<string, Template>();
  return (name, view) => {
    const template = found.get(name) ?? { file: findTemplate(name, folder), run: undefined };
    found.set(name, template);
    try {
      template.run ??= compile(readFileSync(template.file, "utf8"));
      return flat(template.run({ ...view, targets }));
    } catch (error) {
      throw invalidTemplate(template.file, error);
    }
  };
}

/**
 * The same text in one piece. V8 keeps what is put together as a tree of its parts, several times as large as the text,
 * until someone looks into it, which otherwise happens only when the files of all targets are written.
 */
function flat(text: string): string {
  // Any look will do.
  text.charCodeAt(text.length - 1);
  return text;
}

interface Template {
  readonly file: string;
  /** Compiled on first use. */
  run: ((view: Readonly<Record<string, unknown>>) => string) | undefined;
}

/** The folder of the templates that specwright comes with. */
function builtInTemplates(): string {
  return dirname(require.resolve("@specwright/templates/package.json"));
}

const require = createRequire(import.meta.url);

function findTemplate(template: string, folder: string | undefined): string {
  const name = `${template}.hbs`;
  const own = folder === undefined ? undefined : join(folder, name);
  return own !== undefined && existsSync(own) ? own : join(builtInTemplates(), name);
}

function compile(text: string): (view: Readonly<Record<string, unknown>>) => string {
  // Loaded on first use, and by `require`, because rendering is synchronous.
  const handlebars = require("handlebars") as typeof import("handlebars");
  return handlebars.compile(text, {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: {
      helperMissing: false,
      blockHelperMissing: false,
      with: false,
      log: false,
      lookup: false,
    },
  });
}

function invalidTemplate(file: string, error: unknown): DiagnosticError {
  const message = error instanceof Error ? error.message : String(error);
  return new DiagnosticError([
    {
      severity: "error",
      code: "invalid-template",
      message: `The template cannot be rendered: ${message}`,
      fix: "Compare it with the template of the same name in @specwright/templates.",
      file,
    },
  ]);
}
