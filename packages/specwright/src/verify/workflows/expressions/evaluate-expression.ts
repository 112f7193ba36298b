import { evaluateRuntimeExpression } from "@specwright/runtime/v1/callbacks";
import { isArrayOrObject } from "../../../json-object.ts";
import type { Expression, ExpressionRoot } from "./expression.ts";
import type { Scope } from "./scope.ts";

/** The value of an expression, with its type. Undefined when nothing has it. */
export function evaluateExpression({ root, segments, pointer }: Expression, scope: Scope): unknown {
  return pointer.reduce(readMember, readSegments(findRootValue(root, scope), segments));
}

function findRootValue(root: ExpressionRoot, scope: Scope): unknown {
  switch (root.kind) {
    case "call":
      return evaluateRuntimeExpression(root.text, scope.call ?? {});
    case "self":
      return scope.self;
    case "inputs":
    case "outputs":
      return scope[root.kind];
    case "steps":
      return scope.steps.get(root.step);
    case "workflows":
      return scope.workflows.get(root.workflow)?.[root.field];
    case "source":
      return scope.sources.get(root.source);
    default:
      return root satisfies never;
  }
}

/** Names may have dots, so the longest name that the value has is taken first. */
function readSegments(value: unknown, segments: readonly string[]): unknown {
  if (segments.length === 0) {
    return value;
  }
  for (let count = segments.length; count > 1; count -= 1) {
    const name = segments.slice(0, count).join(".");
    if (isArrayOrObject(value) && Object.hasOwn(value, name)) {
      return readSegments(value[name], segments.slice(count));
    }
  }
  const [first = "", ...rest] = segments;
  return readSegments(readMember(value, first), rest);
}

function readMember(value: unknown, name: string): unknown {
  return isArrayOrObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
