import { useId, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { describeField, type Schema } from "../../../schema/describe-field.ts";
import { type Draft, readDraft, toDraft } from "../../../schema/draft.ts";
import { Members } from "./schema-field.tsx";

/** The arguments as somebody types them: in fields, or as JSON. */
export interface ArgumentsDraft {
  readonly fields: Draft;
  /** The text of the JSON editor, while it is open. */
  readonly json: string | undefined;
}

/** Nothing typed yet. */
export const emptyArguments: ArgumentsDraft = { fields: undefined, json: undefined };

/** What the draft says; `value` is an object, empty when nothing is filled in. */
export function readArguments(schema: Schema, { fields, json }: ArgumentsDraft) {
  if (json === undefined) {
    const { value, problems } = readDraft(schema, fields);
    return { value: (value ?? {}) as Record<string, unknown>, problems };
  }
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown>, problems: new Map<string, string>() };
    }
    return { value: {}, problems: new Map([["", "Write an object, as in {}"]]) };
  } catch (error) {
    const message = `This is not JSON: ${error instanceof Error ? error.message : ""}`;
    return { value: {}, problems: new Map([["", message]]) };
  }
}

/** The fields of a tool's arguments, with a JSON editor for what fields cannot say. */
export function ArgumentsForm({
  schema,
  title = "Arguments",
  draft,
  problems,
  onChange,
}: {
  readonly schema: Schema;
  readonly title?: string;
  readonly draft: ArgumentsDraft;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (draft: ArgumentsDraft) => void;
}) {
  const id = useId();
  const [stays, setStays] = useState(false);
  const { members } = describeField(schema);
  const problem =
    problems.get("") ?? (stays ? readArguments(schema, draft).problems.get("") : undefined);
  const toggle = (): void => {
    if (draft.json === undefined) {
      const { value } = readArguments(schema, draft);
      onChange({ ...draft, json: JSON.stringify(value, undefined, 2) });
      return;
    }
    const { value, problems: wrong } = readArguments(schema, draft);
    // Fields cannot show a text that is not JSON: it stays in the editor.
    setStays(wrong.size > 0);
    if (wrong.size === 0) {
      onChange({ fields: toDraft(schema, value), json: undefined });
    }
  };
  return (
    <div className="space-y-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-large font-medium">{title}</h2>
        <Button aria-pressed={draft.json !== undefined} onClick={toggle}>
          Edit as JSON
        </Button>
      </div>
      {draft.json !== undefined ? (
        <div className="space-y-1">
          <label htmlFor={id} className="sr-only">
            {title} as JSON
          </label>
          <textarea
            id={id}
            rows={12}
            spellCheck={false}
            value={draft.json}
            aria-invalid={problem !== undefined}
            onChange={({ target }) => onChange({ ...draft, json: target.value })}
            className="field h-auto w-full py-2 font-mono text-small"
          />
          {problem !== undefined && <p className="text-small text-bad wrap-anywhere">{problem}</p>}
        </div>
      ) : members.length === 0 ? (
        <p className="text-soft">It takes none.</p>
      ) : (
        <Members
          members={members}
          draft={draft.fields}
          path=""
          problems={problems}
          onChange={(fields) => onChange({ ...draft, fields })}
        />
      )}
    </div>
  );
}
