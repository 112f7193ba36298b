/** The scenarios of the conformance suite that apply to a server with tools. All of them pass. */
export const applies: readonly string[] = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-error",
  "tools-call-with-progress",
  "dns-rebinding-protection",
];

/** Scenarios that apply, but that the suite does not have for version 2025-06-18, with the reason. */
export const notOfEarlier: Readonly<Record<string, string>> = {
  "dns-rebinding-protection": "The suite has it from version 2025-11-25 on.",
};

/** The scenarios that apply at version 2026-07-28. */
export const appliesStateless: readonly string[] = [
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-error",
  "tools-call-with-progress",
  "dns-rebinding-protection",
  "http-header-validation",
  "json-schema-2020-12",
  "tasks-capability-negotiation",
  "tasks-wire-fields",
  "tasks-request-state-removal",
  "tasks-dispatch-and-envelope",
];

const ofSuite = "It calls a tool that only servers for the suite have.";
const onlyTools = "The endpoints have tools, and no prompts or resources.";

/** Scenarios of version 2026-07-28 of which a part applies, with the checks that fail and the reason. */
export const appliesInPart: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "server-stateless": {
    "sep-2575-http-server-no-independent-requests-on-stream": ofSuite,
    "sep-2575-missing-capability-http-400": ofSuite,
    "sep-2575-server-no-log-without-loglevel": ofSuite,
    "sep-2575-server-rejects-undeclared-capability": ofSuite,
    "sep-2575-server-sends-prompts-list-changed-on-subscription": onlyTools,
    "sep-2575-server-sends-tools-list-changed-on-subscription": ofSuite,
  },
  caching: {
    "sep-2549-prompts-list-caching-hints": onlyTools,
    "sep-2549-resources-list-caching-hints": onlyTools,
    "sep-2549-resources-read-caching-hints": onlyTools,
    "sep-2549-resources-templates-list-caching-hints": onlyTools,
  },
  "tasks-lifecycle": { "sep-2663-tasks-get-status-failed": ofSuite },
  "tasks-request-headers": {
    "tasks-headers-tolerate-mcp-method-on-tools-call":
      "It looks for the result in the text. Ours is in the structured content.",
  },
};

/** Scenarios that cannot be run at an MCP server, with the reason. */
export const notOfServers: Readonly<Record<string, string>> = {
  "http-header-validation": "The suite leaves out the query of the URL, which names the user.",
};

const ofMetaTool =
  "The meta tool of a session executes several tools. The failure of one is in its own result, and the call succeeds.";

/** Scenarios that apply, but not to sessions of the tool router, with the reason. */
export const notOfSessions: Readonly<Record<string, string>> = {
  "json-schema-2020-12": "A session lists its own meta tools, which search and execute the others.",
  "tools-call-error": ofMetaTool,
  "tasks-lifecycle": ofMetaTool,
};

/** The other scenarios, by the reason why they do not apply. */
export const doNotApply: Readonly<Record<string, readonly string[]>> = {
  "The endpoints have tools, and no prompts.": [
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
  "The endpoints have tools, and no resources to list, read or subscribe to.": [
    "resources-list",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "Nothing has arguments that a server could complete: only prompts and resources do.": [
    "completion-complete",
  ],
  "The endpoints are stateless, and so keep no level of a log for a client.": [
    "logging-set-level",
    "tools-call-with-logging",
  ],
  "The endpoints are stateless, and so have no way to ask their client for anything in the middle of a call.":
    [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
    ],
  "The endpoints give out no session, which the scenario needs before it begins.": [
    "server-session-lifecycle",
    "server-sse-polling",
    "server-sse-multiple-streams",
  ],
  "The answer of an application has one body: a text and a picture, or a text and a file, but not three kinds at once.":
    ["tools-call-mixed-content"],
  "It needs a tool of its own, which asks its client for texts, models or folders. The endpoints ask for nothing but that a link is opened.":
    [
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-missing-input-response",
      "input-required-result-non-tool-request",
      "input-required-result-result-type",
      "input-required-result-unsupported-methods",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
      "input-required-result-ignore-extra-params",
      "input-required-result-validate-input",
      "tasks-mrtr-input",
      "tasks-mrtr-composition",
    ],
  "It needs a resource to read.": ["sep-2164-resource-not-found"],
  "No tool asks for a copy of an argument in a header.": ["http-custom-header-server-validation"],
  "It is for an extension of the protocol: skills.": [
    "sep-2640-skills-directory",
    "sep-2640-skills-enumeration",
    "sep-2640-skills-manifest",
  ],
  "The suite does not have its checks yet.": ["tasks-status-notifications"],
  "No tool works only as a task: every client may wait for every call.": [
    "tasks-required-task-error",
  ],
};
