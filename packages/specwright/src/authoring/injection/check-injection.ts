import { emitTargets, loadEmitters } from "../../commands/output/emit-targets.ts";
import { builtInTargets, withImported } from "../../commands/settings/targets.ts";
import { DiagnosticError } from "../../diagnostic.ts";
import { buildModel } from "../../document/model/build/build-model.ts";
import { openValue } from "../../document/read/open-value.ts";
import type { Target } from "../../emit/define-target.ts";
import { listSiblings } from "../../emit/shared/print/target-imports.ts";
import { createTemplates } from "../../emit/shared/print/templates.ts";
import type { Outcome } from "./judge.ts";
import { createFileParser, type Parsers } from "./parse-files.ts";
import { runAllCases } from "./run-all-cases.ts";
import { type CasesOptions, type CasesReport, type Generate, runCases } from "./run-cases.ts";

/** The document, the number of cases and the parsers of a check. */
export interface InjectionOptions extends Parsers, Pick<CasesOptions, "judgeAlone"> {
  /** A document as it was parsed. The more of OpenAPI it uses, the more is tried. */
  readonly document: unknown;
  /** How many cases are tried, chosen by a fixed seed, or `all`. Default: 500. */
  readonly count?: number | "all";
  /** The options of the target. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Only places whose name this matches, such as `/description$/`. */
  readonly at?: RegExp;
  /** With `all`: one of several parts of the places, counted from 1. */
  readonly part?: { readonly number: number; readonly of: number };
  /** With `all`: called with the number of cases that are done, and of all. */
  readonly onProgress?: (done: number, count: number) => void;
}

/**
 * Puts hostile texts, such as quotes and ends of comments, at the places of a document, and compares the syntax of each
 * generated file with that of a harmless document. A text that becomes code is a fault.
 *
 * @param subject A target that `defineTarget` made, or a function that generates from a document.
 * @returns The faults, and how many cases ended without one. The target is safe when there are no faults and most cases
 * ended with `same`.
 * @throws Error when a file has no parser
 * @example
 * ```ts
 * import { defineTarget } from "specwright/target";
 * import { checkInjection } from "specwright/target-testing";
 *
 * const titles = defineTarget({
 *   name: "titles",
 *   description: "the title of the document",
 *   plan: ({ info }) => info.title,
 *   files: (title) => [{ path: "titles/title.json", content: JSON.stringify({ title }) }],
 * });
 * const document = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} };
 * const { faults } = await checkInjection(titles, { document });
 * if (faults.length > 0) throw new Error(faults.join("\n"));
 * ```
 */
export async function checkInjection(
  subject: Target | Generate,
  options: InjectionOptions,
): Promise<CasesReport> {
  const { document, count = 500 } = options;
  const generate =
    typeof subject === "function" ? subject : await createGenerate(subject, options.options);
  const judging = { ...options, parse: createFileParser(options) };
  return count === "all"
    ? runAllCases(generate, document, judging)
    : runCases(generate, document, { ...judging, count });
}

/** Generates the files of a target in memory. Those of the targets that it imports are left out. */
async function createGenerate(
  target: Target,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Generate> {
  const others = builtInTargets.filter(({ name }) => name !== target.name);
  const targets = withImported([target.name], [...others, target]);
  const emitters = await loadEmitters(targets);
  const specifiers = listSiblings(targets.map(({ name }) => name));
  const render = createTemplates({ targets: specifiers });
  const loaded = { targets, own: new Map([[target.name, { shown: target.name }]]), hooks: {} };
  return (value): Outcome => {
    try {
      const source = "openapi.yaml";
      const { model, diagnostics } = buildModel(openValue(value, source));
      const { results } = emitTargets(
        loaded,
        emitters,
        { model, command: "specwright generate", render, specifiers, readWriteSplit: true },
        { options: { [target.name]: options }, run: (_name, work) => work() },
      );
      const all = [...diagnostics, ...results.flatMap((result) => result.diagnostics)];
      const own = results[targets.indexOf(target)]?.files ?? [];
      return all.some(({ severity }) => severity === "error")
        ? { problems: all }
        : { files: own, diagnostics: all };
    } catch (error) {
      if (error instanceof DiagnosticError && error.diagnostics.every(({ stack }) => !stack)) {
        return { problems: error.diagnostics };
      }
      throw error;
    }
  };
}
