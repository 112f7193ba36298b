import { bundleDocument } from "../../bundle/bundle-document.ts";
import type { VersionChanges } from "../../emit/docs/changes-page.ts";
import { emitDocs } from "../../emit/docs/index.ts";
import { buildSentModel, type ParameterSettings } from "../../emit/parameters/sent-model.ts";
import { createTemplates } from "../../emit/print/templates.ts";
import type { OutputFile } from "../../output-file.ts";
import { printYaml } from "../../text/print-yaml.ts";
import type { LoadedDocument } from "../load/load-model.ts";

/** The settings that determine the files of a reference, in addition to the document. */
export interface EmitReferenceOptions extends ParameterSettings {
  readonly command: string;
  readonly redoc: string;
  readonly client?: string | undefined;
  readonly factory?: string;
  readonly templates?: string | undefined;
  readonly introduction?: (description: string) => string;
  /** The version and its changes, when the site has the references of several versions. */
  readonly version?: VersionChanges | undefined;
}

/** The files of the reference of a document. Only the commands that make a reference load this module. */
export function emitReference(
  { document, model: loaded }: LoadedDocument,
  {
    command,
    redoc,
    client,
    factory,
    templates,
    introduction,
    version,
    ...settings
  }: EmitReferenceOptions,
): readonly OutputFile[] {
  const model = buildSentModel(loaded, settings);
  const bundled = bundleDocument(document);
  const render = createTemplates({ folder: templates });
  return emitDocs(
    { model, command, render, ...(factory === undefined ? {} : { factory }) },
    {
      document: bundled,
      yaml: printYaml(bundled),
      redoc,
      ...(client === undefined ? {} : { client }),
      ...(version === undefined ? {} : { version }),
      ...(introduction && { introduction: introduction(model.info.description ?? "") }),
    },
  ).files;
}
