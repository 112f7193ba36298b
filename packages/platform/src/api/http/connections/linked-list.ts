/** A place in a list. It is in one list at a time. */
export interface ListNode {
  previous?: ListNode | undefined;
  next?: ListNode | undefined;
}

/**
 * A list in the order of its additions, from which any node can be taken at once. A `Set` can do that too, but not for
 * members that come and go with every request (ADR 107).
 */
export class LinkedList<Node extends ListNode> {
  #first: ListNode | undefined;
  #last: ListNode | undefined;

  /** The node that was added before all others; undefined when the list is empty. */
  get first(): Node | undefined {
    // `add` takes only nodes of this type.
    return this.#first as Node | undefined;
  }

  /** The node that was added after all others; undefined when the list is empty. */
  get last(): Node | undefined {
    return this.#last as Node | undefined;
  }

  /** Adds a node, which must not be in a list, at the end. */
  add(node: Node): void {
    node.previous = this.#last;
    node.next = undefined;
    if (this.#last === undefined) {
      this.#first = node;
    } else {
      this.#last.next = node;
    }
    this.#last = node;
  }

  /** Takes a node of this list out of it. */
  remove({ previous, next }: Node): void {
    if (previous === undefined) {
      this.#first = next;
    } else {
      previous.next = next;
    }
    if (next === undefined) {
      this.#last = previous;
    } else {
      next.previous = previous;
    }
  }
}
