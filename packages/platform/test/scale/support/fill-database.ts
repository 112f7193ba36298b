import { Client } from "pg";

/** The number of rows that a filled database gets. */
export interface FilledSize {
  /** Each with its delivery. A tenth of the deliveries has an attempt that failed before. */
  readonly events: number;
  /** Half of them are polled. */
  readonly instances: number;
}

/** The project that the measured events are of. It gets a twentieth of the stored events, as a large customer has. */
export interface MeasuredProject {
  readonly projectId: string;
  readonly subscriptionId: string;
}

const instancesOfProject = 100;
const accountsOfProject = 20;
const weeks = 13;

/**
 * Fills an installation as 90 days of many projects would, with statements that write many rows at once. Ids are computed from
 * numbers, so that a delivery knows its event without a look-up. Secrets are placeholders: nothing opens them.
 *
 * @param url the database, as its superuser: row-level security does not hold
 */
export async function fillDatabase(
  url: string,
  size: FilledSize,
  measured: MeasuredProject,
): Promise<void> {
  const projects = Math.ceil(size.instances / instancesOfProject);
  await run(url, [
    `insert into projects (id, organization_id, name)
      select 'proj_' || n, (select id from organizations limit 1), 'filled ' || n from generate_series(1, ${projects}) n`,
    `insert into auth_configs (project_id, id, toolkit_slug, name, auth_scheme, is_platform_managed, secrets, secrets_version)
      select 'proj_' || n, 'ac_' || n, 'acme', 'filled', 'API_KEY', false, '', 1 from generate_series(1, ${projects}) n`,
    `insert into webhook_addresses (project_id, id, token_hash, token)
      select 'proj_' || n, 'ac_' || n, encode(sha256(('ac_' || n)::bytea), 'hex'), '' from generate_series(1, ${projects}) n`,
    `insert into connected_accounts (project_id, id, auth_config_id, toolkit_slug, auth_scheme, user_id, status, secrets, secrets_version)
      select 'proj_' || n, 'ca_' || n || '_' || a, 'ac_' || n, 'acme', 'API_KEY', 'user-' || a, 'ACTIVE', '', 1
      from generate_series(1, ${projects}) n, generate_series(1, ${accountsOfProject}) a`,
    `insert into webhook_subscriptions (project_id, id, webhook_url, enabled_events, version, signature_key, secrets, secrets_version)
      select 'proj_' || n, 'ws_' || n, 'https://receiver.example/hooks', array['platform.trigger.message'], 'V3', 'decoded', '', 1
      from generate_series(1, ${projects}) n`,
    ...fillTriggers(projects),
  ]);
  const monday = "date_trunc('week', now() at time zone 'UTC')::date";
  await run(url, [
    // As the owner of the tables, as the service does.
    "set role tester",
    `select add_event_partition(name, ${monday} - 7 * n)
      from unnest(array['webhook_events', 'webhook_deliveries', 'webhook_attempts']) name, generate_series(1, ${weeks}) n`,
  ]);
  // Each table with a connection of its own.
  await Promise.all(
    fillEvents(size.events, projects, measured).map((text) =>
      run(
        url,
        Array.from({ length: weeks }, (_, week) => text.replaceAll("$week", String(week))),
      ),
    ),
  );
  await run(url, ["vacuum analyze"]);
}

function fillTriggers(projects: number): readonly string[] {
  const ofAccount = instancesOfProject / accountsOfProject;
  return [
    `insert into trigger_instances (project_id, id, connected_account_id, user_id, toolkit_slug, trigger_slug, kind, config, config_hash,
        token_hash, secrets, watermark, next_poll_at)
      select 'proj_' || n, id, 'ca_' || n || '_' || a, 'user-' || a, 'acme', 'ACME_FILLED', kind, '{}', md5(id),
        case kind when 'webhook' then encode(sha256(id::bytea), 'hex') end, case kind when 'webhook' then '' end,
        case kind when 'poll' then now() end, case kind when 'poll' then now() + interval '1 day' end
      from generate_series(1, ${projects}) n, generate_series(1, ${accountsOfProject}) a, generate_series(1, ${ofAccount}) t,
        lateral (select 'ti_' || n || '_' || a || '_' || t as id, case (a + t) % 2 when 0 then 'poll' else 'webhook' end as kind) as made`,
    // Twenty items of each instance that is polled, and its next poll, which nobody runs during the measurement.
    `insert into trigger_items (project_id, id, trigger_id, marked_at)
      select project_id, md5(id || item), id, now() - item * interval '1 hour'
      from trigger_instances, generate_series(1, 20) item where kind = 'poll' and trigger_slug = 'ACME_FILLED'`,
    `insert into jobs (project_id, id, kind, unique_key, next_at, max_attempts)
      select project_id, 'job_' || id, 'trigger.poll', id, now() + interval '1 day', 10
      from trigger_instances where kind = 'poll' and trigger_slug = 'ACME_FILLED'`,
  ];
}

/** Statements for a week, which is counted back from this one as `$week`. The newest three days have receipts, and a month has logs of polls. */
function fillEvents(
  events: number,
  projects: number,
  { projectId, subscriptionId }: MeasuredProject,
): readonly string[] {
  const ofWeek = Math.ceil(events / weeks);
  const rows = `(select n, case when n % 20 = 0 then '${projectId}' else 'proj_' || (n % ${projects} + 1) end as project,
      case when n % 20 = 0 then '${subscriptionId}' else 'ws_' || (n % ${projects} + 1) end as subscription,
      (date_trunc('week', now() at time zone 'UTC') at time zone 'UTC') - $week * interval '7 days'
        + n * (case when $week = 0 then now() - date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'
          else interval '7 days' end) / ${ofWeek + 1} as at,
      md5('$week-' || n) as hash
    from generate_series(1, ${ofWeek}) n) as rows`;
  return [
    `insert into webhook_events (project_id, id, subscription_id, event_type, version, body, user_id, is_test, created_at)
      select project, 'msg_' || hash, subscription, 'platform.trigger.message', 'V3', repeat(hash, 15), 'user-' || n % 20, false, at
      from ${rows}`,
    `insert into webhook_deliveries (project_id, id, subscription_id, event_id, event_at, event_type, webhook_url, status,
        next_attempt_at, status_code, latency_ms, created_at)
      select project, 'dlv_' || hash, subscription, 'msg_' || hash, at, 'platform.trigger.message',
        'https://receiver.example/hooks', 'delivered', null, 200, 20, at
      from ${rows}`,
    `insert into webhook_attempts (project_id, delivery_id, event_at, attempt, attempted_at, status_code, latency_ms)
      select project, 'dlv_' || hash, at, 1, at, 500, 20 from ${rows} where n % 10 = 0`,
    `insert into webhook_receipts (project_id, id, received_at)
      select project, hash, at from ${rows} where at > now() - interval '71 hours'`,
    `insert into tool_execution_logs (project_id, id, tool_slug, toolkit_slug, version, source, user_id, connected_account_id,
        auth_config_id, successful, status_code, duration_ms, request_id, created_at)
      select project, 'log_' || hash, 'ACME_LIST_THINGS', 'acme', '20251120_00', 'trigger', 'user-' || n % 20, 'ca_1_1',
        'ac_1', true, 200, 20, 'req_filled', at
      from ${rows} where n % 4 = 0 and at > now() - interval '29 days'`,
  ];
}

/** Tables and partitions with fewer rows, by the statistics of the planner. */
export async function listSmallTables(url: string, rows: number): Promise<ReadonlySet<string>> {
  const found = await run(url, [
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < ${rows}`,
  ]);
  return new Set(found.map(({ relname }) => String(relname)));
}

/** Runs statements one after another. Returns the rows of the last one. */
async function run(
  url: string,
  statements: readonly string[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    let rows: readonly Readonly<Record<string, unknown>>[] = [];
    for (const text of statements) {
      ({ rows } = await client.query<Record<string, unknown>>(text));
    }
    return rows;
  } finally {
    await client.end();
  }
}
