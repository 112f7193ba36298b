import { randomUUID } from "node:crypto";
import { formBodyWith, multipartBodyWith } from "@specwright/runtime/v1/client";
import type { ParameterDefinition } from "@specwright/runtime/v1/parameters";
import { isObject } from "@specwright/runtime/v1/values";
import type { EgressBody } from "../../../base/egress/egress-request.ts";
import { readMediaEssence } from "../../../base/media-essence.ts";
import { setAt } from "../../toolkits/json-pointer.ts";
import type { ToolDefinition } from "../../toolkits/types/tool-types.ts";
import { encodeBracketForm } from "./bracket-form.ts";
import { decodeBase64Argument } from "./decode-base64-argument.ts";
import { encodeBlob, joinBlobs } from "./encoded-blob.ts";
import { buildMimeMessage, mimeMembers } from "./mime-message.ts";

/**
 * An encoded body. Without `contentType`, the content type comes from the body itself, as with multipart boundaries.
 */
export interface EncodedBody {
  readonly body: EgressBody;
  readonly contentType?: string;
}

/** Encodes a checked body as the operation's media type and its `x-platform-*` fields require. */
export function encodeBody(tool: ToolDefinition, value: unknown): EncodedBody {
  const { mediaType, encoding } = tool.body?.mediaType ?? { mediaType: "", encoding: new Map() };
  const essence = readMediaEssence(mediaType);
  // Stands for a message in the text of the body, until the message is put there.
  const mark = randomUUID();
  const content = shapeBody(tool, value, mark);
  if (essence === "application/x-www-form-urlencoded") {
    const form = tool.rules.formBrackets
      ? encodeBracketForm(content)
      : formBodyWith(listStyledFields(tool))(content);
    // The form encoder writes text.
    return { body: form as string, contentType: essence };
  }
  if (essence.startsWith("multipart/")) {
    const parts = Object.fromEntries(
      [...encoding].map(([name, { contentType }]) => [name, contentType ? { contentType } : {}]),
    );
    // The multipart encoder returns a Blob, whose type includes the boundary.
    return { body: multipartBodyWith(parts, essence.slice("multipart/".length))(content) as Blob };
  }
  if (content instanceof Blob) {
    const type = essence.includes("*") ? content.type : essence;
    return { body: content, contentType: type === "" ? "application/octet-stream" : type };
  }
  if (typeof content === "string" && essence !== "" && !jsonType.test(essence)) {
    return {
      body: textType.test(essence) ? content : decodeBase64Argument(content, "body.arguments.body"),
      contentType: essence,
    };
  }
  const contentType = jsonType.test(essence) ? essence : "application/json";
  const text = JSON.stringify(content);
  return {
    body: tool.rules.mime === undefined ? text : putMessage(text, mark, value),
    contentType,
  };
}

const jsonType = /[/+]json$/;

/** For these media types a JSON string is sent as text. For any other type the string is base64, as in results. */
const textType = /^text\/|[/+](?:xml|yaml)$/;

/** Converts the value to the form that the application expects: GraphQL, MIME or moved members. */
function shapeBody({ rules }: ToolDefinition, value: unknown, mark: string): unknown {
  const { graphql, mime, members } = rules;
  if (graphql !== undefined) {
    return { query: graphql.query, variables: value };
  }
  if ((mime === undefined && members.size === 0) || !isObject(value)) {
    return value;
  }
  // An object without a prototype, so that a member may have any name.
  const shaped: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    if (mime === undefined || !mimeMembers.has(name)) {
      setAt(shaped, members.get(name) ?? `/${escapeSegment(name)}`, member);
    }
  }
  if (mime !== undefined) {
    setAt(shaped, mime.target, mark);
  }
  return shaped;
}

/** The body with its message, whose attachments are read while it is sent. */
function putMessage(text: string, mark: string, value: unknown): string | Blob {
  const [before = "", after = ""] = text.split(mark);
  const message = buildMimeMessage(isObject(value) ? value : {});
  return typeof message === "string"
    ? before + Buffer.from(message, "utf8").toString("base64url") + after
    : joinBlobs([new Blob([before]), encodeBlob(message, "url"), new Blob([after])]);
}

function escapeSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The form fields for which `encoding` sets a style. */
function listStyledFields(tool: ToolDefinition): readonly ParameterDefinition[] {
  return [...(tool.body?.mediaType.encoding ?? [])].flatMap(([name, encoding]) => {
    const { style, explode, allowReserved, contentType } = encoding;
    const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
    return isStyled
      ? [
          {
            name,
            in: "query" as const,
            ...(style === undefined ? {} : { style }),
            ...(explode === undefined ? {} : { explode }),
            ...(allowReserved === undefined ? {} : { allowReserved }),
          },
        ]
      : contentType === undefined
        ? []
        : [{ name, in: "query" as const, contentType }];
  });
}
