import { createRequire } from "node:module";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import type * as TypeScript from "../peers/node_modules/typescript/lib/typescript.js";

// TypeScript 5.9, a parser that is not ours. It is the last version with a programming interface.
const ts = createRequire(resolveInRoot("test/peers/package.json"))(
  "typescript",
) as typeof TypeScript;

/** The syntax of a file, apart from its texts and names. */
export interface Syntax {
  /** The kinds of all nodes and their nesting, and everything in comments that affects a compiler. */
  readonly shape: string;
  /** The texts of names and literals, in order. */
  readonly leaves: readonly string[];
  /** The imported names. Import lists are sorted, so another name in the document can be at another place. */
  readonly imports: readonly string[];
  /** The parser's errors, as `line: message`. */
  readonly errors: readonly string[];
}

/** Parses one generated file. */
export function parseSyntax(path: string, content: string): Syntax {
  const file = ts.createSourceFile(path, content, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
  });
  const parts: string[] = [];
  const leaves: string[] = [];
  const imports: string[] = [];
  const prototypes: string[] = [];
  const visit = (node: TypeScript.Node, parent: TypeScript.Node | undefined): void => {
    // Ignore parentheses: they depend on the length of lines, and the nesting shows what they group.
    if (ts.isParenthesizedExpression(node) || ts.isParenthesizedTypeNode(node)) {
      ts.forEachChild(node, (child) => visit(child, parent));
      return;
    }
    if (ts.isNamedImports(node)) {
      imports.push(...node.elements.map(showImport));
      parts.push(`imports(${node.elements.length})`);
      return;
    }
    const text = readLeafText(node);
    if (text === "__proto__" && setsPrototype(node, parent)) {
      prototypes.push("`__proto__` sets or reads a prototype");
    }
    parts.push(text !== undefined && isMemberName(node, parent) ? "name" : String(node.kind));
    if (text === undefined) {
      parts.push("(");
      ts.forEachChild(node, (child) => visit(child, node));
      parts.push(")");
    } else {
      leaves.push(text);
    }
    parts.push(...listTags(node));
  };
  visit(file, undefined);
  const errors = [...listParseErrors(file), ...prototypes];
  return { shape: [...parts, ...listDirectives(file)].join(" "), leaves, imports, errors };
}

/** One entry of an import's list, such as `type Problem` or `a as b`. */
function showImport({ isTypeOnly, propertyName, name }: TypeScript.ImportSpecifier): string {
  const given =
    propertyName === undefined ? "" : `${propertyName.text.replace(contentHash, "_#")} as `;
  return `${isTypeOnly ? "type " : ""}${given}${name.text.replace(contentHash, "_#")}`;
}

/** The text of a node that consists only of a string. A key in brackets counts as its text. */
function readLeafText(node: TypeScript.Node): string | undefined {
  if (ts.isComputedPropertyName(node)) {
    return ts.isStringLiteral(node.expression) ? node.expression.text : undefined;
  }
  if (ts.isIdentifier(node)) {
    return node.text.replace(contentHash, "_#");
  }
  return ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) ? node.text : undefined;
}

/** Long generated names end with some digits of a hash of their content: `a_be4d`, and `isABe4d` for the predicate. */
const contentHash = /(?:_[\da-f]{4}|[\dA-F][\da-f]{3})$/;

/** Returns whether a node is the name of a member, where `a`, `"a"`, `7` and `["a"]` mean the same kind of node. */
function isMemberName(node: TypeScript.Node, parent: TypeScript.Node | undefined): boolean {
  return (
    parent !== undefined &&
    (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) &&
    parent.name === node
  );
}

/**
 * Returns whether `__proto__` has its special meaning at a node: as a key without brackets in an object literal, or
 * after a dot.
 */
function setsPrototype(node: TypeScript.Node, parent: TypeScript.Node | undefined): boolean {
  return (
    parent !== undefined &&
    ((ts.isPropertyAssignment(parent) &&
      parent.name === node &&
      !ts.isComputedPropertyName(node)) ||
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      (ts.isElementAccessExpression(parent) && parent.argumentExpression === node))
  );
}

/** The tags of a node's doc comments, which are not children of the node. */
function listTags(node: TypeScript.Node): readonly string[] {
  const { jsDoc } = node as { readonly jsDoc?: readonly TypeScript.JSDoc[] };
  return (jsDoc ?? []).flatMap(({ tags }) => (tags ?? []).map((tag) => `@${tag.tagName.text}`));
}

/** Compiler directives in comments, such as references to other files or `@ts-nocheck`. */
function listDirectives(file: TypeScript.SourceFile): readonly string[] {
  // These members are internal to the compiler, so its type declarations lack them.
  const { commentDirectives = [], pragmas } = file as unknown as {
    readonly commentDirectives?: readonly unknown[];
    readonly pragmas: ReadonlyMap<string, unknown>;
  };
  const references = [
    file.referencedFiles,
    file.typeReferenceDirectives,
    file.libReferenceDirectives,
    file.amdDependencies,
    commentDirectives,
  ].map(({ length }) => String(length));
  return [...references, ...pragmas.keys()];
}

function listParseErrors(file: TypeScript.SourceFile): readonly string[] {
  // As above.
  const { parseDiagnostics } = file as unknown as {
    readonly parseDiagnostics: readonly TypeScript.Diagnostic[];
  };
  return parseDiagnostics.map(({ start = 0, messageText }) => {
    const { line } = file.getLineAndCharacterOfPosition(start);
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
