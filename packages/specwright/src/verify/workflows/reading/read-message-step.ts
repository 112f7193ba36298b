import type { Source, Step } from "../description.ts";
import type { Compiling } from "./compile-text.ts";
import type { ObjectReader } from "./open-object.ts";

/**
 * Returns whether a step sends or receives a message: it has a member that only such steps have (Arazzo 1.1), or it calls an operation of
 * a source description of the type asyncapi.
 */
export function isMessageStep({ value }: ObjectReader, sources: readonly Source[]): boolean {
  const call = String(value.operationId ?? value.operationPath ?? "");
  const [, named] = /\$sourceDescriptions\.([^.{}]+)/.exec(call) ?? [];
  return (
    value.channelPath !== undefined ||
    value.action !== undefined ||
    value.correlationId !== undefined ||
    sources.some(({ name, type }) => type === "asyncapi" && name === named)
  );
}

/**
 * Reads a step that sends or receives a message. It is reported as a warning, because the steps before it, and other workflows, can be
 * run. Its parts are not read: they mean messages (`$message.payload`). Only the names of its outputs are known to other steps.
 */
export function readMessageStep(
  reader: ObjectReader,
  id: string,
  file: string,
  { report }: Compiling,
): Step {
  const { action } = reader.value;
  const does =
    action === "send" ? "sends" : action === "receive" ? "receives" : "sends or receives";
  report(reader.pointer, {
    code: "unsupported-workflow-part",
    severity: "warning",
    message: `The step \`${id}\` ${does} a message (AsyncAPI), and specwright calls HTTP operations only. Its workflow is run until there.`,
    fix: "Call an HTTP operation that does the same, or move what follows into a workflow of its own. `--ignore message-step` accepts that the workflow is not finished.",
  });
  return {
    ...{ id, location: { file, pointer: reader.pointer }, call: { kind: "message" } },
    ...{ parameters: [], body: undefined, criteria: [], onSuccess: [], onFailure: [] },
    outputs: reader.map("outputs", () => () => undefined),
    timeout: undefined,
    dependsOn: reader.list("dependsOn", (value) => String(value)),
  };
}
