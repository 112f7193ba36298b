/**
 * Groups nodes that lead to each other, with Tarjan's algorithm for strongly connected components. A group comes after
 * the groups to which it leads; most groups have a single node. Chains may be as long as memory allows.
 */
export function findCircles<Node>(
  nodes: Iterable<Node>,
  findUses: (node: Node) => Iterable<Node>,
): readonly (readonly Node[])[] {
  const visits = new Map<Node, Visit<Node>>();
  const open: Node[] = [];
  const circles: (readonly Node[])[] = [];
  const enter = (node: Node): Visit<Node> => {
    const index = visits.size;
    const uses = findUses(node)[Symbol.iterator]();
    const visit = { node, uses, index, low: index, isOpen: true };
    visits.set(node, visit);
    open.push(node);
    return visit;
  };
  for (const node of nodes) {
    const way = visits.has(node) ? [] : [enter(node)];
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const next = visit.uses.next();
      if (next.done === true) {
        way.pop();
        const before = way.at(-1);
        if (before !== undefined) {
          before.low = Math.min(before.low, visit.low);
        }
        if (visit.low === visit.index) {
          circles.push(close(visit.node, open, visits));
        }
        continue;
      }
      const seen = visits.get(next.value);
      if (seen === undefined) {
        way.push(enter(next.value));
      } else if (seen.isOpen) {
        visit.low = Math.min(visit.low, seen.index);
      }
    }
  }
  return circles;
}

interface Visit<Node> {
  readonly node: Node;
  /** The uses that have not been visited yet. */
  readonly uses: Iterator<Node>;
  readonly index: number;
  low: number;
  isOpen: boolean;
}

function close<Node>(
  node: Node,
  open: Node[],
  visits: ReadonlyMap<Node, Visit<Node>>,
): readonly Node[] {
  const members = open.splice(open.lastIndexOf(node));
  for (const member of members) {
    const visit = visits.get(member);
    if (visit !== undefined) {
      visit.isOpen = false;
    }
  }
  return members;
}
