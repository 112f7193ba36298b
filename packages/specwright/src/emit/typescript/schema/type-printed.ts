/** A printed type, and how tightly its text holds together, so that parentheses stand where they are needed only. */
export interface PrintedType {
  readonly text: string;
  readonly binding: "atom" | "operator" | "intersection" | "union";
  /** Set on the type of an object that says nothing about its members, so that it must not take those of others away. */
  readonly isAnyObject?: true;
}

/** Returns whether a type adds nothing to the other types of a value. */
export function saysNothing({ text: type, isAnyObject }: PrintedType): boolean {
  return type === "unknown" || isAnyObject === true;
}

/** A type whose text can stand anywhere. */
export function text(value: string): PrintedType {
  return { text: value, binding: "atom" };
}

/** `A | B`; each member once; `never` for none. */
export function union(members: readonly PrintedType[]): PrintedType {
  const [first] = members;
  if (first === undefined) {
    return text("never");
  }
  if (members.length === 1) {
    return first;
  }
  const texts = [...new Set(members.map((member) => member.text))];
  return texts.length === 1 ? first : { text: texts.join(" | "), binding: "union" };
}

/**
 * `A & B`; each member once; `never` for an empty list. Types that add nothing are left out: `{ a: string } & Record<string,
 * never>` would have no `a`.
 */
export function intersection(all: readonly PrintedType[]): PrintedType {
  const telling = all.filter((member) => !saysNothing(member));
  const members = telling.length > 0 ? telling : all;
  const [first] = members;
  if (first === undefined) {
    return text("never");
  }
  if (telling.length === 0) {
    return all.find(({ isAnyObject }) => isAnyObject === true) ?? first;
  }
  if (members.length === 1) {
    return first;
  }
  const texts = [...new Set(members.map(intersectionOperand))];
  return texts.length === 1 ? first : { text: texts.join(" & "), binding: "intersection" };
}

function intersectionOperand(member: PrintedType): string {
  return member.binding === "union" ? `(${member.text})` : member.text;
}

/** `A[]`. */
export function array(item: PrintedType): PrintedType {
  return text(`${operand(item)}[]`);
}

/** `readonly A[]`, for an array or a tuple. */
export function readonly(item: PrintedType): PrintedType {
  return { text: `readonly ${operand(item)}`, binding: "operator" };
}

function operand(item: PrintedType): string {
  return item.binding === "atom" ? item.text : `(${item.text})`;
}
