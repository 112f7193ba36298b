import type { Schema } from "../../packages/specwright/src/document/model/model.ts";
import { makeValue } from "../../packages/specwright/src/verify/values/make-value.ts";
import { createRandom } from "../../packages/specwright/src/verify/values/random.ts";

/** Small and large values that probably fit one of the schemas. Most random values fit none. */
export function makeValues(schemas: Iterable<Schema>): readonly unknown[] {
  return [...schemas]
    .flatMap((schema, at) =>
      (["least", "some", "most", "most"] as const).map((fullness, index) =>
        makeValue(schema, { random: createRandom(at, `${index}`), fullness }),
      ),
    )
    .filter((value) => value !== undefined);
}
