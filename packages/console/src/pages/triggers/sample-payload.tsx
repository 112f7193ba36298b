import type { TriggerType } from "../../../../../generated/types/index.js";
import { JsonView } from "../../parts/json-view.tsx";
import { makeSample } from "../../schema/make-sample.ts";

/** The data of an event of a type, made from its schema. */
export function SamplePayload({ type }: { readonly type: TriggerType }) {
  return (
    <section aria-labelledby="sample" className="space-y-2">
      <h2 id="sample" className="text-large font-medium">
        Sample payload
      </h2>
      <p className="text-soft">
        The member <code className="font-mono text-small">data</code> of the event, made from its
        schema. The values are made up.
      </p>
      <JsonView value={makeSample(type.payload)} name="the sample payload" />
    </section>
  );
}
