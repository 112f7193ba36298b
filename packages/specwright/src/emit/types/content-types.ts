import type {
  Header,
  MediaType,
  RequestBody,
  Response,
  Schema,
  Use,
} from "../../document/model/model.ts";
import { printTypeExpression } from "../shared/typescript/schema/type-expression.ts";
import { printComponentReference } from "../shared/typescript/schema/type-reference.ts";
import { type TypeContext, type TypePlace, useIndex } from "../shared/typescript/type-context.ts";
import { type Member, renderBlock, renderMember, sortIfWanted } from "./member.ts";

/** The type of a request body: `{ content: { … } }`. */
export function printRequestBody(
  body: RequestBody,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const inner = `${indent}  `;
  const readonly = context.options.immutable;
  const members = printContentMembers(body.content, context, { indent: inner, path });
  const type = members.length === 0 ? '{ "*/*"?: never }' : renderBlock(members, inner);
  return renderBlock([renderMember({ name: "content", type, readonly }, inner)], indent);
}

/** The type of a response: `{ headers: { … }; content: { … } }`. */
export function printResponse(
  response: Response,
  context: TypeContext,
  { indent, path }: TypePlace,
): string {
  const inner = `${indent}  `;
  const innermost = `${indent}    `;
  const { alphabetize, immutable } = context.options;
  const headers = sortIfWanted(response.headers, alphabetize).map(([name, header]) =>
    renderMember(printHeaderMember(name, header, context, { indent: innermost, path }), innermost),
  );
  headers.push(`${innermost}${immutable === true ? "readonly " : ""}[name: string]: unknown;\n`);
  const content = printContentMembers(response.content, context, { indent: inner, path });
  const contentMember: Member =
    content.length === 0
      ? { name: "content", type: "never", optional: true }
      : { name: "content", type: renderBlock(content, inner) };
  return renderBlock(
    [
      renderMember({ name: "headers", type: renderBlock(headers, inner) }, inner),
      renderMember(contentMember, inner),
    ],
    indent,
  );
}

/** The type of a header's value. */
export function printHeader(header: Header, context: TypeContext, place: TypePlace): string {
  if (header.contentType === undefined) {
    return printTypeExpression(header.schema, context, place);
  }
  const inner = { indent: `${place.indent}  `, path: `${place.path}/${header.contentType}` };
  const type = printTypeExpression(header.schema, context, inner);
  const { immutable: readonly } = context.options;
  return renderBlock(
    [renderMember({ name: header.contentType, type, readonly }, inner.indent)],
    place.indent,
  );
}

/** A referenced header counts as required, because openapi-typescript does not follow the reference. */
function printHeaderMember(
  name: string,
  use: Use<Header>,
  context: TypeContext,
  { indent, path }: TypePlace,
): Member {
  const { value } = use;
  const place = { indent, path: `${path}/headers/${name}` };
  return {
    name,
    type:
      use.name === undefined
        ? printHeader(value, context, place)
        : useIndex(printComponentReference("headers", use.name), context),
    optional: use.name === undefined && !value.required,
    readonly: context.options.immutable,
    doc: { description: value.description, deprecated: value.deprecated },
  };
}

function printContentMembers(
  content: readonly MediaType[],
  context: TypeContext,
  { indent, path }: TypePlace,
): string[] {
  const inner = `${indent}  `;
  const { alphabetize, immutable: readonly } = context.options;
  const byName = content.map((mediaType) => [mediaType.mediaType, mediaType] as const);
  return sortIfWanted(byName, alphabetize).map(([name, mediaType]) => {
    const schema = mediaType.schema ?? wrapInList(mediaType.itemSchema);
    const place = { indent: inner, path: `${path}/content/${name}` };
    const type = schema === undefined ? "unknown" : printTypeExpression(schema, context, place);
    return renderMember({ name, type, readonly }, inner);
  });
}

/** Makes the schema of the whole content from that of its items: a list of them (OpenAPI 3.2, section 4.14.3). */
function wrapInList(items: Schema | undefined): Schema | undefined {
  return items && { location: items.location, types: ["array"], items };
}
