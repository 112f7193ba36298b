import { useState } from "react";
import { CodeBlock } from "../../parts/code-block.tsx";

/** The clients for which there is something to paste, with the text. */
export type Setups = Readonly<Record<string, string>>;

/** What to paste into a client, for one of the common ones. */
export function ClientSetup({ setups }: { readonly setups: Setups }) {
  const names = Object.keys(setups);
  const [chosen, choose] = useState(names[0] ?? "");
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-1">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen === name}
            onClick={() => choose(name)}
            className="h-7 rounded-small px-2 text-small text-soft hover:text-text aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-text"
          >
            {name}
          </button>
        ))}
      </div>
      <CodeBlock text={setups[chosen] ?? ""} name={`the setup of ${chosen}`} />
    </div>
  );
}
