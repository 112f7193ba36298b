import type { Model } from "../../../document/model/model.ts";
import { findTypeCircles, type TypeCircles } from "./circles/type-circles.ts";
import {
  collectDiscriminators,
  type Discriminators,
} from "./discriminators/type-discriminators.ts";
import { noTargets, searchTargets, type UnnamedTargets } from "./places/unnamed-targets.ts";
import type { TypeOptions } from "./type-options.ts";

/** Facts about a whole document that printing types needs. They are plain data, so units of printed text contain them. */
export interface TypeFacts {
  readonly options: TypeOptions;
  readonly discriminators: Discriminators;
  readonly circles: TypeCircles;
  /** The targets of references that do not name a component. */
  readonly unnamed: UnnamedTargets;
  /**
   * The names of the types of component schemas, if each has its own declaration. Otherwise types refer to them as
   * indexes into `components`.
   */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** Collects the facts of a document. */
export function collectTypeFacts(
  model: Model,
  options: TypeOptions = {},
  names?: ReadonlyMap<string, string>,
): TypeFacts {
  const { discriminators, circles } = findShared(model, options.likeOpenapiTypescript === true);
  return { options, discriminators, circles, names, unnamed: searchTargets(model, options) };
}

/**
 * The same facts for units. The targets of references without names are found only if the document has such references,
 * because comparing two units reads them.
 */
export function prepareFacts(facts: TypeFacts, kept: { readonly hasUnnamed: boolean }): TypeFacts {
  return kept.hasUnnamed ? facts : { ...facts, unnamed: noTargets };
}

type SharedFacts = Pick<TypeFacts, "discriminators" | "circles">;

/** Targets share these, because finding them visits every schema and a model never changes. */
const found = new WeakMap<Model, SharedFacts>();
const foundLike: typeof found = new WeakMap();

function findShared(model: Model, likeOpenapiTypescript: boolean): SharedFacts {
  const known = likeOpenapiTypescript ? foundLike : found;
  const facts = known.get(model) ?? {
    discriminators: collectDiscriminators(model, likeOpenapiTypescript),
    circles: findTypeCircles(model, likeOpenapiTypescript),
  };
  known.set(model, facts);
  return facts;
}
