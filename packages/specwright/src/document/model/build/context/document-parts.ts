import { isObject } from "../../../../json-object.ts";
import type { SourceDocument } from "../../../read/open-document.ts";
import { listPartReferences } from "./part-references.ts";

/** The values of a document from which parts are made. */
export interface DocumentParts {
  /** The components, path items and webhooks, by reference, such as `#/components/schemas/Pet`. */
  readonly byReference: ReadonlyMap<string, unknown>;
  /** Everything else on which parts depend. */
  readonly surroundings: readonly unknown[];
}

/**
 * Lists the parts of a document. Undefined when a reference has a form other than `#/components/schemas/Pet`, or
 * when schemas have identifiers: the meaning of a part then depends on more than the parts to which it refers. The same
 * holds when a value is at several places.
 *
 * @param settings The settings on which the model depends.
 */
export function listDocumentParts(
  { root }: Pick<SourceDocument, "root">,
  settings: readonly string[],
): DocumentParts | undefined {
  if (!isObject(root.value) || root.isTree !== true || root.mayIdentify) {
    return undefined;
  }
  const { info: _, tags: __, paths, webhooks, components, ...rest } = root.value;
  const ofKinds = isObject(components) ? components : {};
  const sections = [
    ["#/paths", paths] as const,
    ["#/webhooks", webhooks] as const,
    ...Object.entries(ofKinds).map(([kind, each]) => [`#/components/${kind}`, each] as const),
  ];
  const byReference = new Map<string, unknown>();
  for (const [prefix, section] of sections) {
    for (const [name, value] of isObject(section) ? Object.entries(section) : []) {
      if (isObject(value) && listPartReferences(value) === undefined) {
        return undefined;
      }
      byReference.set(`${prefix}/${name}`, value);
    }
  }
  const isReferred = [ofKinds, ...sections.map(([, section]) => section)].some(
    (each) => isObject(each) && each.$ref !== undefined,
  );
  const surroundings = [
    root.name,
    ...settings,
    ofKinds.securitySchemes,
    ...Object.entries(rest).flat(),
  ];
  return isReferred ? undefined : { byReference, surroundings };
}

/** The parts that are new, gone or edited, and all parts that lead to them. */
export function findChangedReferences(
  last: DocumentParts["byReference"],
  next: DocumentParts["byReference"],
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const changed = new Set<string>();
  for (const [reference, value] of next) {
    if (last.get(reference) !== value) {
      changed.add(reference);
    }
    for (const target of (isObject(value) && listPartReferences(value)) || []) {
      const known = users.get(target);
      if (known === undefined) {
        users.set(target, [reference]);
      } else {
        known.push(reference);
      }
    }
  }
  for (const reference of last.keys()) {
    if (!next.has(reference)) {
      changed.add(reference);
    }
  }
  // Iterating a set also visits the items that are added during the loop.
  for (const reference of changed) {
    for (const user of users.get(reference) ?? []) {
      changed.add(user);
    }
  }
  return changed;
}
