import type { Schema, SchemaReference } from "./schema.ts";

/**
 * A reference whose target is found when it is asked for, because the target may still be in the making: `Node` of a
 * tree refers to `Node`.
 *
 * A class, and not `{ text, get target() {…} }`: V8 gives each object literal with a getter a shape of its own. A
 * document with 5,000 references then has 5,000 shapes, and every read of `target` in the emitters is slow.
 */
export class LateReference implements SchemaReference {
  declare readonly name?: string;
  readonly text: string;
  private readonly find: () => Schema;

  /**
   * @param find Returns the target. Called at each use of `target`.
   * @param name The component's original name when the target is one of `components.schemas`.
   */
  constructor(text: string, find: () => Schema, name: string | undefined) {
    this.text = text;
    this.find = find;
    if (name !== undefined) {
      this.name = name;
    }
  }

  get target(): Schema {
    return this.find();
  }
}
