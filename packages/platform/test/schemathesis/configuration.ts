/** How Schemathesis makes requests for a service. */
export interface Configuration {
  readonly keys: {
    readonly project: string;
    readonly organization: string;
    /** The session of a browser. */
    readonly console: string;
  };
  /** Existing values by the name of a path parameter. Half of the cases use one of them. */
  readonly known: Readonly<Record<string, readonly string[]>>;
}

/** The text of `schemathesis.toml`. */
export function writeConfiguration({ keys, known }: Configuration, hooks: string): string {
  const names = Object.keys(known);
  const lines = [
    `hooks = ${writeTomlText(hooks)}`,
    "[output.sanitization]",
    // Do not hide keys: the service ends with the run, and its requests must be repeatable as they were.
    "enabled = false",
    "[auth.openapi]",
    `ProjectKey = { api_key = ${writeTomlText(keys.project)} }`,
    `OrganizationKey = { api_key = ${writeTomlText(keys.organization)} }`,
    `ConsoleSession = { api_key = ${writeTomlText(keys.console)} }`,
    "[checks.negative_data_rejection]",
    `expected-statuses = ${JSON.stringify(refusals)}`,
    "[dictionaries]",
    ...names.map(
      (name) => `${name} = { values = [${(known[name] ?? []).map(writeTomlText).join(", ")}] }`,
    ),
    "[parameters]",
    ...names.map(
      (name) =>
        `${writeTomlText(`path.${name}`)} = { dictionary = ${writeTomlText(name)}, probability = 0.5 }`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * The statuses that refuse a request which the document does not allow. Added to schemathesis's own: 410 for a
 * deprecated tool, and 413 and 431 for a request that is too large to be parsed.
 */
const refusals: readonly string[] = [
  ...["400", "401", "403", "404", "405", "406", "409", "410"],
  ...["413", "415", "422", "428", "429", "431"],
];

/** A basic string of TOML, whose escapes are those of JSON. */
function writeTomlText(value: string): string {
  return JSON.stringify(value);
}
