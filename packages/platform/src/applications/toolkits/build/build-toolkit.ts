import type { Diagnostic, Operation } from "specwright";
import type { Schemas } from "../../../base/api-types.ts";
import { categories } from "../categories.ts";
import { describeProblem, type ToolkitDocument } from "../documents/read-document.ts";
import type { AuthField, AuthFieldGroup, AuthScheme } from "../types/auth-types.ts";
import type { ToolkitDefinition, ToolkitDetailRecord } from "../types/catalog-types.ts";
import type { ToolDefinition } from "../types/tool-types.ts";
import { buildAuth } from "./build-auth.ts";
import { buildTool } from "./build-tool.ts";
import { buildTriggers } from "./build-triggers.ts";
import { checkPolledTool } from "./check-poll.ts";
import { checkWebhookSettings } from "./check-webhooks.ts";
import { readToolkitAddress } from "./server-variables.ts";
import { buildToolSlug } from "./tool-slug.ts";

/** The parts of a toolkit's records that are not in its document. */
export interface ToolkitSurroundings {
  /**
   * The address of the platform, without a slash at the end. Logos are served there, unless the document has its own.
   */
  readonly baseUrl: string;
  /** Modes for which this deployment has credentials. */
  readonly managedModes: readonly string[];
  /** Versions of the toolkit, the newest first. */
  readonly versions: readonly string[];
  /** The versions in which a tool exists, the newest first. */
  listVersionsOfTool(slug: string): readonly string[];
}

/** The operations of a document by the slugs of their tools, and the problems of the operations. */
export function assignToolSlugs(document: ToolkitDocument): {
  readonly slugs: ReadonlyMap<string, Operation>;
  readonly problems: readonly Diagnostic[];
} {
  const slugs = new Map<string, Operation>();
  const problems: Diagnostic[] = [];
  for (const operation of document.model.operations) {
    const { operationId, location } = operation;
    const report = (message: string, fix: string): void => {
      problems.push(
        document.locate(describeProblem(document.path, location.pointer, message, fix)),
      );
    };
    if (operationId === undefined) {
      report("The operation has no `operationId`.", "Write one, such as `createIssue`.");
      continue;
    }
    const slug = buildToolSlug(document.format.slug, operationId);
    if (slugs.has(slug)) {
      report(`Two operations would become the tool \`${slug}\`.`, "Rename one `operationId`.");
    }
    slugs.set(slug, operation);
  }
  return { slugs, problems };
}

/** Builds a toolkit from its document. Problems are returned. */
export function buildToolkit(
  document: ToolkitDocument,
  surroundings: ToolkitSurroundings,
): {
  readonly toolkit: ToolkitDefinition;
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly problems: readonly Diagnostic[];
} {
  const { format, model, version } = document;
  const problems: Diagnostic[] = [];
  const { url, variables, fields } = readToolkitAddress(model);
  const surrounding = { schemes: model.components.securitySchemes, ofServer: fields };
  const authSchemes = format.auth.map((auth, index) =>
    buildAuth(auth, format.slug, surrounding, (member, message, fix) => {
      const pointer = `/x-platform-toolkit/auth/${index}/${member}`;
      problems.push(document.locate(describeProblem(document.path, pointer, message, fix)));
    }),
  );
  const { slugs, problems: slugProblems } = assignToolSlugs(document);
  problems.push(...slugProblems);
  const tools = new Map<string, ToolDefinition>();
  const plain = buildToolkitRecord(document, authSchemes, slugs.size, surroundings);
  const { triggers, problems: triggerProblems } = buildTriggers(document, plain);
  problems.push(...triggerProblems);
  const toolkit: ToolkitDefinition = {
    slug: format.slug,
    version,
    record: { ...plain, meta: { ...plain.meta, triggers_count: triggers.size } },
    authSchemes,
    isDeprecated: format.deprecated,
    server: { url, variables, allowedHosts: format.allowed_hosts, headers: format.headers },
    securitySchemes: model.components.securitySchemes,
    tools,
    triggers,
    webhooks: format.webhooks,
  };
  for (const [slug, operation] of slugs) {
    const versions = surroundings.listVersionsOfTool(slug);
    const built = buildTool({ slug, operation, document, toolkit, versions });
    problems.push(...built.problems, ...findUnknownScopes(document, operation, authSchemes));
    tools.set(slug, built.tool);
  }
  for (const { slug, poll } of triggers.values()) {
    const tool = poll && tools.get(poll.toolSlug);
    if (tool !== undefined) {
      checkPolledTool({ poll: poll?.rule }, tool, (member, message, fix) => {
        const pointer = `${tool.operation.location.pointer}/x-platform-trigger/${member}`;
        problems.push(
          document.locate(describeProblem(document.path, pointer, `${slug}: ${message}`, fix)),
        );
      });
    }
  }
  for (const { testTool } of authSchemes) {
    if (testTool !== undefined && !tools.has(testTool)) {
      const message = `\`test_operation\` names the tool \`${testTool}\`, which does not exist.`;
      const pointer = "/x-platform-toolkit/auth";
      const fix = "Name an operationId of the document.";
      problems.push(document.locate(describeProblem(document.path, pointer, message, fix)));
    }
  }
  problems.push(...findWebhookProblems(document));
  return { toolkit, tools, problems };
}

/** Problems with `webhooks` of the root. */
function findWebhookProblems({
  format,
  model,
  path,
  locate,
}: ToolkitDocument): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (format.webhooks !== undefined) {
    const operations = new Set(model.operations.map(({ operationId = "" }) => operationId));
    const groups = format.auth.flatMap(({ fields }) => fields.auth_config_creation);
    const fields = new Set(groups.map(({ name }) => name));
    checkWebhookSettings(format.webhooks, { operations, fields }, (member, message, fix) => {
      const pointer = `/x-platform-toolkit/webhooks/${member}`;
      problems.push(locate(describeProblem(path, pointer, message, fix)));
    });
  }
  return problems;
}

/** Scopes of an operation that no flow of its scheme offers. They could never be granted. */
function findUnknownScopes(
  document: ToolkitDocument,
  { security, location }: Operation,
  authSchemes: readonly AuthScheme[],
): readonly Diagnostic[] {
  return security.flatMap((requirement) =>
    [...requirement].flatMap(([name, scopes]) => {
      const known = authSchemes.find((auth) => auth.securityScheme === name)?.oauth2?.scopes;
      const unknown = scopes.filter((scope) => known !== undefined && !Object.hasOwn(known, scope));
      return unknown.map((scope) => {
        const message = `The security scheme \`${name}\` has no scope \`${scope}\`.`;
        const fix = "Add it to the flow's `scopes`, or correct it.";
        const found = describeProblem(document.path, location.pointer, message, fix);
        return document.locate({ ...found, code: "unknown-scope" });
      });
    }),
  );
}

function buildToolkitRecord(
  { format, model, version }: ToolkitDocument,
  authSchemes: readonly AuthScheme[],
  toolsCount: number,
  { baseUrl, managedModes, versions }: ToolkitSurroundings,
): ToolkitDetailRecord {
  const modes = authSchemes.map(({ mode }) => mode);
  const managed = authSchemes.filter(
    ({ mode, mayBeManaged }) => mayBeManaged && managedModes.includes(mode),
  );
  return {
    slug: format.slug,
    name: model.info.title,
    auth_schemes: modes.length === 0 ? ["NO_AUTH"] : modes,
    platform_managed_auth_schemes: managed.map(({ mode }) => mode),
    is_local_toolkit: false,
    no_auth: modes.length === 0,
    status: format.deprecated ? "deprecated" : "active",
    enabled: true,
    deprecated: { toolkitId: format.legacy_id },
    base_url: readToolkitAddress(model).url,
    ...findCurrentUserRequest(model.operations, format.slug, authSchemes),
    auth_config_details: authSchemes.map(buildAuthDetail),
    meta: {
      created_at: format.created_at,
      updated_at: format.updated_at,
      description: (model.info.description ?? "").trim(),
      logo: format.logo ?? `${baseUrl}/logos/${format.slug}.svg`,
      app_url: format.app_url,
      categories: categories.filter(({ id }) => format.categories.includes(id)),
      triggers_count: 0,
      tools_count: toolsCount,
      version,
      available_versions: [...versions],
    },
  };
}

/** The request that tries credentials, from the first scheme that names one. */
function findCurrentUserRequest(
  operations: readonly Operation[],
  slug: string,
  authSchemes: readonly AuthScheme[],
): Pick<ToolkitDetailRecord, "get_current_user_endpoint" | "get_current_user_endpoint_method"> {
  const tools = authSchemes.map(({ testTool }) => testTool);
  const operation = operations.find(({ operationId }) =>
    operationId === undefined ? false : tools.includes(buildToolSlug(slug, operationId)),
  );
  return operation === undefined
    ? {}
    : {
        get_current_user_endpoint: operation.path,
        get_current_user_endpoint_method: operation.method.toUpperCase(),
      };
}

function buildAuthDetail({ name, mode, fields }: AuthScheme): Schemas["ToolkitAuthConfigDetail"] {
  const { auth_config_creation: creation, connected_account_initiation: initiation } = fields;
  return {
    name,
    mode,
    fields: {
      auth_config_creation: buildDetailGroup(creation),
      connected_account_initiation: buildDetailGroup(initiation),
    },
  };
}

function buildDetailGroup({
  required,
  optional,
}: AuthFieldGroup): Schemas["ToolkitAuthFieldGroup"] {
  const buildFieldDetail =
    (isRequired: boolean) =>
    ({ default: value, enum: choices, ...field }: AuthField): Schemas["ToolkitAuthField"] => ({
      ...field,
      ...(choices === undefined ? {} : { enum: [...choices] }),
      required: isRequired,
      // Lists are joined by commas, as `String` does.
      default: value === null ? null : String(value),
    });
  return {
    required: required.map(buildFieldDetail(true)),
    optional: optional.map(buildFieldDetail(false)),
  };
}
