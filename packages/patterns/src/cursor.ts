/** The current place in a pattern that is read from left to right. */
export interface Cursor {
  readonly pattern: string;
  offset: number;
}

/** Moves past the text that the sticky expression matches at the cursor. Undefined when it does not match. */
export function scan(cursor: Cursor, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = cursor.offset;
  const found = expression.exec(cursor.pattern);
  if (found === null) {
    return undefined;
  }
  cursor.offset = expression.lastIndex;
  return found;
}
