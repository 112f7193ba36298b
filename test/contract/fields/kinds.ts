/**
 * The kinds of text that the contract distinguishes. A schema has a kind when it is a string that accepts the good
 * samples and refuses the bad ones, or has the format.
 */
export interface Kind {
  readonly format?: string;
  readonly good?: readonly string[];
  readonly bad?: readonly string[];
}

const twelve = "A1b_-2Cd3E4f";
const random = "V1StGXR8_Z5jdHi6B-myT9";

const fixed: Readonly<Record<string, Kind>> = {
  uuid: { format: "uuid" },
  uri: { format: "uri" },
  // ISO 8601
  time: { format: "date-time" },
  // docs/decisions.md §1: at most 64 characters of A-Z, 0-9 and _.
  "tool-slug": {
    good: ["GITHUB_CREATE_ISSUE", "A".repeat(64)],
    bad: ["github", "A".repeat(65), "A-B", ""],
  },
  "toolkit-slug": { good: ["github", "acme-2"], bad: ["GitHub", "", "a/b"] },
  // Case-insensitive, normalized to upper case.
  "trigger-slug": { good: ["GITHUB_ISSUE_ADDED", "github_issue_added"], bad: ["", "A-B", "A/B"] },
  // A date and a counter.
  "toolkit-version": { good: ["20251120_00"], bad: ["latest", "1.0.0", ""] },
  // Comma-separated slugs and ids, one string.
  "toolkit-slugs": { good: ["github", "github,stripe"], bad: ["GitHub", ""] },
  "auth-config-ids": { good: [`ac_${twelve}`, `ac_${twelve},ac_${twelve}`], bad: ["ca_1", ""] },
  // base64url of {"page":2,"limit":20}
  cursor: { good: ["eyJwYWdlIjoyLCJsaW1pdCI6MjB9"], bad: ["a.b", ""] },
  // 160 random bits are 27 characters of base64url.
  "project-key": {
    good: [`ak_${"a".repeat(27)}`],
    bad: [`ak_${"a".repeat(26)}`, `oak_${"a".repeat(27)}`],
  },
  "event-id": {
    good: ["msg_0194d8a2-7c3e-7b51-9f24-6a8d0c5e2b17"],
    bad: ["msg_0194d8a2-7c3e-4b51-9f24-6a8d0c5e2b17", "msg_a.b"],
  },
  "webhook-secret": {
    good: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazcMqMLGkEM="],
    bad: ["whsec_", "a b"],
  },
  "project-name": {
    good: ["abc", "support-agent_2", "a".repeat(75)],
    bad: ["ab", "a b", "a".repeat(76)],
  },
  "server-name": {
    good: ["abcd", "Support tools-2", "a".repeat(30)],
    bad: ["abc", "a_bc", "a".repeat(31)],
  },
};

/** The kind of a name, such as `id(ca_)`; undefined when it does not name a kind of text. */
export function findKind(name: string): Kind | undefined {
  // id(ca_) is a prefix and 12 characters, token(lk_) a prefix and at least 128 random bits.
  const [, what, prefix] = /^(id|token)\((\w+)\)$/.exec(name) ?? [];
  if (what === "id") {
    return {
      good: [prefix + twelve],
      bad: [
        prefix + twelve.slice(1),
        `${prefix}${twelve}a`,
        `x${prefix}${twelve}`,
        `${prefix}A1b.-2Cd3E4f`,
      ],
    };
  }
  if (what === "token") {
    return { good: [prefix + random], bad: [prefix + random.slice(1), random] };
  }
  return fixed[name];
}
