import { useId } from "react";

/** One of a few values, of which all are seen. */
export function Choice<Value extends string>({
  legend,
  options,
  value,
  onChoose,
}: {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="flex gap-0.5 rounded-base bg-hover p-0.5">
      <legend className="sr-only">{legend}</legend>
      {options.map((each) => (
        <label
          key={each.value}
          className="flex h-6.5 items-center rounded-small px-2.5 text-small text-soft has-checked:bg-raised has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === each.value}
            onChange={() => onChoose(each.value)}
          />
          {each.name}
        </label>
      ))}
    </fieldset>
  );
}
