import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyableId } from "../../parts/copy-button.tsx";

const samples = {
  TypeScript: `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// The body is the text as it came. This throws unless it is from us, and recent.
const event = webhook.verify(body, headers);`,
  Python: `import os
from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
# The body is the text as it came. This raises unless it is from us, and recent.
event = webhook.verify(body, headers)`,
} as const;

/** The signing secret, which is shown once, with the code that verifies a signature. */
export function SecretOnce({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  const [kind, setKind] = useState<keyof typeof samples>("TypeScript");
  return (
    <section
      aria-labelledby="secret"
      className="max-w-2xl space-y-3 rounded-large border border-accent/40 bg-panel p-4"
    >
      <h2 id="secret" className="text-large font-medium">
        Copy the signing secret now
      </h2>
      <p className="text-soft">It is shown only this once. If it is lost, rotate it.</p>
      <p className="rounded-base border bg-page px-3 py-2">
        <CopyableId id={secret} name="the signing secret" />
      </p>
      <div className="flex items-center gap-3">
        <h3 className="font-medium">Verify each request</h3>
        {(["TypeScript", "Python"] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            onClick={() => setKind(each)}
            className="rounded-small px-2 text-small text-soft hover:text-text aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-text"
          >
            {each}
          </button>
        ))}
      </div>
      <CodeBlock text={samples[kind]} name={`the code in ${kind}`} />
      <Button onClick={onClose}>I have it</Button>
    </section>
  );
}
