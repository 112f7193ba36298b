import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../../diagnostic.ts";
import { maximumBytes } from "../text/limits.ts";
import { createLines } from "../text/lines.ts";
import type { ParsedText, TextProblem } from "../text/text-problem.ts";
import { computeFileVersion } from "./file-version.ts";
import { hasIdentifiers } from "./has-identifiers.ts";
import { parseFileText } from "./parse-text.ts";
import { readBytes } from "./read-bytes.ts";
import { type ReadSession, readEdited } from "./read-session.ts";
import { shareStructure } from "./share-structure.ts";
import { suggestDocument, suggestFile } from "./similar-file.ts";
import type { SourceFile } from "./source-file.ts";

/** A file that was read, or the reasons why it could not be read. */
export type LoadedFile =
  | { readonly file: SourceFile }
  | { readonly problems: readonly Diagnostic[] };

/** Sources of a file's text other than the disk. */
export interface LoadFileOptions {
  /** The content of a file that is not on the disk. */
  readonly given?: Uint8Array | undefined;
  /** The session of earlier reads of the file. */
  readonly session?: ReadSession | undefined;
}

/**
 * Reads and parses a file that a command cannot do without.
 *
 * @throws DiagnosticError with the problems that `loadFile` returns
 */
export function requireFile(...file: Parameters<typeof loadFile>): SourceFile {
  const loaded = loadFile(...file);
  if ("problems" in loaded) {
    throw new DiagnosticError(loaded.problems);
  }
  return loaded.file;
}

/**
 * Reads and parses one file. Problems are returned, not thrown: the path is not a file, the file is too large, is not
 * UTF-8, or cannot be parsed.
 *
 * @param path The absolute path.
 * @param folder The working folder, for the displayed name.
 */
export function loadFile(
  path: string,
  folder: string,
  { given, session }: LoadFileOptions = {},
): LoadedFile {
  const name = showFilePath(path, folder);
  if (given !== undefined) {
    return parseBytes(Buffer.from(given), path, name);
  }
  const refuse = (code: string, message: string, fix: string): LoadedFile => ({
    problems: [buildFileProblem(name, code, message, fix)],
  });
  let bytes: Buffer;
  session?.versions.set(path, computeFileVersion(path));
  try {
    const status = statSync(path);
    if (!status.isFile()) {
      return refuse("not-a-file", `${name} is not a file.`, "Pass the file of the document.");
    }
    if (status.size > maximumBytes) {
      const limit = `${maximumBytes / 1024 / 1024} MB`;
      return refuse("file-too-large", `${name} is larger than ${limit}.`, "Split the document.");
    }
    bytes =
      session === undefined
        ? readFileSync(path)
        : readBytes(path, status.size, session.spare.get(path));
  } catch (error) {
    if (/^\s*\{|\n/.test(name)) {
      return { problems: [textForPath] };
    }
    const message = `${name} cannot be read: ${describeReadError(error)}.`;
    const similar = existsSync(path)
      ? suggestFile(path, name)
      : suggestDocument(path, name, folder);
    const fix = `${similar}Check the path and the permissions.`;
    return refuse("file-not-readable", message, fix);
  }
  const before = session?.latest.get(path)?.bytes;
  const loaded = readKept(bytes, path, name, session) ?? parseBytes(bytes, path, name, session);
  const unused = session?.latest.get(path)?.bytes === bytes ? before : bytes;
  if (unused !== undefined) {
    session?.spare.set(path, unused.buffer);
  }
  return loaded;
}

/** Returns the file without parsing all of it, when the session has kept enough of an earlier read. */
function readKept(
  bytes: Buffer,
  path: string,
  name: string,
  session: ReadSession | undefined,
): LoadedFile | undefined {
  const latest = session?.latest.get(path);
  if (session === undefined || latest === undefined) {
    return undefined;
  }
  if (bytes.equals(latest.bytes)) {
    return { file: latest.file };
  }
  const edited = readEdited(bytes, latest, session.good.get(path));
  if (edited === undefined) {
    return undefined;
  }
  const { value, mayIdentify } = edited;
  const file = { path, name, hash: hash("sha256", bytes, "hex"), value, mayIdentify, isTree: true };
  session.latest.set(path, { bytes, file, isJson: true });
  return { file };
}

function parseBytes(bytes: Buffer, path: string, name: string, session?: ReadSession): LoadedFile {
  if (!isUtf8(bytes)) {
    const message = `${name} is not text in UTF-8.`;
    return { problems: [buildFileProblem(name, "not-utf-8", message, "Save the file as UTF-8.")] };
  }
  const decoded = bytes.toString("utf8");
  const text = decoded.replace(/^\ufeff/, "");
  const parsed = parseFileText(text, path, text === decoded ? bytes : undefined);
  if ("problems" in parsed) {
    return { problems: toDiagnostics(parsed.problems, "error", name, text) };
  }
  const mayIdentify = hasIdentifiers(bytes);
  const file = {
    ...{ path, name, hash: hash("sha256", bytes, "hex"), value: parsed.value, mayIdentify },
    ...(parsed.isTree === true ? { isTree: true } : {}),
    ...(session === undefined && parsed.isJson !== true ? { text } : {}),
    ...(parsed.warnings && { warnings: toDiagnostics(parsed.warnings, "warning", name, text) }),
  };
  return { file: session === undefined ? file : keepFile(file, bytes, session, parsed) };
}

function keepFile(
  file: SourceFile,
  bytes: Buffer,
  session: ReadSession,
  { isTree, isJson }: Extract<ParsedText, { value: unknown }>,
): SourceFile {
  const old = session.good.get(file.path)?.value;
  const kept = isTree === true ? { ...file, value: shareStructure(old, file.value) } : file;
  session.latest.set(file.path, { bytes, file: kept, isJson: isJson === true });
  return kept;
}

/** A path in the form that messages use: relative to the working folder, with `/`, and `.` for that folder. */
export function showFilePath(path: string, folder: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}

function buildFileProblem(file: string, code: string, message: string, fix: string): Diagnostic {
  return { severity: "error", code, message, fix, file };
}

/** The text itself is not repeated, because it can be long. */
const textForPath: Diagnostic = {
  severity: "error",
  code: "file-not-readable",
  message: "The text of a document was passed where its path is expected.",
  fix: "Parse the text, for example with `JSON.parse`, and pass the object.",
};

function toDiagnostics(
  problems: readonly TextProblem[],
  severity: "error" | "warning",
  file: string,
  text: string,
): readonly Diagnostic[] {
  const positionAt = createLines(text);
  return problems.map(({ code, message, fix, offset, pointer }) => ({
    severity,
    code,
    message,
    fix,
    file,
    ...(pointer === undefined ? {} : { pointer }),
    ...(offset === undefined ? {} : positionAt(offset)),
  }));
}

function describeReadError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") {
    return "it does not exist";
  }
  return code === "EACCES" ? "permission was denied" : String(code ?? error);
}
