import type { InjectionOptions } from "../../packages/specwright/src/authoring/injection/check-injection.ts";
import type { Judging } from "../../packages/specwright/src/authoring/injection/judge.ts";
import { createFileParser } from "../../packages/specwright/src/authoring/injection/parse-files.ts";
import { findForeignMarkdown } from "./foreign-markdown.ts";
import { parseMarkdown } from "./markdown.ts";
import { changesFolder, referenceLinks } from "./outputs.ts";
import { typescript } from "./syntax.ts";

/** How the files of our targets, READMEs and reports of changes are parsed and judged. */
export const ourParsers: Omit<InjectionOptions, "document"> = {
  typescript,
  parsers: { md: ({ content }) => parseMarkdown(content) },
  judgeAlone: ({ path, content }) =>
    path.startsWith(changesFolder)
      ? { fault: findForeignMarkdown(content, referenceLinks) }
      : "compare",
};

/** The same for the functions below `checkInjection`. */
export const ourJudging: Judging = { ...ourParsers, parse: createFileParser(ourParsers) };
