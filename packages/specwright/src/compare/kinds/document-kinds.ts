import { type Kind, toKinds } from "./kind.ts";

/**
 * Changes outside of schemas. The four letters are for callers, client code, handlers and validators: `b`reaks, `m`ay
 * break, `-` works.
 */
export const documentKinds: readonly Kind[] = toKinds({
  "operation-added": ["--b-", "The operation {name} is new."],
  "operation-removed": ["bbbb", "The operation {name} was removed."],
  "operation-removed-deprecated": [
    "bbbb",
    "The operation {name}, which was deprecated, was removed.",
  ],
  "operation-moved": ["bb--", "The operation {name} is {after} and no longer {before}."],
  "operation-renamed": ["-bbb", "The operationId is {after} and no longer {before}."],
  "operation-id-added": ["-bbb", "The operation has the operationId {after}."],
  "operation-id-removed": ["-bbb", "The operation no longer has the operationId {before}."],
  "operation-deprecated": ["----", "The operation is deprecated."],
  "operation-no-longer-deprecated": ["----", "The deprecation of the operation was withdrawn."],
  "operation-sunset-changed": ["m---", "The operation ends (`x-sunset`) {after}, before {before}."],
  "operation-summary-changed": ["doc", "The summary of the operation changed."],
  "operation-description-changed": ["doc", "The description of the operation changed."],
  "operation-tag-added": [
    "-m--",
    "The operation has the tag {name}, so that its module can be another one.",
  ],
  "operation-tag-removed": [
    "-m--",
    "The operation no longer has the tag {name}, so that its module can be another one.",
  ],
  "operation-first-tag-changed": [
    "-m--",
    "The first tag of the operation is {after}, before {before}, so that its module can be another one.",
  ],
  "operation-extension-changed": [
    "----",
    "The extension {name} of the operation is {after}, before {before}.",
  ],
  "operation-pagination-changed": [
    "mm--",
    "The operation's pages are described (`x-pagination`) in another way.",
  ],
  "operation-server-changed": ["m---", "The operation's server is {after}, before {before}."],
  "operation-raw-body-added": ["----", "Handlers also get the bytes of the body."],
  "operation-raw-body-removed": ["--b-", "Handlers no longer get the bytes of the body."],
  "path-parameter-renamed": ["-bbb", "The path parameter {before} is named {after}."],
  "header-parameter-renamed": [
    "-bb-",
    "The header {before} is written {after}, which is the same header.",
  ],
  "path-description-changed": ["doc", "The description of the path {name} changed."],

  "parameter-added": ["----", "{place} is a new optional parameter.", "-mb-"],
  "parameter-added-required": ["bb-b", "{place} is a new required parameter.", "--bb"],
  "parameter-removed": ["mbbm", "{place} was removed.", "bbbm"],
  "parameter-moved": [
    "bbbb",
    "The parameter {name} is in the {after} and no longer in the {before}.",
  ],
  "parameter-became-required": ["bb-b", "{place} is required.", "--bb"],
  "parameter-became-optional": ["--b-", "{place} became optional.", "bb--"],
  "parameter-became-list": ["-bbb", "{place} can be repeated: a list in the place of one value."],
  "parameter-style-changed": ["b---", "{place} has the style {after} and no longer {before}."],
  "parameter-explode-changed": ["b---", "{place} has `explode: {after}`, before {before}."],
  "parameter-array-format-changed": [
    "b---",
    "The lists of {place} are written in the format {after}, before {before}.",
  ],
  "parameter-reserved-allowed": [
    "----",
    "{place} may be sent with reserved characters as they are.",
  ],
  "parameter-reserved-forbidden": [
    "m---",
    "{place} may no longer be sent with reserved characters as they are.",
  ],
  "parameter-empty-allowed": ["----", "{place} may be sent empty."],
  "parameter-empty-forbidden": ["m---", "{place} may no longer be sent empty."],
  "parameter-content-changed": ["b---", "{place} is sent as {after} and no longer as {before}."],
  "parameter-deprecated": ["----", "{place} is deprecated."],
  "parameter-no-longer-deprecated": ["----", "The deprecation of {place} was withdrawn."],
  "parameter-description-changed": ["doc", "The description of {place} changed."],
  "parameter-examples-changed": ["doc", "The examples of {place} changed."],
  "parameter-extension-changed": [
    "----",
    "The extension {name} of {place} is {after}, before {before}.",
  ],

  "request-body-added": ["----", "The operation takes an optional body.", "m---"],
  "request-body-added-required": ["bb--", "The operation takes a body, which is required.", "--bb"],
  "request-body-removed": ["mbbb", "The operation no longer takes a body.", "bbbb"],
  "request-body-became-required": ["bb--", "The body is required.", "--b-"],
  "request-body-became-optional": ["--b-", "The body became optional.", "bb--"],
  "request-body-description-changed": ["doc", "The description of the body changed."],
  "request-media-type-added": ["--b-", "The body can also be sent as {name}.", "mm--"],
  "request-media-type-removed": ["bbbb", "The body can no longer be sent as {name}.", "--bb"],
  "request-media-type-widened": [
    "-mbb",
    "The body can be sent as {after}, which includes {before}.",
    "mm--",
  ],
  "request-media-type-parameters-changed": [
    "-m-b",
    "The media type of the body is written {after}, before {before}.",
  ],

  "response-added": ["mm--", "The operation can answer with {name}.", "----"],
  "response-removed": ["-mbb", "The operation no longer answers with {name}.", "mm-b"],
  "response-success-removed": [
    "bbbb",
    "The operation no longer answers with the success {name}.",
    "bb-b",
  ],
  "response-empty-success-removed": [
    "mmbb",
    "The operation no longer answers with {name}, a success without body and headers.",
    "bb-b",
  ],
  "response-description-changed": ["doc", "The description of {place} changed."],
  "response-media-type-added": ["mm--", "{place} can also come as {name}.", "----"],
  "response-media-type-removed": ["bbbb", "{place} no longer comes as {name}.", "bb-b"],
  "response-media-type-narrowed": [
    "-m-b",
    "{place} comes as {after}, which {before} includes.",
    "mm--",
  ],
  "response-media-type-parameters-changed": [
    "-m-b",
    "The media type of {place} is written {after}, before {before}.",
  ],
  "response-header-added": ["----", "{place} can have the header {name}."],
  "response-header-added-required": ["--bb", "{place} has the header {name}.", "bb-b"],
  "response-header-removed": ["mb--", "{place} no longer has the header {name}.", "----"],
  "response-header-became-required": ["--bb", "{place} always has the header {name}.", "bb-b"],
  "response-header-became-optional": [
    "bb-m",
    "{place} does not always have the header {name}.",
    "---m",
  ],
  "response-header-explode-changed": [
    "b---",
    "The header {name} of {place} has `explode: {after}`, before {before}.",
  ],
  "response-header-content-changed": [
    "bb--",
    "The header {name} of {place} is sent as {after} and no longer as {before}.",
  ],
  "response-header-deprecated": ["----", "The header {name} of {place} is deprecated."],
  "response-header-no-longer-deprecated": [
    "----",
    "The deprecation of the header {name} of {place} was withdrawn.",
  ],
  "response-header-description-changed": [
    "doc",
    "The description of the header {name} of {place} changed.",
  ],
  "link-added": ["----", "{place} has the link {name}."],
  "link-removed": ["m---", "{place} no longer has the link {name}."],
  "link-changed": ["m---", "The link {name} of {place} changed."],

  "media-type-encoding-changed": [
    "b---",
    "The property {name} of {place} is encoded in another way.",
  ],
  "media-type-default-changed": [
    "-m--",
    "Programs that do not choose a media type have {place} as {after}, before as {before}.",
  ],
  "media-type-encoding-extended": [
    "----",
    "The property {name} of {place} has another list of media types, which suits those who know the old one.",
  ],
  "media-type-array-format-changed": [
    "b---",
    "The lists of {place} are written in the format {after}, before {before}.",
  ],
  "media-type-stream-terminator-changed": [
    "m---",
    "The stream of {place} ends at {after}, before at {before}.",
  ],
  "media-type-examples-changed": ["doc", "The examples of {place} changed."],
  "request-media-type-schema-added": ["bb-b", "{place} has a schema."],
  "request-media-type-schema-removed": ["--b-", "{place} no longer has a schema."],
  "response-media-type-schema-added": ["--bb", "{place} has a schema."],
  "response-media-type-schema-removed": ["mb--", "{place} no longer has a schema."],

  "callback-added": ["-m--", "The operation sends the callback {name}."],
  "callback-removed": ["bb--", "The operation no longer sends the callback {name}."],
  "callback-moved": ["b---", "The callback {name} is sent to {after} and no longer to {before}."],
  "webhook-added": ["mm--", "The webhook {name} is new."],
  "webhook-removed": ["bbbb", "The webhook {name} was removed."],

  "security-added": ["b-b-", "The operation needs {after}, and needed no credentials before."],
  "security-removed": ["--b-", "The operation needs no credentials, and needed {before} before."],
  "security-alternative-added": ["--b-", "{name} is enough to call the operation."],
  "security-alternative-removed": ["b---", "Calls of the operation with {name} are refused now."],
  "security-alternative-unneeded": [
    "----",
    "Calls of the operation with {name} are accepted, and need not have all of it.",
  ],
  "security-scope-added": ["b---", "The operation also needs the scope {name} of {place}."],
  "security-scope-removed": ["----", "The operation no longer needs the scope {name} of {place}."],
  "security-scheme-added": ["----", "The security scheme {name} is new."],
  "security-scheme-removed": ["b---", "The security scheme {name} was removed."],
  "security-scheme-unused-removed": [
    "----",
    "The security scheme {name}, which no operation uses, was removed.",
  ],
  "security-scheme-unused-changed": [
    "----",
    "The security scheme {name}, which no operation uses, changed: {after}, before {before}.",
  ],
  "security-scheme-extended": [
    "----",
    "The security scheme {name} has more flows or scopes: {after}, before {before}.",
  ],
  "security-scheme-changed": [
    "b---",
    "The security scheme {name} changed: {after}, before {before}.",
  ],
  "security-scheme-description-changed": [
    "doc",
    "The description of the security scheme {name} changed.",
  ],

  "server-added": ["----", "The server {name} is new."],
  "server-removed": ["b---", "The server {name} was removed."],
  "server-default-changed": [
    "m---",
    "The first server, which new clients call by default, is {after}, before {before}.",
  ],
  "server-description-changed": ["doc", "The description of the server {name} changed."],
  "server-variable-added": ["----", "The address of the server {place} has the variable {name}."],
  "server-variable-removed": [
    "m---",
    "The address of the server {place} no longer has the variable {name}.",
  ],
  "server-variable-default-changed": [
    "m---",
    "The variable {name} of the server {place} has the default {after}, before {before}.",
  ],
  "server-variable-value-added": ["----", "The variable {place} can also be {name}."],
  "server-variable-value-removed": ["b---", "The variable {place} can no longer be {name}."],

  "component-schema-added": ["----", "The schema {name} is new."],
  "component-schema-removed": ["-bbb", "The schema {name} was removed."],
  "component-schema-renamed": ["-bbb", "The schema {before} is named {after}."],
  "component-schema-unused-changed": [
    "-mmm",
    "The schema {name}, which no operation uses, changed.",
  ],

  "title-changed": ["doc", "The title of the API is {after}, before {before}."],
  "version-changed": ["doc", "The version of the API is {after}, before {before}."],
  "summary-changed": ["doc", "The summary of the API changed."],
  "description-changed": ["doc", "The description of the API changed."],
  "openapi-version-changed": [
    "doc",
    "The document is written in OpenAPI {after}, before {before}.",
  ],
  "document-spelling-changed": [
    "doc",
    "The document is written in another way, which means the same.",
  ],
  "tag-added": ["doc", "The tag {name} is described."],
  "tag-removed": ["doc", "The description of the tag {name} was removed."],
  "tag-description-changed": ["doc", "The description of the tag {name} changed."],
});
