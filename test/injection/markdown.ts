import { marked } from "marked";
import type { Syntax } from "../../packages/specwright/src/authoring/injection/syntax.ts";
import { parseSyntax } from "./syntax.ts";

/** The members of a token of the parser `marked` that are used here. */
export interface Token {
  readonly type: string;
  readonly depth?: number;
  readonly href?: string;
  readonly text?: string;
  readonly lang?: string;
  readonly tokens?: readonly Token[];
  readonly items?: readonly Token[];
}

/** The tokens of a Markdown file. */
export function readMarkdown(content: string): readonly Token[] {
  return marked.lexer(content);
}

/** The blocks and inlines of a Markdown file, with the syntax of the code in it. */
export function parseMarkdown(content: string): Syntax {
  const parts: string[] = [];
  const leaves: string[] = [];
  const imports: string[] = [];
  const errors: string[] = [];
  const visit = (tokens: readonly Token[]): void => {
    for (const [index, token] of tokens.entries()) {
      const children = token.tokens ?? token.items;
      if (token.type === "code" && token.lang === "ts") {
        const code = parseSyntax("snippet.ts", token.text ?? "");
        parts.push(`code(${code.shape})`);
        leaves.push(...code.leaves);
        imports.push(...code.imports);
        errors.push(...code.errors);
      } else if (isText(token)) {
        // Escaped characters are tokens of their own.
        const isMore = index > 0 && isText(tokens[index - 1]);
        parts.push(...(isMore ? [] : ["text"]));
        leaves.push(isMore ? `${leaves.pop() ?? ""}${token.text}` : (token.text ?? ""));
      } else {
        parts.push(token.type, "(");
        visit(children ?? []);
        parts.push(")");
        leaves.push(...(children === undefined ? [token.text ?? ""] : []));
      }
    }
  };
  visit(readMarkdown(content));
  return { shape: parts.join(" "), leaves, imports, errors };
}

function isText(token: Token | undefined): boolean {
  return token?.type === "escape" || (token?.type === "text" && token.tokens === undefined);
}
