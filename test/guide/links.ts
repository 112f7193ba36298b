import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The links of a page of Markdown that lead to a file or a heading that does not exist. Links to other hosts are not followed. */
export function findBrokenLinks(file: string): readonly string[] {
  const text = withoutCode(readFileSync(file, "utf8"));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)];
  return links
    .map(([, link, attribute]) => link ?? attribute ?? "")
    .filter((target) => !/^[a-z][a-z\d+.-]*:/.test(target) && !leadsSomewhere(file, target));
}

function leadsSomewhere(from: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : join(dirname(from), path);
  return (
    existsSync(file) &&
    (anchor === undefined || listAnchors(readFileSync(file, "utf8")).includes(anchor))
  );
}

/** The anchors of headings, as GitHub makes them. */
function listAnchors(markdown: string): readonly string[] {
  return [...markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)].map(
    ([, text = ""]) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
}
