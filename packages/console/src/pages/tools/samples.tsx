import { useId, useState } from "react";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Choice } from "../../parts/lists/choice.tsx";
import { type SampleCall, writeSamples } from "./write-samples.ts";

const kinds = [
  { value: "curl", name: "curl" },
  { value: "typescript", name: "TypeScript" },
  { value: "mcp", name: "MCP" },
] as const;

/** The call that the form would make, as code to copy. */
export function Samples({ call }: { readonly call: SampleCall }) {
  const name = useId();
  const [kind, setKind] = useState<(typeof kinds)[number]["value"]>("curl");
  return (
    <section aria-labelledby={`${name}-title`} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${name}-title`} className="text-large font-medium">
          The same call
        </h2>
        <Choice legend="Written as" options={kinds} value={kind} onChoose={setKind} />
      </div>
      <CodeBlock text={writeSamples(call)[kind]} name={`the call as ${kind}`} />
    </section>
  );
}
