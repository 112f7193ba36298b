/**
 * Why a kind of change may break something, where no example shows it. The kinds are in the order of the alphabet.
 */
export const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "callback-added":
      "The service sends a request that old receivers do not expect; code that handles every callback lacks it.",
    "component-schema-unused-changed":
      "No operation uses the schema, so nothing says which way its values go; code may use its type.",
    "link-changed":
      "The document says only how calls belong together; a program that follows the link would make another call.",
    "link-removed":
      "The document says only how calls belong together; a program that follows the link finds none.",
    "media-type-default-changed":
      "The client asks for another media type unless a program chooses one, and its functions have the types of that one.",
    "media-type-stream-terminator-changed":
      "A program that stops at the old terminator reads on until the connection closes, and gets the new one as an event.",
    "operation-first-tag-changed":
      "The client groups operations by their first tag, so that the module from which code imports the operation may be another one.",
    "operation-pagination-changed":
      "Old clients find the next page as before; whether the service still sends it there, the description of pages does not say.",
    "operation-sunset-changed":
      "Until the new date all calls work; a program that is planned for the old date may be too late.",
    "operation-tag-added":
      "The client groups operations by their first tag, so that the module from which code imports the operation may be another one.",
    "operation-tag-removed":
      "The client groups operations by their first tag, so that the module from which code imports the operation may be another one.",
    "parameter-added":
      "The service may send the parameter of a webhook; code that lists every parameter does not know it.",
    "parameter-empty-forbidden":
      "Our router reads `name=` as an empty text as before; other servers may refuse it.",
    "parameter-reserved-forbidden":
      "Our router reads reserved characters in both forms; other servers may understand the encoded form alone.",
    "request-body-added":
      "Old receivers ignore the body; a receiver that refuses requests with a body would fail.",
    "request-media-type-added":
      "The service chooses the media type, and may keep sending the old one to receivers that know no other.",
    "request-media-type-parameters-changed":
      "Requests of both documents are accepted; code that names the media type has to be written anew.",
    "request-media-type-widened":
      "Requests of both documents are accepted; code that names the media type has to be written anew.",
    "response-added":
      "A program meets an answer that it does not know, if the service ever gives it.",
    "response-empty-success-removed":
      "A program that waits for this status may wait for ever; one that looks only for a success notices nothing.",
    "response-header-removed":
      "The header was optional, so programs had to manage without it; now they always have to.",
    "response-media-type-added":
      "A program that sends no `Accept` may get the new media type; one that asks for the old one gets it.",
    "response-media-type-narrowed":
      "Answers are what they were; code that names the media type has to be written anew.",
    "response-media-type-parameters-changed":
      "Answers are what they were; code that names the media type has to be written anew.",
    "response-media-type-removed":
      "The other media types of this answer were documented before, so a program may know them, too.",
    "response-media-type-schema-removed":
      "Every body is allowed here now, and nothing says which of them will come.",
    "response-removed":
      "The service gives no such answer any more; code that handles it is not needed.",
    "response-success-removed":
      "A program that waits for this status may wait for ever; one that looks only for a success notices nothing.",
    "security-scheme-changed":
      "Requests are as they were; programs that get their tokens as the scheme says do it in another way.",
    "server-default-changed":
      "Calls to the old address still arrive; a client that takes the first server of the document calls another one.",
    "server-variable-default-changed":
      "Calls to the old address still arrive; a client that takes the default calls another one.",
    "webhook-added":
      "The service sends a request that old receivers do not expect; code that handles every webhook lacks it.",
  }),
);
