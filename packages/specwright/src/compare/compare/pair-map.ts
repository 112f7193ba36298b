/**
 * Values by two objects. Nearly every object has one partner, which is kept with its value: a map for each of a hundred thousand objects
 * takes most memory of a comparison.
 */
export class PairMap<Value> {
  readonly #first = new Map<object, { readonly partner: object; readonly value: Value }>();
  readonly #further = new Map<object, Map<object, Value>>();

  get(object: object, partner: object): Value | undefined {
    const first = this.#first.get(object);
    return first?.partner === partner ? first.value : this.#further.get(object)?.get(partner);
  }

  /** @param partner one that the object does not have yet */
  set(object: object, partner: object, value: Value): void {
    if (!this.#first.has(object)) {
      this.#first.set(object, { partner, value });
      return;
    }
    const further = this.#further.get(object) ?? new Map<object, Value>();
    this.#further.set(object, further.set(partner, value));
  }
}
