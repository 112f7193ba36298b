import { type ReactNode, useId } from "react";
import { Button } from "../../../parts/button.tsx";
import {
  type Described,
  describeField,
  type Member,
  type Schema,
} from "../../../schema/describe-field.ts";
import type { Draft } from "../../../schema/draft.ts";
import { FileField } from "./file-field.tsx";

/** What every field gets. */
export interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly draft: Draft;
  /** Where the value is: `items.0.name`. */
  readonly path: string;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (draft: Draft) => void;
}

/** A field, or a group of fields, for a value of a schema. */
export function SchemaField(props: FieldProps) {
  const described = describeField(props.schema);
  switch (described.kind) {
    case "object":
      return <ObjectField {...props} described={described} />;
    case "array":
      return <ArrayField {...props} described={described} />;
    case "file":
      return (
        <FileField
          {...props}
          description={described.description}
          problem={props.problems.get(props.path)}
        />
      );
    default:
      return <TextField {...props} described={described} />;
  }
}

/** The fields of an object's members. */
export function Members({
  members,
  draft,
  path,
  problems,
  onChange,
}: Pick<FieldProps, "draft" | "onChange" | "path" | "problems"> & {
  readonly members: readonly Member[];
}) {
  const given = (typeof draft === "object" && !Array.isArray(draft) ? draft : {}) as Readonly<
    Record<string, Draft>
  >;
  return members.map(({ name, schema, isRequired }) => (
    <SchemaField
      key={name}
      name={name}
      schema={schema}
      isRequired={isRequired}
      draft={given[name]}
      path={path === "" ? name : `${path}.${name}`}
      problems={problems}
      onChange={(next) => onChange({ ...given, [name]: next })}
    />
  ));
}

type Inner = FieldProps & { readonly described: Described };

function ObjectField({ described, name, isRequired, ...rest }: Inner) {
  return (
    <Group name={name} isRequired={isRequired} description={described.description}>
      <Members {...rest} members={described.members} />
    </Group>
  );
}

function ArrayField({ described, name, isRequired, draft, path, problems, onChange }: Inner) {
  const items: readonly Draft[] = Array.isArray(draft) ? draft : [];
  const replace = (index: number, next: readonly Draft[]): void =>
    onChange([...items.slice(0, index), ...next, ...items.slice(index + 1)]);
  const problem = problems.get(path);
  return (
    <Group name={name} isRequired={isRequired} description={described.description}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no names, and each field shows what it is given
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <SchemaField
              name={`${name} ${index + 1}`}
              schema={described.items}
              isRequired={false}
              draft={item}
              path={`${path}.${index}`}
              problems={problems}
              onChange={(next) => replace(index, [next])}
            />
          </div>
          <Button
            aria-label={`Remove ${name} ${index + 1}`}
            className="mt-6.5 px-2.5"
            onClick={() => replace(index, [])}
          >
            ×
          </Button>
        </div>
      ))}
      {problem !== undefined && <Problem text={problem} />}
      <Button onClick={() => onChange([...items, undefined])}>Add to {name}</Button>
    </Group>
  );
}

function TextField({ described, name, isRequired, draft, path, problems, onChange }: Inner) {
  const id = useId();
  const { kind, schema, choices, description } = described;
  const problem = problems.get(path);
  const text = typeof draft === "string" ? draft : "";
  const shared = {
    id,
    value: text,
    "aria-required": isRequired,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-about`,
    spellCheck: false,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(target.value === "" ? undefined : target.value),
  };
  const before = schema.default === undefined ? "" : toShown(schema.default);
  return (
    <div className="space-y-1">
      <Label id={id} name={name} isRequired={isRequired} kind={kind} />
      {kind === "boolean" || kind === "enum" ? (
        <select {...shared} className="field w-full">
          <option value="">{before === "" ? "Not set" : `Not set (${before})`}</option>
          {(kind === "boolean" ? [true, false] : choices).map((choice) => (
            <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
              {toShown(choice)}
            </option>
          ))}
        </select>
      ) : kind === "json" || (kind === "text" && mayBeLong(schema)) ? (
        <textarea
          {...shared}
          rows={kind === "json" ? 3 : 1}
          placeholder={kind === "json" ? "JSON" : before}
          className={`field field-sizing-content h-auto max-h-80 min-h-8 w-full resize-y py-1 ${kind === "json" ? "font-mono text-small" : ""}`}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={kind === "integer" ? "numeric" : kind === "number" ? "decimal" : "text"}
          placeholder={before}
          autoComplete="off"
          className="field w-full"
        />
      )}
      <div id={`${id}-about`} className="space-y-1">
        {problem !== undefined && <Problem text={problem} />}
        {description !== "" && (
          <p className="line-clamp-3 text-small text-soft wrap-anywhere" title={description}>
            {description}
          </p>
        )}
      </div>
    </div>
  );
}

function Label({
  id,
  name,
  isRequired,
  kind,
}: {
  readonly id: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly kind: string;
}) {
  return (
    <div className="flex items-baseline gap-2">
      <label htmlFor={id} className="font-mono text-small font-medium wrap-anywhere">
        {name}
      </label>
      {isRequired && <span className="text-tiny text-accent">required</span>}
      <span className="ml-auto text-tiny text-faint">{kind}</span>
    </div>
  );
}

function Group({
  name,
  isRequired,
  description,
  children,
}: {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0 space-y-3 border-l-2 pl-4">
      <legend className="float-left mb-3 flex w-full items-baseline gap-2">
        <span className="font-mono text-small font-medium wrap-anywhere">{name}</span>
        {isRequired && <span className="text-tiny text-accent">required</span>}
      </legend>
      {description !== "" && (
        <p className="clear-both text-small text-soft wrap-anywhere">{description}</p>
      )}
      <div className="clear-both space-y-3">{children}</div>
    </fieldset>
  );
}

function Problem({ text }: { readonly text: string }) {
  return <p className="text-small text-bad wrap-anywhere">{text}</p>;
}

function toShown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Texts that may have several lines, such as the body of a message. Their field grows. */
function mayBeLong({ maxLength, format }: Schema): boolean {
  return format === undefined && !(typeof maxLength === "number" && maxLength <= 200);
}
