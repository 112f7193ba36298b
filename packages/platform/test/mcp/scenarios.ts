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

/** Scenarios that apply, but not to sessions of the tool router, with the reason. */
export const notOfSessions: Readonly<Record<string, string>> = {
  "tools-call-error":
    "The meta tool of a session executes several tools. The failure of one is in its own result, and the call succeeds.",
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
  "Schemas of arguments are those that language models take: without $ref, allOf and if (docs/decisions.md, section 7).":
    ["json-schema-2020-12"],
  "It is for version 2026-07-28 of the protocol, which the endpoints do not speak.": [
    "server-stateless",
    "sep-2164-resource-not-found",
    "caching",
    "http-header-validation",
    "http-custom-header-server-validation",
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
  ],
  "It is for an extension of the protocol: skills.": [
    "sep-2640-skills-directory",
    "sep-2640-skills-enumeration",
    "sep-2640-skills-manifest",
  ],
  "It is for an extension of the protocol: tasks.": [
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
    "tasks-status-notifications",
    "tasks-required-task-error",
    "tasks-mrtr-composition",
  ],
};
