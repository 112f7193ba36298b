import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { createDiagnosticError, type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { withoutLinks } from "../../document/read/files/without-links.ts";
import { parseYaml } from "../../document/read/yaml/parse-yaml.ts";
import type { GuideFile, GuideFolder } from "../../emit/docs/guides/guide-folder.ts";
import { isObject } from "../../json-object.ts";
import { writePortablePath } from "../settings/portable-command.ts";

/**
 * Reads a folder of guides: its files of Markdown and its images, also those of folders inside. Names that begin with a
 * dot, and symbolic links, are left out.
 *
 * @param out The output folder, which must not be inside.
 * @param folder The working folder, to which places in errors are relative.
 * @throws DiagnosticError with every problem of the folder and of its front matters
 */
export function loadGuides(
  guides: string | undefined,
  { out, folder }: { readonly out: string; readonly folder: string },
): GuideFolder | undefined {
  if (guides === undefined) {
    return undefined;
  }
  const root = withoutLinks(resolve(folder, guides));
  const name = relative(folder, root);
  if (`${out}${sep}`.startsWith(`${root}${sep}`)) {
    throw fail("contains the output folder", "Name a folder that has only guides.", name);
  }
  const paths = listFiles(root, name);
  const pages: GuideFile[] = [];
  const problems: Diagnostic[] = [];
  for (const path of paths.filter((each) => /\.md$/i.test(each)).toSorted(compareNames)) {
    const page = readGuide(join(root, path), path, writePortablePath(join(name, path)));
    if ("code" in page) {
      problems.push(page);
    } else {
      pages.push(page);
    }
  }
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  if (pages.length === 0) {
    throw fail("has no file that ends in .md", "Write a guide there, or remove the setting.", name);
  }
  const images = paths
    .filter((path) => /\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(path))
    .map((path) => [path, readFileSync(join(root, path), "latin1")] as const);
  return { pages, images: new Map(images) };
}

function fail(problem: string, fix: string, file: string): DiagnosticError {
  const message = `The folder of the guides ${problem}.`;
  return createDiagnosticError({ code: "unusable-guides", message, fix, file });
}

/** The paths of all files below a folder, with `/`. */
function listFiles(root: string, name: string): readonly string[] {
  const list = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith(".") && entry.name !== "node_modules")
      .flatMap((entry: Dirent) => {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        return entry.isDirectory() ? list(path) : entry.isFile() ? [path] : [];
      });
  try {
    return list("");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw fail(`cannot be read: ${reason}`, "Correct the path in `docs.guides`.", name);
  }
}

/** Compares names so that `2-second.md` comes before `10-tenth.md`. */
function compareNames(left: string, right: string): number {
  const [a, b] = [left, right].map((path) =>
    path.replace(/\d{1,15}/g, (digits) => digits.padStart(15, "0")),
  );
  return a === b ? 0 : (a ?? "") < (b ?? "") ? -1 : 1;
}

/** The time of some patterns of Markdown grows with the square of the length. */
const maximumLength = 200_000;

/** A guide, or the problem of its front matter or its length. */
function readGuide(file: string, path: string, name: string): GuideFile | Diagnostic {
  const text = readFileSync(file, "utf8").replace(/^\ufeff/, "");
  const [front = "", yaml] = /^---[ \t]*\r?\n(.*?\r?\n)?---[ \t]*(?:\r?\n|$)/s.exec(text) ?? [];
  const parsed = yaml === undefined ? { value: {} } : parseYaml(yaml);
  const value = "problems" in parsed ? undefined : (parsed.value ?? {});
  const { title, description } = isObject(value) ? value : {};
  const isTooLong = text.length > maximumLength;
  const isText = [title, description].every(
    (each) => each === undefined || typeof each === "string",
  );
  if (isTooLong || !isObject(value) || !isText) {
    return {
      severity: "error",
      code: "unusable-guides",
      message: isTooLong
        ? `The guide has more than ${maximumLength} characters.`
        : "The front matter of the guide cannot be read, or its `title` or `description` is not a text.",
      fix: isTooLong
        ? "Make several guides of it."
        : "Write lines of YAML between the two lines `---`, such as `title: First call`.",
      file: name,
      line: 1,
      column: 1,
    };
  }
  return {
    path,
    file: name,
    text: text.slice(front.length),
    line: front.split("\n").length,
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
  };
}
