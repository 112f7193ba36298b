/** How many arrays and objects may stand inside each other; deeper values are refused, so that no walk overflows the stack. */
export const maximumNesting = 64;

/** Whether a value is an array or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether a value holds containers more than 64 levels deep. Ends for circular values too: they are too deep. */
export function isNestedTooDeep(value: unknown, levels: number = maximumNesting): boolean {
  if (!isContainer(value)) {
    return false;
  }
  if (levels === 0) {
    return true;
  }
  return Object.values(value).some((member) => isNestedTooDeep(member, levels - 1));
}
