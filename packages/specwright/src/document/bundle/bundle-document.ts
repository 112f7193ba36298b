import { asMembers, isObject } from "../../json-object.ts";
import { escapeSegment } from "../../text/pointer.ts";
import {
  type ComponentNames,
  createComponentNames,
} from "../model/build/components/component-names.ts";
import { listElements, listMemberEntries, type Raw } from "../model/build/context/raw.ts";
import type { SourceDocument } from "../read/open-document.ts";
import { findMemberKind, type PartKind, sectionOf } from "./part-kinds.ts";
import { RepeatedParts } from "./repeated-parts.ts";

/** A document in one file: JSON values. */
export type BundledDocument = Readonly<Record<string, unknown>>;

interface Bundling {
  readonly document: SourceDocument;
  readonly names: ComponentNames<string>;
  /** The references to the components, by the places of these. Undefined until all of them are named. */
  readonly components: ReadonlyMap<string, string> | undefined;
  readonly repeated: RepeatedParts;
  /** Places whose content is being inserted, so that circular references end. */
  readonly open: Set<string>;
  readonly onCopy: ((made: object, raw: Raw) => void) | undefined;
}

/**
 * Combines a document of one or more files into one file. Parts of other files become components, with the names that
 * `redocly bundle` gives them. Path items, and parts without a section in `components`, replace the references to them.
 * References in extensions stay references: only those to other files that no component holds are replaced.
 * Broken references are left unchanged: the model has already reported them. `$id` is removed, because it would change
 * the meaning of references within the one file.
 *
 * @param onCopy Called for each object of the result, with the part that it was copied from. An object may come several
 * times, first with the part in which it is written.
 * @throws DiagnosticError when parts that are put in place repeat too much text.
 */
export function bundleDocument(
  document: SourceDocument,
  onCopy?: (made: object, raw: Raw) => void,
): BundledDocument {
  const names = createComponentNames(document, [...sectionOf.values()]);
  const start = { document, names, open: new Set<string>(), onCopy };
  const first = { ...start, components: undefined, repeated: new RepeatedParts() };
  const bundled = copyDocument(first);
  if (document.files.size === 1) {
    return bundled;
  }
  // Extensions do not name components, so the second copy has the names of the first.
  const components = listComponents(first);
  return copyDocument({ ...start, components, repeated: new RepeatedParts() });
}

/** The references to the components, by the places at which their parts are written. */
function listComponents(bundling: Bundling): ReadonlyMap<string, string> {
  return new Map(
    [...sectionOf.values()].flatMap((section) =>
      [...bundling.names.all(section)].map(([name, raw]) => {
        const target = findBundleTarget(raw, bundling) ?? raw;
        return [locatePart(target), writeComponentReference(section, name)] as const;
      }),
    ),
  );
}

function copyDocument(bundling: Bundling): BundledDocument {
  const { root } = bundling.document;
  const parts = listMemberEntries({ file: root, pointer: "", value: root.value });
  const rest = parts.filter(([name]) => name !== "components");
  const bundled = Object.fromEntries(
    rest.map(([name, raw]) => [name, copyMember("document", name, raw, bundling)]),
  );
  const components = copyComponents(parts.find(([name]) => name === "components")?.[1], bundling);
  return Object.keys(components).length === 0 ? bundled : { ...bundled, components };
}

/** Copying a component may lead to further components, so this repeats until it finds no new ones. */
function copyComponents(raw: Raw | undefined, bundling: Bundling): Record<string, unknown> {
  const own = listMemberEntries(raw);
  const sections = [...sectionOf.values()];
  const copied = new Map(sections.map((section) => [section, new Map<string, unknown>()]));
  for (const [name, section] of own) {
    if (!copied.has(name)) {
      copied.set(name, new Map());
      const members = copyMember("components", name, section, bundling);
      copied.set(name, new Map(Object.entries(isObject(members) ? members : {})));
    }
  }
  for (let before = -1, count = 0; before !== count; count = countComponents(copied)) {
    before = count;
    for (const [kind, section] of sectionOf) {
      for (const [name, part] of bundling.names.all(section)) {
        const done = copied.get(section);
        if (done !== undefined && !done.has(name)) {
          done.set(name, copyComponent(kind, section, name, part, bundling));
        }
      }
    }
  }
  const order = new Set([...own.map(([name]) => name), ...sections]);
  return Object.fromEntries(
    [...order].flatMap((name) => {
      const members = copied.get(name);
      const isWritten = own.some(([other]) => other === name);
      return members === undefined || (members.size === 0 && !isWritten)
        ? []
        : [[name, Object.fromEntries(members)]];
    }),
  );
}

function countComponents(groups: ReadonlyMap<string, ReadonlyMap<string, unknown>>): number {
  return [...groups.values()].reduce((count, { size }) => count + size, 0);
}

/**
 * Copies a component. When it only points to a part of another file and that part has this component's name, the part
 * itself is copied.
 */
function copyComponent(
  kind: PartKind,
  section: string,
  name: string,
  raw: Raw,
  bundling: Bundling,
): unknown {
  const target = findBundleTarget(raw, bundling);
  const isItself =
    target !== undefined &&
    target.file !== bundling.document.root &&
    bundling.names.nameComponent(section, target) === name;
  return copy(kind, isItself ? target : raw, bundling);
}

function copyMember(parent: PartKind, name: string, raw: Raw, bundling: Bundling): unknown {
  return noteCopy(makeMember(parent, name, raw, bundling), raw, bundling);
}

function noteCopy(made: unknown, raw: Raw, { onCopy }: Bundling): unknown {
  if (onCopy !== undefined && typeof made === "object" && made !== null) {
    onCopy(made, raw);
  }
  return made;
}

function makeMember(parent: PartKind, name: string, raw: Raw, bundling: Bundling): unknown {
  const { kind, isEach } = findMemberKind(parent, name);
  if (!isEach) {
    return copy(kind, raw, bundling);
  }
  const place = replaceInPlace(raw, bundling, (target) =>
    Array.isArray(target.value)
      ? listElements(target).map((element) => copy(kind, element, bundling))
      : copyMap(kind, target, bundling),
  );
  return place.value;
}

function copyMap(kind: PartKind, raw: Raw, bundling: Bundling): unknown {
  return isObject(raw.value)
    ? Object.fromEntries(
        listMemberEntries(raw).map(([name, part]) => [name, copy(kind, part, bundling)]),
      )
    : raw.value;
}

function copy(kind: PartKind, raw: Raw, bundling: Bundling): unknown {
  return noteCopy(makeCopy(kind, raw, bundling), raw, bundling);
}

function makeCopy(kind: PartKind, raw: Raw, bundling: Bundling): unknown {
  const { value } = raw;
  const isWhole = kind === "literal" || typeof value !== "object" || value === null;
  bundling.repeated.add(raw, isWhole);
  if (isWhole) {
    return value;
  }
  if (kind === "data") {
    const isReference = isFileReference(value);
    return isReference
      ? replaceInPlace(raw, bundling, (end) => copy("literal", end, bundling)).value
      : copy("literal", raw, bundling);
  }
  if (Array.isArray(value)) {
    return listElements(raw).map((element) => copy(kind, element, bundling));
  }
  if (kind === "discriminator") {
    return copyDiscriminator(raw, bundling);
  }
  const target = findBundleTarget(raw, bundling);
  if (target === undefined) {
    return copyObject(kind, raw, bundling);
  }
  const kept = kind === "extension" ? keepReference(raw, target, bundling) : undefined;
  if (kept !== undefined) {
    return kept;
  }
  const section = sectionOf.get(kind);
  if (section === undefined) {
    return replaceInPlace(raw, bundling, (end) => copy(kind, end, bundling)).value;
  }
  const { $ref: _, ...siblings } = asMembers(copyObject(kind, raw, bundling));
  return { $ref: referToTarget(section, raw, target, bundling), ...siblings };
}

/** A reference of an extension, as it is written in one file. Undefined when its target has to be put in its place. */
function keepReference(raw: Raw, target: Raw, bundling: Bundling): unknown {
  const { root } = bundling.document;
  const reference =
    target.file === root
      ? referToRoot(raw, target, bundling)
      : // The first copy only names components.
        bundling.components === undefined
        ? ""
        : bundling.components.get(locatePart(target));
  return reference === undefined ? undefined : { ...asMembers(raw.value), $ref: reference };
}

/** Returns whether an example is a reference to another file. A `$ref` within the same file counts as data of the example. */
function isFileReference(value: object): boolean {
  const text = "$ref" in value ? value.$ref : undefined;
  return Object.keys(value).length === 1 && typeof text === "string" && !text.startsWith("#");
}

function copyObject(kind: PartKind, raw: Raw, bundling: Bundling): unknown {
  const isIdentified = kind === "schema" && raw.file.mayIdentify;
  return Object.fromEntries(
    listMemberEntries(raw)
      .filter(([name]) => !(isIdentified && name === "$id"))
      .map(([name, part]) => [name, copyMember(kind, name, part, bundling)]),
  );
}

/** The target of a `$ref`. Undefined when the value has no `$ref`, or a broken one. */
function findBundleTarget({ file, pointer, value }: Raw, { document }: Bundling): Raw | undefined {
  const text = isObject(value) && Object.hasOwn(value, "$ref") ? value.$ref : undefined;
  const target =
    typeof text === "string" ? document.resolve(text, { file, pointer, value }) : undefined;
  return target === undefined || "code" in target ? undefined : target;
}

/** Replaces a reference by its target. Members beside the reference take precedence. */
function replaceInPlace(
  raw: Raw,
  bundling: Bundling,
  make: (target: Raw) => unknown,
): { readonly value: unknown } {
  const target = findBundleTarget(raw, bundling);
  if (target === undefined) {
    return { value: make(raw) };
  }
  const place = locatePart(target);
  if (bundling.open.has(place)) {
    return { value: raw.value };
  }
  bundling.open.add(place);
  const made = bundling.repeated.during(place, () => replaceInPlace(target, bundling, make).value);
  bundling.open.delete(place);
  const { $ref: _, ...siblings } = asMembers(raw.value);
  return {
    value: isObject(made) && Object.keys(siblings).length > 0 ? { ...made, ...siblings } : made,
  };
}

function referToTarget(section: string, from: Raw, target: Raw, bundling: Bundling): string {
  return target.file === bundling.document.root
    ? referToRoot(from, target, bundling)
    : writeComponentReference(section, bundling.names.nameComponent(section, target) ?? "");
}

/** The reference is kept as written, unless it would have another meaning in the one file. */
function referToRoot(from: Raw, target: Raw, { document: { root } }: Bundling): string {
  const text = asMembers(from.value).$ref;
  return from.file === root && !root.mayIdentify && typeof text === "string"
    ? text
    : writePointerReference(target.pointer);
}

function writeComponentReference(section: string, name: string): string {
  return writePointerReference(`/components/${section}/${escapeSegment(name)}`);
}

function locatePart({ file, pointer }: Raw): string {
  return `${file.path}#${pointer}`;
}

/** A JSON Pointer as a URI fragment (RFC 6901, section 6). */
function writePointerReference(pointer: string): string {
  return `#${encodeURI(pointer.toWellFormed()).replaceAll("#", "%23")}`;
}

/** A value of `mapping` is a reference or the name of a component. */
function copyDiscriminator(raw: Raw, bundling: Bundling): unknown {
  const { mapping, ...rest } = asMembers(raw.value);
  if (!isObject(mapping)) {
    return raw.value;
  }
  const values = Object.entries(mapping).map(([key, reference]) => {
    const isReference = typeof reference === "string" && /[#./]/.test(reference);
    const from = { ...raw, value: { $ref: reference } };
    const target = isReference ? findBundleTarget(from, bundling) : undefined;
    return [key, target ? referToTarget("schemas", from, target, bundling) : reference];
  });
  return { ...rest, mapping: Object.fromEntries(values) };
}
