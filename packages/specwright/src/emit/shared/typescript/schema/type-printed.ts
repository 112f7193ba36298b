/** A printed type, with its operator precedence, so that parentheses are added only where they are needed. */
export interface PrintedType {
  readonly text: string;
  readonly binding: "atom" | "operator" | "intersection" | "union";
  /** Set on the type of an object without described members. In an intersection it must not remove the members of others. */
  readonly isAnyObject?: true;
}

/** Returns whether a type adds nothing in an intersection with other types. */
export function saysNothing({ text: type, isAnyObject }: PrintedType): boolean {
  return type === "unknown" || isAnyObject === true;
}

/** A type expression that never needs parentheses. */
export function wrapText(value: string): PrintedType {
  return { text: value, binding: "atom" };
}

/** `A | B`, with each member once. `never` for an empty list. */
export function joinUnion(members: readonly PrintedType[]): PrintedType {
  const [first] = members;
  if (first === undefined) {
    return wrapText("never");
  }
  if (members.length === 1) {
    return first;
  }
  const texts = [...new Set(members.map((member) => member.text))];
  return texts.length === 1 ? first : { text: texts.join(" | "), binding: "union" };
}

/**
 * `A & B`, with each member once. `never` for an empty list. Types that add nothing are left out, because `{ a: string
 * } & Record<string, never>` would have no `a`.
 */
export function joinIntersection(all: readonly PrintedType[]): PrintedType {
  const telling = all.filter((member) => !saysNothing(member));
  const members = telling.length > 0 ? telling : all;
  const [first] = members;
  if (first === undefined) {
    return wrapText("never");
  }
  if (telling.length === 0) {
    return all.find(({ isAnyObject }) => isAnyObject === true) ?? first;
  }
  if (members.length === 1) {
    return first;
  }
  const texts = [...new Set(members.map(parenthesizeForIntersection))];
  return texts.length === 1 ? first : { text: texts.join(" & "), binding: "intersection" };
}

function parenthesizeForIntersection(member: PrintedType): string {
  return member.binding === "union" ? `(${member.text})` : member.text;
}

/** `A[]`. */
export function toArrayType(item: PrintedType): PrintedType {
  return wrapText(`${parenthesizeOperand(item)}[]`);
}

/** `A?`, in a tuple. */
export function toOptionalMember(item: PrintedType): string {
  return `${parenthesizeOperand(item)}?`;
}

/** `readonly A[]`, for an array or a tuple. */
export function toReadonlyType(item: PrintedType): PrintedType {
  return { text: `readonly ${parenthesizeOperand(item)}`, binding: "operator" };
}

function parenthesizeOperand(item: PrintedType): string {
  return item.binding === "atom" ? item.text : `(${item.text})`;
}
