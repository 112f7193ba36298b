import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createDiagnosticError, type DiagnosticError } from "../../../diagnostic.ts";
import type { Render } from "../../../text/render.ts";
import { chooseCompileOptions } from "./compile-options.ts";
import { precompiledTemplates } from "./precompiled-templates.ts";
import { standardSiblings, type TargetImports } from "./target-imports.ts";

/** The sources of templates. */
export interface TemplatesOptions {
  /** The user's folder. A template in it, such as `client/module.js.hbs`, replaces the built-in one. */
  readonly folder?: string | undefined;
  /** The folder of the target's own templates. Ours are used for other names. */
  readonly own?: string | undefined;
  /** How targets import each other. Every view has it as `targets`. Default: as sibling folders. */
  readonly targets?: TargetImports | undefined;
}

/**
 * Creates a renderer of Handlebars templates. The published specwright contains its own templates in compiled form. A
 * user's template is read and compiled when it is first rendered. Values are inserted without escaping, because views
 * contain only escaped fragments; only pages of the reference escape (`chooseCompileOptions`). The renderer throws a DiagnosticError with the template's file when a template does
 * not parse, uses a name that its view lacks, or calls a helper other than `each`, `if` and `unless`.
 */
export function createTemplates(options: TemplatesOptions = {}): Render {
  const { folder, own, targets = standardSiblings } = options;
  const loaded = new Map<string, Template>();
  return (name, view) => {
    try {
      const template = loaded.get(name) ?? loadTemplate(name, folder, own);
      loaded.set(name, template);
      return flattenText(template({ ...view, targets }));
    } catch (error) {
      throw reportInvalidTemplate(findTemplate(name, folder, own), error);
    }
  };
}

/**
 * Flattens a string. V8 keeps a concatenated text as a tree of its parts, several times as large as the text, until some
 * code reads a character. Without this call, that would happen only when the files of all targets are written.
 */
function flattenText(text: string): string {
  // Any look will do.
  text.charCodeAt(text.length - 1);
  return text;
}

type Template = (view: Readonly<Record<string, unknown>>) => string;

function loadTemplate(name: string, ...folders: readonly (string | undefined)[]): Template {
  const own = readOwnTemplate(name, folders);
  const precompiled = own === undefined ? precompiledTemplates[name] : undefined;
  return precompiled === undefined
    ? compile(name, readFileSync(own ?? readBuiltInTemplate(name), "utf8"))
    : revive(precompiled);
}

function findTemplate(name: string, ...folders: readonly (string | undefined)[]): string {
  return readOwnTemplate(name, folders) ?? readBuiltInTemplate(name);
}

/** The template of the first folder that has it. */
function readOwnTemplate(
  name: string,
  folders: readonly (string | undefined)[],
): string | undefined {
  return folders
    .flatMap((folder) => (folder === undefined ? [] : [join(folder, `${name}.hbs`)]))
    .find((file) => existsSync(file));
}

/** The built-in template. */
function readBuiltInTemplate(name: string): string {
  return join(dirname(require.resolve("@specwright/templates/package.json")), `${name}.hbs`);
}

// Handlebars is loaded on first use, and with `require`, because rendering is synchronous.
const require = createRequire(import.meta.url);

function compile(name: string, text: string): Template {
  const handlebars = require("handlebars") as typeof import("handlebars");
  return handlebars.compile(text, chooseCompileOptions(name));
}

/**
 * The part of Handlebars that runs compiled templates is one file. Loading it takes a fifth of the time of the whole
 * package.
 */
function revive(precompiled: unknown): Template {
  const runtime = require("handlebars/dist/handlebars.runtime.js") as typeof import("handlebars");
  // The build precompiled our template with Handlebars.
  return runtime.template(precompiled as TemplateSpecification);
}

function reportInvalidTemplate(file: string, error: unknown): DiagnosticError {
  const message = error instanceof Error ? error.message : String(error);
  return createDiagnosticError({
    code: "invalid-template",
    message: `The template cannot be rendered: ${message}`,
    fix: "Compare it with the template of the same name in @specwright/templates.",
    file,
  });
}
