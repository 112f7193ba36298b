import { askDidYouMean } from "../../../../text/nearest.ts";
import { paginationMembers, paginationTypes } from "../../facts/pagination-members.ts";
import type { Pagination } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { findMember, includeIfDefined, listMemberEntries, readString } from "../context/raw.ts";

/**
 * Reads `x-pagination`. A value of another form is reported and left out: other tools use the same name for their own
 * extensions.
 */
export function buildPagination(
  raw: Raw | undefined,
  context: BuildContext,
): Pagination | undefined {
  if (raw === undefined) {
    return undefined;
  }
  const type = readString(raw, "type");
  const items = readString(raw, "items");
  const problems = listProblems(raw, type);
  for (const [part, message, fix] of problems) {
    reportProblem(context, part, { severity: "warning", code: "invalid-pagination", message, fix });
  }
  if (problems.length > 0 || !isPaginationType(type) || items === undefined) {
    return undefined;
  }
  const text = (member: string): string | undefined => readString(raw, member);
  return {
    type,
    items,
    ...includeIfDefined("cursor", text("cursor")),
    ...includeIfDefined("next", text("next")),
    ...includeIfDefined("last", text("last")),
    ...includeIfDefined("page", text("page")),
    ...includeIfDefined("offset", text("offset")),
    ...includeIfDefined("totalPages", text("total_pages")),
    ...includeIfDefined("total", text("total")),
    ...includeIfDefined("more", text("more")),
    ...includeIfDefined("limit", text("limit")),
  };
}

type Problem = readonly [part: Raw, message: string, fix: string];

function listProblems(raw: Raw, type: string | undefined): readonly Problem[] {
  const choices = paginationTypes.join(", ");
  if (type === undefined && findMember(raw, "items") === undefined) {
    const message =
      "`x-pagination` has neither `type` nor `items`, so the client gets no iterators for it.";
    const fix = `Write \`type\` (one of ${choices}) and \`items\` (a JSON Pointer), unless it belongs to another tool.`;
    return [[raw, message, fix]];
  }
  const missing: readonly Problem[] = ["type", "items"]
    .filter((name) => findMember(raw, name) === undefined)
    .map((name) => [
      raw,
      `\`x-pagination\` has no \`${name}\`.`,
      name === "type"
        ? `Write one of ${choices}.`
        : "Write the JSON Pointer of the list in the answer, such as /data.",
    ]);
  const wrong = listMemberEntries(raw).flatMap(([name, member]): readonly Problem[] => {
    if (!paginationMembers.some((each) => each === name)) {
      const fix = `${askDidYouMean(name, paginationMembers)}Choose from ${paginationMembers.join(", ")}.`;
      return name.startsWith("x-")
        ? []
        : [[member, `\`x-pagination\` has no member \`${name}\`.`, fix]];
    }
    if (typeof member.value !== "string") {
      return [[member, `\`${name}\` of \`x-pagination\` is not a text.`, "Write a text."]];
    }
    return name === "type" && !isPaginationType(type)
      ? [[member, `\`x-pagination\` has no type \`${type}\`.`, `Write one of ${choices}.`]]
      : [];
  });
  return [...missing, ...wrong];
}

function isPaginationType(type: string | undefined): type is Pagination["type"] {
  return paginationTypes.some((each) => each === type);
}
