/**
 * The members that are here at the moment, such as the requests that are being answered.
 *
 * It is for members that come and go by the thousand. A `Set` makes a new table after every few changes. The old table
 * points to the new one and to its former members, so when V8 has moved one to its older generation, all that follow
 * stay in memory until the next full collection: 5 kB of each request, which were also copied twice (ADR 107).
 */
export class MemberSet<Member extends object> implements Iterable<Member> {
  readonly #places: (Member | undefined)[] = [];
  readonly #free: number[] = [];

  /** The number of members. */
  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Adds a member, and returns the function that removes it. Further calls of that function do nothing. */
  add(member: Member): () => void {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = member;
    let isHere = true;
    return () => {
      if (isHere) {
        isHere = false;
        this.#places[place] = undefined;
        this.#free.push(place);
      }
    };
  }

  /** The members of this moment, in no particular order. */
  [Symbol.iterator](): Iterator<Member> {
    return this.#places.filter((member) => member !== undefined).values();
  }
}
