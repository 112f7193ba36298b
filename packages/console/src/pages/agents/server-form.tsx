import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { CheckField } from "../../parts/fields/check-field.tsx";
import { TextField } from "../../parts/fields/text-field.tsx";
import { FailureLine } from "../../parts/states.tsx";
import { type Picked, ToolPicker } from "./tool-picker.tsx";

/** An MCP server as somebody describes it. */
export interface ServerDraft {
  readonly name: string;
  readonly picked: Picked;
  /** True when users without an account get a link. */
  readonly helps: boolean;
}

/** The fields of an MCP server. What was typed stays when it cannot be saved. */
export function ServerForm({
  first,
  save,
  text,
  children,
}: {
  /** What the fields show at first. */
  readonly first: ServerDraft;
  readonly save: {
    readonly isPending: boolean;
    readonly error: unknown;
    mutate(draft: ServerDraft): void;
  };
  /** What the button says. */
  readonly text: string;
  /** Further buttons. */
  readonly children?: ReactNode;
}) {
  const [draft, setDraft] = useState(first);
  const { name, picked, helps } = draft;
  const change = (part: Partial<ServerDraft>): void => setDraft({ ...draft, ...part });
  const toolkits = Object.keys(picked);
  const whole = toolkits.filter((slug) => picked[slug]?.length === 0);
  // A list of tools counts for the whole server: a toolkit without one would show nothing.
  const isMixed = picked !== first.picked && whole.length > 0 && whole.length < toolkits.length;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ ...draft, name: name.trim() });
  };
  return (
    <form onSubmit={submit} className="max-w-2xl space-y-5">
      <TextField
        label="Name"
        about="4 to 30 letters, digits, spaces and hyphens, such as Support tools."
        required
        minLength={4}
        maxLength={30}
        pattern="[A-Za-z0-9 \-]+"
        title="Letters, digits, spaces and hyphens"
        value={name}
        onValue={(next) => change({ name: next })}
      />
      <ToolPicker picked={picked} onPick={(next) => change({ picked: next })} />
      <CheckField
        label="Users without an account get a link to connect one"
        about="Otherwise a call only says that the account is missing."
        checked={helps}
        onChecked={(next) => change({ helps: next })}
      />
      {isMixed && (
        <p role="alert" className="rounded-base bg-wait-tint px-4 py-3 text-wait">
          A server shows all tools of its toolkits, or only tools that are chosen. Choose tools of{" "}
          {whole.join(", ")} too.
        </p>
      )}
      {save.error !== null && <FailureLine error={save.error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          kind="main"
          disabled={save.isPending || toolkits.length === 0 || isMixed}
        >
          {save.isPending ? "Saving it…" : text}
        </Button>
        {children}
      </div>
    </form>
  );
}
