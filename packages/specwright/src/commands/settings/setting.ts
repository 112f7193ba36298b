/** How a setting is written and checked, wherever it is given. */
export interface Setting<Value> {
  /** The flags of the setting; empty for settings of `redocly.yaml` alone. */
  readonly flags: readonly Flag<Value>[];
  /** Every problem of a value of `redocly.yaml`. A value without problems has the type of the setting. */
  readonly check: (value: unknown, name: string) => readonly SettingProblem[];
  /** The value with absolute paths; given paths are relative to a folder. */
  readonly resolve: (value: Value, folder: string) => Value;
  /** The value in the spelling of the command line; empty for the default, and for settings without a flag. */
  readonly words: (value: Value, toPath: (path: string) => string) => readonly string[];
}

/** An option of the command line. */
export interface Flag<Value = unknown> {
  /** As Commander has it, such as `-t, --targets <names>`. */
  readonly flags: string;
  readonly help: string;
  readonly choices?: readonly string[];
  /** Reads the value, which is text as it is unless given. `previous` is that of the same flag before it. */
  readonly parse?: (text: string, previous: Value | undefined) => Value | InvalidValue;
}

/** The reason why the value of a flag cannot be used, and the fix. */
export class InvalidValue {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** A problem of a value: the message, the place within the value, and the fix. */
export interface SettingProblem {
  /** JSON Pointer from the value, of one member or of all. */
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
}

/** The check of a setting that is valid or not as a whole. */
export function checkWhole(
  isValid: (value: unknown) => boolean,
  fix: string,
): Setting<unknown>["check"] {
  return (value, name) =>
    isValid(value) ? [] : [{ pointer: "", message: `The value of \`${name}\` is not valid.`, fix }];
}
