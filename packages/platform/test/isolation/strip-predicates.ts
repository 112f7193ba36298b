import {
  type BinaryOperationNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  RawNode,
  type RootOperationNode,
} from "kysely";

/** A plugin that removes our predicates, and counts them. */
export interface Stripping {
  readonly plugin: KyselyPlugin;
  readonly count: () => number;
}

const scopeColumns: ReadonlySet<string> = new Set(["project_id", "organization_id", "owner_id"]);

/** Keys belong to the organization, and its owner may choose a project. Here the organization is the wall. */
const ownersTable = '"name":"api_keys"';

/**
 * Replaces every comparison with a column of the row's owner by `true`: in conditions, in joins, and in SQL text.
 * Then only the database keeps projects apart.
 */
export function createStripping(): Stripping {
  let count = 0;
  const onStrip = (): void => {
    count += 1;
  };
  const transformer = new PredicateStripper(scopeColumns, onStrip);
  const ownersTransformer = new PredicateStripper(new Set(["organization_id"]), onStrip);
  return {
    count: () => count,
    plugin: {
      // The root node stays; only conditions inside it are replaced.
      transformQuery: ({ node, queryId }) => {
        const isOwners = JSON.stringify(node).includes(ownersTable);
        const by = isOwners ? ownersTransformer : transformer;
        return by.transformNode(node, queryId) as RootOperationNode;
      },
      transformResult: async ({ result }) => result,
    },
  };
}

/** `a.project_id = b.project_id and`, as in the text of a query. */
const inText = /\b(?:\w+\.)?(?:project_id|organization_id|owner_id) = (?:\w+\.)?\w+ and\b/g;

class PredicateStripper extends OperationNodeTransformer {
  readonly #columns: ReadonlySet<string>;
  readonly #onStrip: () => void;

  constructor(columns: ReadonlySet<string>, onStrip: () => void) {
    super();
    this.#columns = columns;
    this.#onStrip = onStrip;
  }

  protected override transformNodeImpl<T extends OperationNode>(
    node: T,
    queryId?: Parameters<OperationNodeTransformer["transformNode"]>[1],
  ): T {
    if (!isScopePredicate(node, this.#columns)) {
      return super.transformNodeImpl(node, queryId);
    }
    this.#onStrip();
    // One condition replaces another, and the query compiler accepts any node there.
    return RawNode.createWithSql("true") as unknown as T;
  }

  protected override transformRaw(node: RawNode): RawNode {
    const sqlFragments = node.sqlFragments.map((text) =>
      text.replace(inText, () => {
        this.#onStrip();
        return "true and";
      }),
    );
    return { ...super.transformRaw(node), sqlFragments };
  }
}

function isScopePredicate(node: OperationNode, columns: ReadonlySet<string>): boolean {
  if (node.kind !== "BinaryOperationNode") {
    return false;
  }
  // The kind says so.
  const { leftOperand } = node as BinaryOperationNode;
  return columns.has(readColumnName(leftOperand) ?? "");
}

function readColumnName(node: OperationNode): string | undefined {
  const { column } = node as { readonly column?: { readonly column?: { readonly name?: string } } };
  return column?.column?.name;
}
