/** A statement that PostgreSQL executed, with the plan that it chose. */
export interface ExecutedPlan {
  /** With one space between words. */
  readonly text: string;
  readonly milliseconds: number;
  readonly scans: readonly Scan[];
}

/** One access to a table. */
export interface Scan {
  /** As EXPLAIN names it, such as `Index Scan`. */
  readonly node: string;
  /** The table or its partition. */
  readonly table: string;
  readonly index: string | undefined;
  /** False for an index that is read from its beginning, without a condition. */
  readonly isConditional: boolean;
  /** Rows that were read, including those that a filter took out again. */
  readonly rows: number;
}

/** A node of EXPLAIN (ANALYZE, FORMAT JSON), with the members that are read here. */
interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Reads the plans that `auto_explain` wrote into the log of the server, as JSON. */
export function readPlans(log: string): readonly ExecutedPlan[] {
  // The lines of an entry after the first begin with a tab.
  return [...log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)].map(
    ([, milliseconds, json = ""]) => {
      // auto_explain writes these members.
      const entry = JSON.parse(json.replace(/^\t/gm, "")) as {
        readonly "Query Text": string;
        readonly Plan: PlanNode;
      };
      return {
        text: entry["Query Text"].replace(/\s+/g, " ").trim(),
        milliseconds: Number(milliseconds),
        scans: listScans(entry.Plan),
      };
    },
  );
}

function listScans(node: PlanNode): readonly Scan[] {
  const below = (node.Plans ?? []).flatMap(listScans);
  const table = node["Relation Name"];
  const type = node["Node Type"];
  // A statement that writes names the table too; its rows come from a scan below.
  const isAccess = table !== undefined && type !== "ModifyTable" && type !== "LockRows";
  // A part that was never executed read nothing.
  return !isAccess || node["Actual Loops"] === 0 ? below : [describeScan(node, table), ...below];
}

function describeScan(node: PlanNode, table: string): Scan {
  const indexes = type(node) === "Bitmap Heap Scan" ? (node.Plans ?? []).map(listIndexes) : [];
  const index = node["Index Name"] ?? indexes.flat()[0];
  const perLoop =
    (node["Actual Rows"] ?? 0) +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  return {
    node: type(node),
    table,
    index,
    isConditional: node["Index Cond"] !== undefined || node["Recheck Cond"] !== undefined,
    rows: perLoop * (node["Actual Loops"] ?? 1),
  };
}

function type(node: PlanNode): string {
  return node["Node Type"];
}

function listIndexes(node: PlanNode): readonly string[] {
  const own = node["Index Name"];
  return [...(own === undefined ? [] : [own]), ...(node.Plans ?? []).flatMap(listIndexes)];
}
