/** A place in a pattern that is read from left to right. */
export interface Cursor {
  readonly pattern: string;
  offset: number;
}

/** Moves past what the sticky expression matches here; undefined when it does not. */
export function scan(cursor: Cursor, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = cursor.offset;
  const found = expression.exec(cursor.pattern);
  if (found === null) {
    return undefined;
  }
  cursor.offset = expression.lastIndex;
  return found;
}
