import type { PathItem } from "../../model.ts";
import { renderPathShape } from "../../path-key.ts";
import { type BuildContext, reportProblem } from "../context/build-context.ts";
import { findMember, listMemberEntries, type Raw } from "../context/raw.ts";

/**
 * Warns of paths that differ only in the names of their parameters, such as `/pets/{id}` and `/pets/{name}`: they "MUST
 * NOT exist as they are identical" (OpenAPI 3.1, section 4.8.8.2). Public documents have them: Elasticsearch's has 26
 * pairs that share a method. Only a router has to distinguish them: see `planRoutes`.
 */
export function reportIdenticalPaths(
  raw: Raw | undefined,
  items: readonly PathItem[],
  context: BuildContext,
): void {
  const written = new Map(listMemberEntries(raw));
  const byShape = new Map<string, PathItem[]>();
  for (const item of items) {
    const place = written.get(item.path);
    const shape = renderPathShape(item.path);
    const earlier = byShape.get(shape) ?? [];
    byShape.set(shape, [...earlier, item]);
    const [first] = earlier;
    if (place !== undefined && first !== undefined) {
      reportPair(item, place, earlier, written, context);
    }
  }
}

function reportPair(
  item: PathItem,
  place: Raw,
  earlier: readonly PathItem[],
  written: ReadonlyMap<string, Raw>,
  context: BuildContext,
): void {
  const listMethods = ({ operations }: PathItem): string[] =>
    operations.map(({ method }) => method);
  const same = earlier.find((other) => listMethods(other).some((method) => has(item, method)));
  const other = same ?? earlier[0];
  const related = other && written.get(other.path);
  if (other === undefined || related === undefined) {
    return;
  }
  const [method] = listMethods(other).filter((each) => has(item, each));
  const at = (method === undefined ? undefined : findMember(place, method)) ?? place;
  const relatedAt = (method === undefined ? undefined : findMember(related, method)) ?? related;
  reportProblem(context, at, {
    severity: "warning",
    code: "identical-paths",
    // Without the paths, so that all pairs of a document are one warning with several places.
    message:
      method === undefined
        ? "Two paths are the same apart from the names of their parameters; they are distinguished by their methods."
        : "Two operations have the same method and the same path apart from the names of its parameters. A request cannot tell which of them it is for.",
    fix: "Use one path with one set of names, and put the operations of both below it.",
    related: { file: relatedAt.file.name, pointer: relatedAt.pointer },
  });
}

function has({ operations }: PathItem, method: string): boolean {
  return operations.some((operation) => operation.method === method);
}
