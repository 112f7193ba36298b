import type { Link, Operation } from "../../document/model/model.ts";

/** The further calls that the document's links describe, one line each, for the comment of the operation. */
export function listLinkNotes({ responses }: Operation): readonly string[] {
  return [...responses].flatMap(([status, { value }]) =>
    [...value.links].map(([name, link]) => `Link \`${name}\` (${status}): ${renderLinkNote(link)}`),
  );
}

function renderLinkNote({
  operationId,
  operationRef,
  description,
  parameters,
  requestBody,
}: Link): string {
  const target = operationId ?? operationRef ?? "";
  const values = [...parameters].map(([name, value]) => `\`${name}\` = ${printLinkValue(value)}`);
  if (requestBody !== undefined) {
    values.push(`the body = ${printLinkValue(requestBody.value)}`);
  }
  const call = values.length === 0 ? `\`${target}\`` : `\`${target}\` with ${values.join(", ")}`;
  return description === undefined ? call : `${call}. ${description}`;
}

/** An expression as written, a constant as JSON. */
function printLinkValue(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
