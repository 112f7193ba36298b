/** A node of the tree that TypeScript parses. */
interface SyntaxNode {
  readonly kind: number;
}

interface TextNode extends SyntaxNode {
  readonly text: string;
}

/** A parsed file. */
interface ParsedFile extends SyntaxNode {
  getLineAndCharacterOfPosition(position: number): { readonly line: number };
}

/**
 * The parts of the package `typescript`, version 5, that parse a file. Later versions have no programming interface.
 */
export interface TypeScriptParser {
  readonly ScriptTarget: { readonly Latest: number };
  readonly JSDocParsingMode: { readonly ParseAll: number };
  createSourceFile(
    path: string,
    content: string,
    options: { readonly languageVersion: number; readonly jsDocParsingMode: number },
  ): ParsedFile;
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void;
  flattenDiagnosticMessageText(message: unknown, separator: string): string;
  isParenthesizedExpression(node: SyntaxNode): boolean;
  isParenthesizedTypeNode(node: SyntaxNode): boolean;
  isNamedImports(node: SyntaxNode): boolean;
  isComputedPropertyName(node: SyntaxNode): boolean;
  isStringLiteral(node: SyntaxNode): boolean;
  isIdentifier(node: SyntaxNode): boolean;
  isLiteralExpression(node: SyntaxNode): boolean;
  isTemplateLiteralToken(node: SyntaxNode): boolean;
  isPropertyAssignment(node: SyntaxNode): boolean;
  isPropertySignature(node: SyntaxNode): boolean;
  isPropertyAccessExpression(node: SyntaxNode): boolean;
  isElementAccessExpression(node: SyntaxNode): boolean;
}

/** The members of nodes that are read here. Each kind of node has some of them. */
interface AnyNode extends SyntaxNode {
  readonly text?: string;
  readonly name?: SyntaxNode;
  readonly expression?: AnyNode;
  readonly argumentExpression?: SyntaxNode;
  readonly elements?: readonly ImportedName[];
}

interface ImportedName {
  readonly isTypeOnly: boolean;
  readonly propertyName?: TextNode;
  readonly name: TextNode;
}

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

/** Parses TypeScript and JavaScript. */
export function parseSyntax(path: string, content: string, ts: TypeScriptParser): Syntax {
  const file = ts.createSourceFile(path, content, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
  });
  const parts: string[] = [];
  const leaves: string[] = [];
  const imports: string[] = [];
  const prototypes: string[] = [];
  const visit = (node: AnyNode, parent: AnyNode | undefined): void => {
    // Ignore parentheses: they depend on the length of lines, and the nesting shows what they group.
    if (ts.isParenthesizedExpression(node) || ts.isParenthesizedTypeNode(node)) {
      ts.forEachChild(node, (child) => visit(child, parent));
      return;
    }
    if (ts.isNamedImports(node)) {
      const { elements = [] } = node;
      imports.push(...elements.map(showImport));
      parts.push(`imports(${elements.length})`);
      return;
    }
    const text = readLeafText(node, ts);
    if (text === "__proto__" && setsPrototype(node, parent, ts)) {
      prototypes.push("`__proto__` sets or reads a prototype");
    }
    parts.push(text !== undefined && isMemberName(node, parent, ts) ? "name" : String(node.kind));
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
  const errors = [...listParseErrors(file, ts), ...prototypes];
  return { shape: [...parts, ...listDirectives(file)].join(" "), leaves, imports, errors };
}

/** One entry of an import's list, such as `type Problem` or `a as b`. */
function showImport({ isTypeOnly, propertyName, name }: ImportedName): string {
  const given =
    propertyName === undefined ? "" : `${propertyName.text.replace(contentHash, "_#")} as `;
  return `${isTypeOnly ? "type " : ""}${given}${name.text.replace(contentHash, "_#")}`;
}

/** The text of a node that consists only of a string. A key in brackets counts as its text. */
function readLeafText(node: AnyNode, ts: TypeScriptParser): string | undefined {
  if (ts.isComputedPropertyName(node)) {
    const { expression } = node;
    return expression !== undefined && ts.isStringLiteral(expression) ? expression.text : undefined;
  }
  if (ts.isIdentifier(node)) {
    return node.text?.replace(contentHash, "_#");
  }
  return ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) ? node.text : undefined;
}

/** Long generated names end with some digits of a hash of their content: `a_be4d`, and `isABe4d` for the predicate. */
const contentHash = /(?:_[\da-f]{4}|[\dA-F][\da-f]{3})$/;

/** Returns whether a node is the name of a member, where `a`, `"a"`, `7` and `["a"]` mean the same kind of node. */
function isMemberName(node: AnyNode, parent: AnyNode | undefined, ts: TypeScriptParser): boolean {
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
function setsPrototype(node: AnyNode, parent: AnyNode | undefined, ts: TypeScriptParser): boolean {
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
function listTags(node: AnyNode): readonly string[] {
  const { jsDoc } = node as { readonly jsDoc?: readonly DocComment[] };
  return (jsDoc ?? []).flatMap(({ tags }) => (tags ?? []).map((tag) => `@${tag.tagName.text}`));
}

/** Compiler directives in comments, such as references to other files or `@ts-nocheck`. */
function listDirectives(file: SyntaxNode): readonly string[] {
  // The compiler does not declare all of these members.
  const { commentDirectives = [], pragmas, ...lists } = file as unknown as FileDirectives;
  const references = [
    lists.referencedFiles,
    lists.typeReferenceDirectives,
    lists.libReferenceDirectives,
    lists.amdDependencies,
    commentDirectives,
  ].map(({ length }) => String(length));
  return [...references, ...pragmas.keys()];
}

interface DocComment {
  readonly tags?: readonly { readonly tagName: TextNode }[];
}

interface FileDirectives
  extends Readonly<
    Record<
      "referencedFiles" | "typeReferenceDirectives" | "libReferenceDirectives" | "amdDependencies",
      readonly unknown[]
    >
  > {
  readonly commentDirectives?: readonly unknown[];
  readonly pragmas: ReadonlyMap<string, unknown>;
}

function listParseErrors(file: ParsedFile, ts: TypeScriptParser): readonly string[] {
  // As above.
  const { parseDiagnostics } = file as unknown as {
    readonly parseDiagnostics: readonly {
      readonly start?: number;
      readonly messageText: unknown;
    }[];
  };
  return parseDiagnostics.map(({ start = 0, messageText }) => {
    const { line } = file.getLineAndCharacterOfPosition(start);
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
