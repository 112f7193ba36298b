/**
 * A condition that assigns a message to a webhook, such as `type` in the body being `tool.created`: a member of the
 * body, or a header, has one of these values.
 */
export interface WebhookCondition {
  readonly in: "body" | "header";
  readonly name: string;
  readonly values: readonly string[];
}

/** Returns whether a message satisfies a condition. */
export function holds(
  { in: place, name, values }: WebhookCondition,
  headers: { get(name: string): string | null },
  body: unknown,
): boolean {
  if (place === "header") {
    const value = headers.get(name.toLowerCase());
    return value !== null && values.includes(value);
  }
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, name)) {
    return false;
  }
  // The check above has shown that it has this member.
  const value = (body as Record<string, unknown>)[name];
  return typeof value === "string" && values.includes(value);
}
