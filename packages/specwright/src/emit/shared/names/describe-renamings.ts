import type { Diagnostic } from "../../../diagnostic.ts";
import { createDiagnosticList } from "../../../diagnostic-list.ts";
import type { Location, Operation } from "../../../document/model/model.ts";
import { groupBy } from "../../../group-by.ts";

/** A thing of the document that has names in generated code: `{ kind: "operation", name: "getPet" }`. */
export interface NamedThing {
  /** For readers: `schema`, `operation`. */
  readonly kind: string;
  readonly name: string;
  readonly location?: Location | undefined;
}

/** A name of generated code that is not the usual one, because that one belongs to something else. */
export interface Renaming {
  readonly thing: NamedThing;
  readonly wanted: string;
  /** The name that the thing has instead. */
  readonly free: string;
  /** The thing that has the wanted name. Undefined when the generated code itself uses the name. */
  readonly owner: string | undefined;
}

/** An operation as a named thing. */
export function describeOperation({ name, location }: Operation): NamedThing {
  return { kind: "operation", name, location };
}

/**
 * One warning for each thing that has unusual names, with all of them: an operation has a function, constants and types,
 * in several targets.
 */
export function describeRenamings(renamings: readonly Renaming[]): readonly Diagnostic[] {
  const list = createDiagnosticList();
  const byThing = groupBy(renamings, ({ thing: { kind, name } }) => `${kind} ${name}`);
  for (const ofThing of byThing.values()) {
    list.push(describe(ofThing));
  }
  return list.list();
}

function describe(renamings: readonly Renaming[]): Diagnostic {
  const names = new Map(renamings.map(({ wanted, free }) => [free, wanted]));
  const owners = new Set(renamings.map(({ owner }) => owner));
  const things = renamings.map(({ thing }) => thing);
  const { kind = "name", name = "" } = things[0] ?? {};
  const location = things.find((thing) => thing.location !== undefined)?.location;
  const free = joinQuoted(names.keys());
  return {
    severity: "warning",
    code: "renamed",
    message: `The ${kind} \`${name}\` is generated as ${free}, because ${[...owners].map((owner) => describeOwner(owner, renamings)).join(", and ")}.`,
    fix: `Use ${names.size === 1 ? free : "these names"}, or rename the ${kind} in the document.`,
    ...(location === undefined ? {} : { file: location.file, pointer: location.pointer }),
  };
}

function describeOwner(owner: string | undefined, renamings: readonly Renaming[]): string {
  const own = renamings.filter((each) => each.owner === owner).map(({ wanted }) => wanted);
  const wanted = joinQuoted(new Set(own));
  return owner === undefined
    ? `the generated code uses ${wanted} itself`
    : `\`${owner}\` already has the name${new Set(own).size === 1 ? "" : "s"} ${wanted}`;
}

function joinQuoted(words: Iterable<string>): string {
  const quoted = [...words].map((word) => `\`${word}\``);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} and ${last}`;
}
