import { resolve } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../../diagnostic.ts";
import { findBaseAddress } from "../../../document/model/server-address.ts";
import { loadFile } from "../../../document/read/files/load-file.ts";
import type { SourceFile } from "../../../document/read/files/source-file.ts";
import { withoutLinks } from "../../../document/read/files/without-links.ts";
import { isObject } from "../../../json-object.ts";
import type { Api, Description, Source } from "../../../verify/workflows/description.ts";
import { linkDescription } from "../../../verify/workflows/linking/link-description.ts";
import { readDescription } from "../../../verify/workflows/reading/read-description.ts";
import { loadValidators } from "../../packages/load-validators.ts";
import type { ResolvedInput } from "../document-input.ts";
import { guardDepth } from "../guard-depth.ts";
import { loadDocument, prepareProblems } from "../load-model.ts";
import { loadInputRules } from "./load-input-rules.ts";
import { locateSource } from "./locate-source.ts";

/** What workflows are loaded for. */
export interface WorkflowSetting {
  readonly input: ResolvedInput;
  /** The verified API, and the paths of its document: that of an overlay, and that of the document itself. */
  readonly main: Api;
  readonly mainPaths: readonly string[];
  /** Addresses of other APIs, by the names of their source descriptions. */
  readonly servers: Readonly<Record<string, string>>;
  /** Credentials of other APIs, by the name of the source and of the scheme: `billing.Key`. */
  readonly auth: Readonly<Record<string, string>>;
}

/** Arazzo documents whose sources were loaded. */
export interface LoadedWorkflows {
  readonly descriptions: readonly Description[];
  /** The other APIs, by the names of their source descriptions. */
  readonly others: ReadonlyMap<string, Api>;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads Arazzo documents, the documents of their sources, and makes the validators of both.
 *
 * @throws DiagnosticError with every problem of all documents, and the line of each
 */
export async function loadWorkflows(
  files: readonly string[],
  setting: WorkflowSetting,
): Promise<LoadedWorkflows> {
  const { input, main, mainPaths } = setting;
  const { folder } = input;
  const problems: Diagnostic[] = [];
  const read = new Map<string, { readonly file: SourceFile; readonly description: Description }>();
  const apis = new Map(mainPaths.map((path) => [path, main]));
  const others = new Map<string, Api>();
  const given = files.map((path) => withoutLinks(resolve(folder, path)));
  const descriptions = [];
  for (const path of new Set(given)) {
    descriptions.push(...((await readArazzo(path)) ?? []));
  }
  for (const { description } of read.values()) {
    guardDepth(description.file, () => linkDescription(description, problems));
  }
  for (const { file, description } of read.values()) {
    await collect(() => loadInputRules(file, description, folder));
  }
  const diagnostics = prepareProblems(removeRepeated(problems), folder, undefined);
  if (diagnostics.some(({ severity }) => severity === "error")) {
    throw new DiagnosticError(diagnostics);
  }
  return { descriptions, others, diagnostics };

  async function readArazzo(path: string): Promise<readonly Description[] | undefined> {
    const known = read.get(path);
    if (known !== undefined) {
      return [known.description];
    }
    const loaded = loadFile(path, folder);
    if ("problems" in loaded) {
      problems.push(...loaded.problems);
      return undefined;
    }
    const { file } = loaded;
    problems.push(...(file.warnings ?? []));
    const description = guardDepth(file.name, () =>
      readDescription(file.value, file.name, problems),
    );
    if (description === undefined) {
      return undefined;
    }
    read.set(path, { file, description });
    for (const source of description.sources) {
      await linkSource(source, path, description);
    }
    return [description];
  }

  async function linkSource(
    source: Source,
    arazzo: string,
    description: Description,
  ): Promise<void> {
    const { name, url, pointer } = source;
    const refuse = (code: string, message: string, fix: string): void => {
      const place = { file: description.file, pointer: `${pointer}/url` };
      problems.push({ severity: "error", code, message, fix, ...place });
    };
    const path = locateSource(url, arazzo, input);
    if (path === undefined) {
      refuse(
        "not-downloaded",
        `The source description \`${name}\` is at ${url}, and verify does not download it.`,
        `Download it, and name the copy: \`--remotes ${url}=<file>\`.`,
      );
      return;
    }
    const api = apis.get(path);
    if (api !== undefined && source.type !== "arazzo" && source.type !== "asyncapi") {
      description.linked.set(name, { kind: "openapi", api });
      return;
    }
    const type = source.type ?? findType(path, folder);
    if (type === "asyncapi") {
      description.linked.set(name, { kind: "asyncapi" });
    } else if (type === "arazzo") {
      const [other] = (await readArazzo(path)) ?? [];
      if (other !== undefined) {
        description.linked.set(name, { kind: "arazzo", description: other });
      }
    } else {
      const made = await loadApi(path, source, refuse);
      if (made !== undefined) {
        apis.set(path, made);
        others.set(name, made);
        description.linked.set(name, { kind: "openapi", api: made });
      }
    }
  }

  async function loadApi(
    path: string,
    { name }: Source,
    refuse: (code: string, message: string, fix: string) => void,
  ): Promise<Api | undefined> {
    return await collect(async () => {
      const { model } = loadDocument(path, { folder });
      const url = setting.servers[name] ?? findBaseAddress(model.servers);
      if (url === undefined) {
        refuse(
          "no-server-address",
          `The document of the source description \`${name}\` has no absolute server address.`,
          `Pass it: \`--server ${name}=http://localhost:3000\`.`,
        );
        return undefined;
      }
      const secrets = Object.entries(setting.auth).flatMap(([key, secret]) =>
        key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), secret]] : [],
      );
      return {
        target: {
          ...{ model, headers: [], secrets: Object.fromEntries(secrets) },
          url: url.replace(/\/$/, ""),
        },
        validators: await loadValidators(model, folder),
      };
    });
  }

  /** Runs work whose problems belong to the others. */
  async function collect<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DiagnosticError)) {
        throw error;
      }
      problems.push(...error.diagnostics.filter(({ severity }) => severity === "error"));
      return undefined;
    }
  }
}

/** The type of a source that does not say it, by the first member of its document. */
function findType(path: string, folder: string): Source["type"] {
  const loaded = loadFile(path, folder);
  const value = "file" in loaded && isObject(loaded.file.value) ? loaded.file.value : {};
  return value.arazzo !== undefined
    ? "arazzo"
    : value.asyncapi !== undefined
      ? "asyncapi"
      : "openapi";
}

/** A component is read for each of its uses, and its problems are reported once. */
function removeRepeated(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const byPlace = new Map(
    problems.map((each) => [`${each.file}#${each.pointer} ${each.code} ${each.message}`, each]),
  );
  return [...byPlace.values()];
}
