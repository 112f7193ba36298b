import { parsePointer } from "../../../text/pointer.ts";
import type { Expression, ExpressionRoot } from "./expression.ts";

/** The words that begin an expression. Other texts with a `$`, such as `$5`, are plain texts. */
const begins =
  /^\$(?:url|method|statusCode|request|response|message|inputs|outputs|steps|workflows|sourceDescriptions|components|self)(?![A-Za-z0-9_])/;

/** Returns whether a text means an expression, so that it is a mistake when it cannot be parsed. */
export function isExpression(text: string): boolean {
  return begins.test(text);
}

/**
 * Parses a runtime expression. Beside the grammar of the specification, names and indexes may follow each value, as in
 * `$response.body.items[0].id`: the operators `.` and `[]` of conditions are allowed everywhere.
 *
 * @returns a sentence that says what is wrong, when it is not an expression
 */
export function parseExpression(written: string): Expression | string {
  if (/^\$message(?:\.|$)/.test(written)) {
    return "it reads a message, and specwright calls HTTP operations only";
  }
  const [head = "", pointer] = splitOnce(written, "#");
  if (pointer !== undefined && !/^(?:\/|$)/.test(pointer)) {
    return "a JSON Pointer begins with `/`";
  }
  const found = findRoot(head);
  if (found === undefined) {
    return "the specification has no such expression";
  }
  const segments = splitSegments(found.rest);
  return segments === undefined
    ? "a name or an index is missing in it"
    : { written, root: found.root, segments, pointer: parsePointer(pointer ?? "") };
}

interface Found {
  readonly root: ExpressionRoot;
  /** Such as `.items[0].id`. */
  readonly rest: string;
}

function findRoot(head: string): Found | undefined {
  const whole = /^\$(?:url|method|statusCode|(?:request|response)\.(?:header|query|path)\..+)$/s;
  if (whole.test(head)) {
    return { root: { kind: "call", text: head }, rest: "" };
  }
  if (head === "$self") {
    return { root: { kind: "self" }, rest: "" };
  }
  const [, body, behindBody = ""] = /^(\$(?:request|response)\.body)([.[].*)?$/s.exec(head) ?? [];
  if (body !== undefined) {
    return { root: { kind: "call", text: body }, rest: behindBody };
  }
  const [, kind, names] = /^\$(inputs|outputs)(\..+)$/s.exec(head) ?? [];
  if (names !== undefined) {
    return { root: { kind: kind === "inputs" ? "inputs" : "outputs" }, rest: names };
  }
  const [, step, output] = /^\$steps\.(.+?)\.outputs(\..+)$/s.exec(head) ?? [];
  if (step !== undefined && output !== undefined) {
    return { root: { kind: "steps", step }, rest: output };
  }
  const [, workflow, field, name] =
    /^\$workflows\.(.+?)\.(inputs|outputs)(\..+)$/s.exec(head) ?? [];
  if (workflow !== undefined && name !== undefined) {
    const side = field === "inputs" ? "inputs" : "outputs";
    return { root: { kind: "workflows", workflow, field: side }, rest: name };
  }
  const [, source, member] = /^\$sourceDescriptions\.([^.]+)(\..+)$/s.exec(head) ?? [];
  return source === undefined || member === undefined
    ? undefined
    : { root: { kind: "source", source }, rest: member };
}

/** `.items[0]['a b']` → `["items", "0", "a b"]`. Undefined when something else is between them. */
function splitSegments(rest: string): readonly string[] | undefined {
  const segments: string[] = [];
  const token = /\.([^.[\]]+)|\[(\d+)\]|\['([^'\]]*)'\]|\["([^"\]]*)"\]/y;
  while (token.lastIndex < rest.length) {
    const match = token.exec(rest);
    const name = match?.slice(1).find((each) => each !== undefined);
    if (name === undefined) {
      return undefined;
    }
    segments.push(name);
  }
  return segments;
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
