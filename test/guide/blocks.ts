/** A fenced block of a page. */
export interface Block {
  /** The word after the fence, such as `ts` or `sh`. */
  readonly language: string;
  readonly code: string;
  /** The line of the page on which the code begins. */
  readonly line: number;
  /** The heading of the second level that it stands below. */
  readonly section?: string;
  /** The file that the block shows. The first line of such a block is a comment with only the path. */
  readonly file?: string;
  /** The expected output of the block: the `text` block that follows it. `…` stands for anything. */
  readonly expected?: string;
}

/** The fenced blocks of a page in order. A `text` block is added to the block before it, as its expected output. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const match of markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const [, language = "", code = ""] = match;
    const previous = blocks.at(-1);
    if (language === "text" && previous !== undefined) {
      blocks[blocks.length - 1] = { ...previous, expected: code };
      continue;
    }
    const [, file] = /^(?:\/\/|#) ([\w./-]+\.[a-z]+)\n/.exec(code) ?? [];
    const before = markdown.slice(0, match.index);
    const section = before
      .match(/^## .*$/gm)
      ?.at(-1)
      ?.slice(3);
    blocks.push({
      language,
      code,
      line: before.split("\n").length + 1,
      ...(section !== undefined && { section }),
      ...(file !== undefined && { file }),
    });
  }
  return blocks;
}

/**
 * Joins several blocks into one module. In the page, each block has all imports that it needs, so that it can be
 * copied. The module imports every name once.
 */
export function joinBlocks(codes: readonly string[]): string {
  const imports = new Map<string, Set<string>>();
  const bodies = codes.map((code) =>
    code.replace(
      /^import (type )?\{([^}]*)\} from ("[^"]+");\n/gm,
      (_, type: string | undefined, names: string, from: string) => {
        const known = imports.get(from) ?? new Set();
        for (const name of names.split(",").map((each) => each.trim())) {
          if (name !== "") {
            known.add(type === undefined ? name : `type ${name}`);
          }
        }
        imports.set(from, known);
        return "";
      },
    ),
  );
  const lines = [...imports].map(
    ([from, names]) => `import { ${[...names].join(", ")} } from ${from};`,
  );
  return [...lines, ...bodies].join("\n");
}
