import type { Model, Tag } from "../../document/model/model.ts";
import { findBaseAddress } from "../../document/model/server-address.ts";
import type { OutputFile } from "../../output-file.ts";
import { classifyMediaType } from "../shared/bodies/media-kind.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { renderHeader } from "../shared/print/header.ts";
import { nameList } from "../shared/print/name-list.ts";
import type { EmitContext } from "../target.ts";
import { printClientServers } from "./client-servers.ts";
import { chooseStyleEncoders, printClientStyles } from "./client-styles.ts";
import type { ClientModulePlan, ClientOperationPlan, ClientPlan } from "./plan.ts";
import { nameFactoryTypes } from "./reserved-names.ts";
import { printClientSecurity } from "./security/client-security.ts";
import { securityFile } from "./security/security-files.ts";

/** The module that exports everything: the clients, and every operation. */
export function renderIndex(
  { model, command, render }: EmitContext,
  { modules, callbacks, security }: ClientPlan,
  factory: string,
  conversions?: string,
): readonly OutputFile[] {
  const { title, description } = model.info;
  const { auth, ...types } = nameFactoryTypes(factory);
  const needs = printClientSecurity(model, security);
  const styles = printClientStyles(model);
  const servers = printClientServers(model);
  const encoders = chooseStyleEncoders(model);
  const view = {
    header: renderHeader({ source: model.source, command }),
    factory,
    ...types,
    baseUrl: findDocumentBaseUrl(model),
    styles,
    encoders: encoders.map(([, name]) => name),
    styleEncoders: encoders.map((pair) => pair.join(": ")).join(", "),
    servers,
    knows: [styles, servers, needs].some((each) => each !== undefined),
    security: needs !== undefined && {
      type: auth,
      needs,
      names: nameList(security.all.map(({ constant }) => constant)),
      from: escapeString(`./${securityFile}.js`),
    },
    conversions,
    title: renderDocComment({ title, description }),
    multipart: hasMultipart(model),
    modules: modules.map(viewModule),
    callbacks: callbacks.length > 0 && {
      values: nameList(callbacks.flatMap((plan) => [listAs(plan), plan.url])),
      types: nameList(callbacks.flatMap(({ input, output, error }) => [input, output, error])),
    },
  };
  return [
    { path: "client/index.js", content: render("client/index.js", view) },
    { path: "client/index.d.ts", content: render("client/index.d.ts", view) },
  ];
}

/** A tag's description in the document, and the name of its parent if it has one (OpenAPI 3.2). */
function describeTag({ name, summary, description, parent }: Tag): string {
  const notes = parent === undefined ? [] : [`Below the tag \`${parent}\`.`];
  return renderDocComment(
    { summary: summary === name ? undefined : summary, description, notes },
    "  ",
  );
}

/** Returns whether some operation has a multipart body, so that a caller may want to set the options of its parts. */
function hasMultipart({ operations }: Model): boolean {
  return operations.some(({ requestBody }) =>
    requestBody?.value.content.some(
      ({ mediaType }) => classifyMediaType(mediaType) === "multipart",
    ),
  );
}

function viewModule({
  file,
  group,
  namespace,
  tag,
  operations,
}: ClientModulePlan): Record<string, unknown> {
  const values = operations.flatMap((plan) =>
    plan.pages === undefined ? [listAs(plan)] : [listAs(plan), plan.pages.pages, plan.pages.items],
  );
  return {
    from: escapeString(`./${file}.js`),
    namespace,
    group: escapePropertyKey(group),
    doc: describeTag(tag),
    values: nameList(values),
    types: nameList(
      operations.flatMap(({ input, output, error, choice }) =>
        choice === undefined ? [input, output, error] : [input, output, error, choice.outputs],
      ),
    ),
    // These types are written out. TypeScript would infer only the overload with the choice for such a function.
    bound: operations.flatMap(({ name, choice }) =>
      choice === undefined ? [] : [{ name, type: choice.bound }],
    ),
    chosen: operations.flatMap(({ name, choice }) => (choice === undefined ? [] : [name])),
  };
}

/** An operation as an export of the index. */
function listAs({ name, listed }: ClientOperationPlan): string {
  return name === listed ? name : `${name} as ${listed}`;
}

/** The address of the first server with the defaults of its variables, as a literal. Undefined unless it is absolute. */
export function findDocumentBaseUrl({ servers }: Model): string | undefined {
  const address = findBaseAddress(servers);
  return address === undefined ? undefined : escapeString(address);
}
