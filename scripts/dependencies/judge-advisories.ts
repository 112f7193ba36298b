/** The outcome of `npm audit`. `unknown`: the registry did not say. */
export type Judgement =
  | { readonly kind: "fine" }
  | { readonly kind: "serious"; readonly packages: readonly string[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** The members of npm's answer that are read here. A failed request has the last three. */
interface Answer {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range: string }>
  >;
  readonly statusCode?: number;
  readonly error?: { readonly code?: string };
}

/**
 * Judges the output of `npm audit --json`: advisories of high and critical severity are serious. A registry without
 * advisories, or a machine without a network, leaves the question open.
 */
export function judgeAdvisories(output: string): Judgement {
  let answer: Answer;
  try {
    answer = JSON.parse(output);
  } catch {
    return { kind: "unknown", reason: "npm printed no result" };
  }
  const { vulnerabilities, statusCode, error } = answer;
  if (vulnerabilities === undefined) {
    const reason =
      statusCode === undefined
        ? (error?.code ?? "npm named no reason")
        : `the registry answered ${statusCode}`;
    return { kind: "unknown", reason };
  }
  const packages = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => severity === "high" || severity === "critical")
    .map(([name, { severity, range }]) => `${name} ${range} (${severity})`);
  return packages.length === 0 ? { kind: "fine" } : { kind: "serious", packages };
}
