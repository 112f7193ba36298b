import { LinkedList, type ListNode } from "./linked-list.ts";

/** A member's place in a queue. */
export interface QueuePlace<Member> extends ListNode {
  readonly member: Member;
  readonly group: QueueGroup<Member>;
  readonly isBusy: boolean;
}

/** The members with the same key. */
export interface QueueGroup<Member> extends ListNode {
  readonly key: string;
  readonly idle: LinkedList<QueuePlace<Member>>;
  readonly busy: LinkedList<QueuePlace<Member>>;
  size: number;
}

/**
 * Members in groups. It finds the member that has to leave when there are too many: one of the largest group, so that
 * no group can push out the members of a smaller one. That is the member that has been idle for longest, or the
 * youngest one if all are busy: older ones have been promised an answer. Every method takes the same time for any number
 * of members and groups.
 */
export class GroupedQueue<Member> {
  readonly #groups = new Map<string, QueueGroup<Member>>();
  /** The groups of each size. A group grows and shrinks by one, so the largest size is followed in single steps. */
  readonly #bySize: LinkedList<QueueGroup<Member>>[] = [];
  #largest = 0;
  #size = 0;

  /** The number of members. */
  get size(): number {
    return this.#size;
  }

  /** The number of members of one group. */
  count(key: string): number {
    return this.#groups.get(key)?.size ?? 0;
  }

  /** Adds a member as the youngest one of its group, and returns the place by which it is removed. */
  add(member: Member, key: string, isBusy: boolean): QueuePlace<Member> {
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { key, idle: new LinkedList(), busy: new LinkedList(), size: 0 };
      this.#groups.set(key, group);
    }
    const place: QueuePlace<Member> = { member, group, isBusy };
    listOf(place).add(place);
    this.#resize(group, 1);
    return place;
  }

  /** Removes a member, which has to be in this queue. */
  remove(place: QueuePlace<Member>): void {
    listOf(place).remove(place);
    this.#resize(place.group, -1);
  }

  /** The member that has to leave first; undefined when the queue is empty. */
  findFirst(): Member | undefined {
    const group = this.#bySize[this.#largest]?.first;
    return (group?.idle.first ?? group?.busy.last)?.member;
  }

  /** Forgets the groups without members. They are kept until then, because most get a member again soon (ADR 107). */
  forgetEmptyGroups(): void {
    for (const [key, { size }] of this.#groups) {
      if (size === 0) {
        this.#groups.delete(key);
      }
    }
  }

  #resize(group: QueueGroup<Member>, by: 1 | -1): void {
    if (group.size > 0) {
      this.#bySize[group.size]?.remove(group);
    }
    group.size += by;
    this.#size += by;
    if (group.size > 0) {
      this.#bySize[group.size] ??= new LinkedList();
      this.#bySize[group.size]?.add(group);
    }
    if (group.size > this.#largest) {
      this.#largest = group.size;
    } else if (this.#largest > 0 && this.#bySize[this.#largest]?.first === undefined) {
      this.#largest -= 1;
    }
  }
}

function listOf<Member>({ group, isBusy }: QueuePlace<Member>): LinkedList<QueuePlace<Member>> {
  return isBusy ? group.busy : group.idle;
}
