import { askDidYouMean } from "../../../text/nearest.ts";
import type { Description, Workflow } from "../description.ts";

/** A problem of a reference: what is wrong, and how to mend it. */
export interface Unfound {
  readonly message: string;
  readonly fix: string;
  /** See `Diagnostic`. */
  readonly suggest?: () => string;
}

/**
 * The workflow that a reference names: its id, or `$sourceDescriptions.<name>.<workflowId>` for one of another document. Redocly's
 * spelling with `.workflows.` before the id is understood too.
 */
export function findWorkflow(reference: string, description: Description): Workflow | Unfound {
  const [, source, name = reference] =
    /^\$sourceDescriptions\.([^.]+)\.(?:workflows\.)?(.+)$/.exec(reference) ?? [];
  const linked = source === undefined ? undefined : description.linked.get(source);
  const other = linked?.kind === "arazzo" ? linked.description : undefined;
  if (source !== undefined && other === undefined) {
    const known = [...description.linked].flatMap(([each, { kind }]) =>
      kind === "arazzo" ? [each] : [],
    );
    return {
      message: `\`${source}\` is not the name of a source description of the type arazzo.`,
      suggest: () => askDidYouMean(source, known),
      fix: "Add the document to `sourceDescriptions`.",
    };
  }
  const { workflows, file } = other ?? description;
  return (
    indexWorkflows(workflows).get(name) ?? {
      message: `${file} has no workflow \`${name}\`.`,
      suggest: () => askDidYouMean(name, indexWorkflows(workflows).keys()),
      fix: "Write the id of a workflow, or `$sourceDescriptions.<name>.<workflowId>`.",
    }
  );
}

/** The workflows of each document by id, so that a document with thousands is read once. */
const indexes = new WeakMap<Description["workflows"], ReadonlyMap<string, Workflow>>();

function indexWorkflows(workflows: Description["workflows"]): ReadonlyMap<string, Workflow> {
  const known = indexes.get(workflows);
  // Of workflows with the same id, which is reported, the first counts.
  const made = known ?? new Map(workflows.toReversed().map((each) => [each.id, each]));
  indexes.set(workflows, made);
  return made;
}
