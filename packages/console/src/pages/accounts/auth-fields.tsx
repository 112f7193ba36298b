import { useId } from "react";
import type { ToolkitAuthField } from "../../../../../generated/types/index.js";
import { stripMarkdown } from "../../parts/strip-markdown.ts";

/** Fields of credentials, as a toolkit describes them. */
export function AuthFields({
  fields,
  values,
  onChange,
}: {
  readonly fields: readonly ToolkitAuthField[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}) {
  return fields.map((field) => (
    <AuthField
      key={field.name}
      field={field}
      value={values[field.name] ?? ""}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ));
}

function AuthField({
  field,
  value,
  onChange,
}: {
  readonly field: ToolkitAuthField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const { displayName, description, required, is_secret: isSecret, default: before } = field;
  const shared = {
    id,
    value,
    required,
    "aria-describedby": `${id}-about`,
    className: "field w-full",
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(target.value),
  };
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="flex items-baseline gap-2 font-medium">
        {displayName}
        {!required && <span className="text-tiny font-normal text-soft">optional</span>}
      </label>
      {field.enum !== undefined ? (
        <select {...shared}>
          <option value="">{before ?? "Choose"}</option>
          {field.enum.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={isSecret ? "password" : "text"}
          placeholder={before ?? ""}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <p id={`${id}-about`} className="text-small text-soft wrap-anywhere">
        {stripMarkdown(description)}
      </p>
    </div>
  );
}

/** The values as the API takes them; a field that is empty is left out. */
export function toCredentials(
  fields: readonly ToolkitAuthField[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = values[name]?.trim();
      return value ? [[name, toValue(type, value)]] : [];
    }),
  );
}

function toValue(type: ToolkitAuthField["type"], text: string): unknown {
  switch (type) {
    case "boolean":
      return text === "true";
    case "integer":
    case "number":
      return Number(text);
    case "array":
      return text.split(",").map((each) => each.trim());
    default:
      return text;
  }
}
