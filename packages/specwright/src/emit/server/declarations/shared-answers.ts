import { findFirstFree } from "../../../first-free.ts";
import { escapeIdentifier } from "../../../text/identifier.ts";
import { type TypeContext, use, useAll } from "../../shared/typescript/type-context.ts";
import type { ServerOperationPlan } from "../plan.ts";
import { type Answer, answerText, printAnswer, printUnion } from "./response-type.ts";

/** An operation with its answers. */
export interface AnsweredOperation {
  readonly plan: ServerOperationPlan;
  readonly answers: readonly Answer[];
}

/** The answers that several operations have. Each is declared once. */
export interface SharedAnswers {
  /** Prints the union of an operation's answers. Shared answers are printed as their names. */
  readonly print: (answers: readonly Answer[], context: TypeContext) => string;
  /** Prints the declarations of the shared answers. */
  readonly declare: (context: TypeContext) => string;
  /** The names of these declarations. */
  readonly names: ReadonlySet<string>;
}

interface Use {
  readonly answer: Answer;
  /** The operation. */
  readonly owner: string;
}

interface SharedAnswer {
  readonly answer: Answer;
  readonly name: string;
  /** The status of all its uses. Undefined when these differ, so that each use names its own status. */
  readonly status: string | undefined;
}

/**
 * Names the answers that several operations have after the schema of the body. When an answer with more statuses has
 * that name already, the most frequent status is added: `ErrorAnswer<400 | 401>` and `ErrorAnswer429`. Names do not
 * depend on the order of operations, so a new operation at the beginning of the document renames nothing.
 *
 * @param taken names that answers cannot have
 */
export function shareAnswers(
  operations: readonly AnsweredOperation[],
  taken: Iterable<string>,
): SharedAnswers {
  const uses = new Map<string, Use[]>();
  for (const { plan: each, answers } of operations) {
    for (const answer of answers) {
      const key = answerText(answer);
      const known = uses.get(key) ?? [];
      uses.set(key, known);
      known.push({ answer, owner: each.operation.name });
    }
  }
  const names = nameAnswers(uses, new Set(taken));
  const shared = new Map<string, SharedAnswer>();
  for (const [key, [first, ...others]] of uses) {
    const name = names.get(key);
    if (first !== undefined && name !== undefined) {
      const status = printStatus(first.answer);
      const isFixed = others.every(({ answer }) => printStatus(answer) === status);
      shared.set(key, { answer: first.answer, name, status: isFixed ? status : undefined });
    }
  }
  return {
    print: (answers, context) =>
      printUnion(
        answers.map((answer) => printUse(answer, shared.get(answerText(answer)), context)),
      ),
    declare: (context) => [...shared.values()].map((each) => declareAnswer(each, context)).join(""),
    names: new Set(names.values()),
  };
}

function nameAnswers(
  uses: ReadonlyMap<string, readonly Use[]>,
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const shared = [...uses]
    .filter(([, each]) => each.length > 1)
    .map(([key, each]) => ({
      key,
      each,
      statuses: each.flatMap(({ answer }) => answer.statuses),
    }));
  for (const { key, each, statuses } of shared.sort(compareByStatuses)) {
    const stem = `${each[0]?.answer.subject ?? each[0]?.owner} Answer`;
    const status = findMostFrequent(statuses);
    const [short = "", long = ""] = [stem, `${stem} ${status}`].map((text) =>
      escapeIdentifier(text, { style: "pascal" }),
    );
    const isTaken = (name: string): boolean => taken.has(name);
    const name = isTaken(short) ? findFirstFree(long, isTaken, { separator: "_" }) : short;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

interface Counted {
  readonly statuses: readonly string[];
}

/** Each status of each operation counts. */
function compareByStatuses(left: Counted, right: Counted): number {
  return right.statuses.length - left.statuses.length;
}

function printUse(answer: Answer, shared: SharedAnswer | undefined, context: TypeContext): string {
  if (shared === undefined) {
    useAll([...answer.used, ...answer.statusUses], context);
    return printAnswer(answer, printStatus(answer), "    ");
  }
  const name = use(shared.name, context);
  if (shared.status !== undefined) {
    return name;
  }
  useAll(answer.statusUses, context);
  return `${name}<${printStatus(answer)}>`;
}

function declareAnswer({ answer, name, status }: SharedAnswer, context: TypeContext): string {
  useAll([...answer.used, ...(status === undefined ? [] : answer.statusUses)], context);
  const parameter = status === undefined ? "<Status>" : "";
  const type = printAnswer(answer, status ?? "Status", "");
  return `\n/** An answer of several operations. */\nexport interface ${name}${parameter} ${type}\n`;
}

function printStatus({ statuses }: Answer): string {
  return statuses.join(" | ");
}

/** The most frequent text. If several are equally frequent, the first one. */
function findMostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, left], [, right]) => right - left);
  return first?.[0] ?? "";
}
