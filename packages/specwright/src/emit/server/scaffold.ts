import type { Operation } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { camelCaseUnlessLegal } from "../../text/identifier.ts";
import { escapePath } from "../shared/escape/path.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { describeOperation, describeRenamings } from "../shared/names/describe-renamings.ts";
import { chooseGroup } from "../shared/names/group-operations.ts";
import { createNames, type Names } from "../shared/names/names.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { renderHeader } from "../shared/print/header.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import { planRoutes } from "./routes.ts";
import { listNeededSchemes } from "./security.ts";

/** A file of the user's handlers. It is written once, unless `isRegenerated` is set. */
export interface ScaffoldFile extends OutputFile {
  /**
   * True for the index, which is written again each time as long as its first line says that it is generated. It lists
   * every operation, so new handlers are wired automatically. The other files are written once.
   */
  readonly isRegenerated?: boolean;
}

export interface ScaffoldResult extends EmitResult {
  /** Relative to the folder of the handlers. */
  readonly files: readonly ScaffoldFile[];
  /** The names of the operations that have a handler. */
  readonly operations: readonly string[];
}

/**
 * The skeleton of a server: a folder for each tag with a handler file for each operation, `handler.ts` with the
 * application's own types, and `index.ts`, which wires the handlers.
 *
 * @param server the specifier with which the handlers' folder imports the server's module, such as
 * `../generated/server/index.js`, or a package
 * @param extension the file ending in imports between handler files
 * @param present existing handler files by the name of the operation. An existing handler stays in its folder.
 */
export function emitScaffold(
  context: EmitContext,
  server: string,
  extension: ".ts" | ".js",
  present: ReadonlyMap<string, string> = new Map(),
): ScaffoldResult {
  const { model, command, render } = context;
  const { operations } = planRoutes(model.operations);
  const folders = createNames({
    escape: escapePath,
    separator: "-",
    ignoreCase: true,
  });
  const values = createNames({
    escape: camelCaseUnlessLegal,
    reserved: ["handlers", "notImplemented", "Handler", "Handlers", "Context", "Security"],
    things: operations.map(describeOperation),
  });
  const place = placeFiles(folders.name);
  const renderHandlerPath = (operation: Operation): string => {
    const path = place(operation);
    const known = present.get(operation.name) ?? path;
    // A file with another name was made by the user.
    return /^[^/]+\/[^/]+$/.test(known) && makeFileName(known) === makeFileName(path)
      ? known
      : path;
  };
  const handlers = operations.map((operation) => ({
    operation,
    value: values.name(operation.name, describeOperation(operation)),
    path: renderHandlerPath(operation),
  }));
  const files: ScaffoldFile[] = [
    {
      path: "index.ts",
      isRegenerated: true,
      content: render("server/scaffold-index.ts", {
        header: renderHeader({ source: model.source, command }),
        server: escapeString(server),
        types: escapeString(`./handler${extension}`),
        handlers: handlers.map(({ operation, value, path }) => ({
          value,
          key: escapePropertyKey(operation.name),
          from: escapeString(`./${path.replace(/\.ts$/, extension)}`),
          isSame: operation.name === value,
        })),
      }),
    },
    {
      path: "handler.ts",
      content: render("server/scaffold-types.ts", viewHandlerTypes(context, server)),
    },
    ...handlers.map(({ operation, value, path }) => ({
      path,
      content: render("server/scaffold-handler.ts", {
        server: escapeString(fromFolder(server)),
        types: escapeString(`../handler${extension}`),
        value,
        name: escapeString(operation.name),
        doc: renderHandlerDoc(operation),
      }),
    })),
  ];
  return {
    files,
    operations: operations.map(({ name }) => name),
    diagnostics: describeRenamings([...folders.renamings, ...values.renamings]),
  };
}

function makeFileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A folder for each group of operations. File names in a folder are distinct on every file system. */
function placeFiles(folderName: Names["name"]): (operation: Operation) => string {
  const scopes = new Map<string, (name: string) => string>();
  return (operation) => {
    const name = chooseGroup(operation);
    const folder = folderName(name, { kind: "group of operations", name });
    const scope =
      scopes.get(folder) ??
      createNames({ escape: escapePath, separator: "-", ignoreCase: true }).name;
    scopes.set(folder, scope);
    return `${folder}/${scope(operation.name)}.ts`;
  };
}

function viewHandlerTypes(
  { model }: EmitContext,
  server: string,
): Readonly<Record<string, unknown>> {
  return {
    server: escapeString(server),
    schemes: listNeededSchemes(model).map((name) => escapePropertyKey(name)),
  };
}

/** An import specifier of the handlers' folder, adapted to a folder inside it. */
function fromFolder(path: string): string {
  return path.startsWith(".") ? `../${path.replace(/^\.\//, "")}` : path;
}

function renderHandlerDoc({ summary, description, deprecated, method, path }: Operation): string {
  const notes = [`\`${method.toUpperCase()} ${path}\``];
  return renderDocComment({ summary, description, deprecated, notes });
}
