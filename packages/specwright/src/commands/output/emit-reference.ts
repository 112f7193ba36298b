import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DiagnosticError } from "../../diagnostic.ts";
import { bundleDocument } from "../../document/bundle/bundle-document.ts";
import type { VersionChanges } from "../../emit/docs/changes-page.ts";
import type { GuideFolder } from "../../emit/docs/guides/guide-folder.ts";
import { emitDocs } from "../../emit/docs/index.ts";
import type { Theme } from "../../emit/docs/theme.ts";
import { buildSentModel, type ParameterSettings } from "../../emit/shared/parameters/sent-model.ts";
import { createTemplates } from "../../emit/shared/print/templates.ts";
import { planValues } from "../../emit/shared/values/plan-values.ts";
import type { OutputFile } from "../../output-file.ts";
import { printYaml } from "../../text/print-yaml.ts";
import type { LoadedDocument } from "../load/load-model.ts";
import type { Settings } from "../settings/settings.ts";

/** The settings that determine the files of a reference, in addition to the document. */
export interface EmitReferenceOptions extends ParameterSettings, Pick<Settings, "values"> {
  readonly command: string;
  readonly url?: string;
  readonly theme?: Theme | undefined;
  readonly client?: string | undefined;
  readonly factory?: string;
  readonly templates?: string | undefined;
  readonly introduction?: (description: string) => string;
  /** The version and its changes, when the site has the references of several versions. */
  readonly version?: VersionChanges | undefined;
  readonly guides?: GuideFolder | undefined;
}

const require = createRequire(import.meta.url);

/** The source of MiniSearch for browsers. */
export function readMiniSearch(): string {
  return readFileSync(
    join(dirname(require.resolve("minisearch")), "../umd/index.js"),
    "utf8",
  ).replace(/\/\/# sourceMappingURL=.*\s*$/, "");
}

/**
 * The files of the reference of a document. Only the commands that make a reference load this module.
 *
 * @throws DiagnosticError with every link of a guide that leads nowhere
 */
export function emitReference(
  { document, model: loaded }: LoadedDocument,
  {
    command,
    url,
    theme,
    client,
    factory,
    templates,
    introduction,
    version,
    guides,
    values,
    ...settings
  }: EmitReferenceOptions,
): readonly OutputFile[] {
  const model = buildSentModel(loaded, settings);
  const bundled = bundleDocument(document);
  const render = createTemplates({ folder: templates });
  const { files, diagnostics } = emitDocs(
    { model, command, render, factory, ...(values && { values: planValues(model, values) }) },
    {
      document: bundled,
      yaml: printYaml(bundled),
      client,
      version,
      minisearch: readMiniSearch(),
      url,
      theme,
      guides,
      ...(introduction && { introduction: introduction(model.info.description ?? "") }),
    },
  );
  if (diagnostics.length > 0) {
    throw new DiagnosticError(diagnostics);
  }
  return files;
}
