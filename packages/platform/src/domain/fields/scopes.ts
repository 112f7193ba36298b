/** OAuth scopes as a list without duplicates. A string is split at spaces and commas. */
export function parseScopes(scopes: unknown): readonly string[] {
  const list = Array.isArray(scopes) ? scopes.map(String) : String(scopes ?? "").split(/[\s,]+/);
  return [...new Set(list.map((scope) => scope.trim()).filter((scope) => scope !== ""))];
}
