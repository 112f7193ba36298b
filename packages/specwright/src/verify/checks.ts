/** The faults that a run looks for, in the order of reports. */
export const checks = {
  "server-error": "A request is answered with a status of 500 or above.",
  "no-answer": "A request is not answered, or its connection breaks.",
  "undocumented-status": "The status of an answer is not documented.",
  "undocumented-content-type": "The media type of an answer is not documented for its status.",
  "body-missing": "An answer has no body, and the document has one.",
  "body-undocumented": "A success has a body, and the document has none.",
  "body-not-json": "The body of a JSON answer cannot be parsed.",
  "body-mismatch": "The body of an answer does not fit its schema.",
  "header-mismatch": "A header of an answer is required and absent, or does not fit its schema.",
  "valid-refused": "A request that fits the document is refused as wrong.",
  "invalid-accepted": "A request that does not fit the document is accepted.",
  "credentials-ignored":
    "A request without credentials, or with wrong ones, is answered as one with them.",
  "credentials-refused": "A request with the given credentials is answered with 401.",
  "undocumented-route": "A path that the document does not have is answered with a success.",
  "undocumented-method":
    "A method that the document does not have for a path is answered with a success.",
  "allow-missing": "An answer with 405 has no header Allow (RFC 9110, section 15.5.6).",
  "unknown-found": "A thing with an id that was just made up is found.",
  "created-not-found": "A thing that was just created, or that a link leads to, is not found.",
  "write-lost": "A thing does not have the values that were just written to it.",
  "deleted-found": "A thing is still found after it was deleted.",
  "parameter-ignored":
    "An answer does not follow a parameter: more items than its limit, items that its filter excludes, or the first page for the cursor of the second.",
  "step-failed": "A step of a workflow does not meet its criteria, and no action of it leads on.",
  "workflow-unfinished":
    "A workflow cannot be run to its end: an input is missing or wrong, or it takes too many steps.",
  "message-step":
    "A workflow comes to a step that sends or receives a message (AsyncAPI), so it is not run to its end.",
} as const;

/** The name of a check. */
export type Check = keyof typeof checks;
