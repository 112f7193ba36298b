import {
  createFormDecoder,
  createParameterDecoder,
  encodeBracketQuery,
  encodeCookies,
  encodeHeaders,
  encodePath,
  type ParameterDefinition,
  ParameterError,
  type ParameterSource,
} from "@specwright/runtime/v1/parameters";
import type { MediaType, Parameter } from "../../document/model/model.ts";
import { encodeForm } from "../../emit/shared/bodies/form-fields.ts";
import { classifyMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { describeParameter } from "../../emit/shared/parameters/describe-parameter.ts";
import {
  describeOtherFields,
  listFormFields,
} from "../../emit/shared/parameters/form-definitions.ts";
import { isObject } from "../../json-object.ts";
import type { ValueRoot } from "./list-roots.ts";

/** Reads a value of the sender as the other document's reader reads it. Boxed; undefined when it cannot be sent. */
export type ReadSent = (value: unknown) => { readonly value: unknown } | undefined;

/**
 * Prepares the sending of values. Parameters, headers and forms are texts on the wire, so that the reader decides by its own
 * schema whether `1` is a number. All other values arrive as they are.
 */
export function createReader(sender: ValueRoot, reader: ValueRoot): ReadSent {
  if (sender.parameter !== undefined && reader.parameter !== undefined) {
    return orUndefined(readParameter(sender.parameter, reader.parameter));
  }
  const [from, to] = [sender.mediaType, reader.mediaType];
  const isForm =
    from !== undefined && ["form", "multipart"].includes(classifyMediaType(from.mediaType));
  return isForm && to !== undefined ? orUndefined(readForm(from, to)) : (value) => ({ value });
}

/** Values that a style or a form cannot carry are not sent. */
function orUndefined(read: ReadSent): ReadSent {
  return (value) => {
    try {
      return read(value);
    } catch (error) {
      if (error instanceof ParameterError || error instanceof TypeError) {
        return undefined;
      }
      throw error;
    }
  };
}

function readParameter(sender: Parameter, reader: Parameter): ReadSent {
  // A path parameter may have another name in the other document, and a header another case.
  const decode = createParameterDecoder([{ ...describeParameter(reader), name: sender.name }]);
  return (value) => {
    const decoded = decode(writeSource(sender, value));
    const place = sender.in;
    if (place === "querystring") {
      return Object.hasOwn(decoded, place) ? { value: decoded.querystring } : undefined;
    }
    const values = decoded[place];
    return Object.hasOwn(values, sender.name) ? { value: values[sender.name] } : undefined;
  };
}

/** The request that carries one parameter. */
function writeSource(parameter: Parameter, value: unknown): ParameterSource {
  const values = { [parameter.name]: value };
  const list = [parameter];
  const headers = new Headers();
  switch (parameter.in) {
    case "path": {
      const text = encodePath(`{${parameter.name}}`, list, values);
      return { path: { [parameter.name]: text }, query: "", headers };
    }
    case "header":
      for (const [name, text] of encodeHeaders(list, values)) {
        headers.append(name, text);
      }
      return { path: {}, query: "", headers };
    case "cookie": {
      const text = encodeCookies(list, values);
      if (text !== undefined) {
        headers.set("cookie", text);
      }
      return { path: {}, query: "", headers };
    }
    default:
      return { path: {}, query: encodeBracketQuery(list, values), headers };
  }
}

function readForm(sender: MediaType, reader: MediaType): ReadSent {
  // They are printed into generated routers, which pass them on as definitions of parameters.
  const fields = listFormFields(reader) as readonly unknown[] as readonly ParameterDefinition[];
  const decode = createFormDecoder(fields, describeOtherFields(reader));
  return (value) => (isObject(value) ? { value: decode(encodeForm(sender, value)) } : undefined);
}
