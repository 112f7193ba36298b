/** A delivery in the shape that the application documents, and the event that it is. */
export interface SampleDelivery {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The configuration of an instance that receives the event. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Changes to the delivery, for an event of another kind. */
  readonly others: readonly {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  }[];
}

const repository = {
  id: 186_853_002,
  name: "robots",
  full_name: "Acme/robots",
  private: false,
  owner: { login: "Acme", id: 21_031_067, type: "Organization" },
  html_url: "https://github.com/Acme/robots",
};
const sender = { login: "mina", id: 7, type: "User" };
const config = { owner: "acme", repo: "robots" };

const github: Readonly<Record<string, SampleDelivery>> = {
  GITHUB_ISSUE_ADDED: {
    headers: { "X-GitHub-Event": "issues" },
    body: {
      action: "opened",
      issue: {
        id: 444_500_041,
        number: 42,
        title: "The left arm drops parts",
        html_url: "https://github.com/Acme/robots/issues/42",
        state: "open",
        user: sender,
        labels: [],
        body: null,
      },
      repository,
      sender,
    },
    config,
    data: {
      title: "The left arm drops parts",
      number: 42,
      url: "https://github.com/Acme/robots/issues/42",
      created_by: "mina",
    },
    others: [{ body: { action: "closed" } }, { headers: { "X-GitHub-Event": "issue_comment" } }],
  },
  GITHUB_PULL_REQUEST_ADDED: {
    headers: { "X-GitHub-Event": "pull_request" },
    body: {
      action: "opened",
      number: 43,
      pull_request: {
        number: 43,
        title: "Hold parts",
        html_url: "https://github.com/Acme/robots/pull/43",
        user: sender,
        head: { label: "acme:grip", ref: "grip", sha: "ec26c3e5" },
        base: { label: "acme:main", ref: "main", sha: "f95f8520" },
      },
      repository,
      sender,
    },
    config,
    data: {
      title: "Hold parts",
      number: 43,
      url: "https://github.com/Acme/robots/pull/43",
      head: "grip",
      base: "main",
      created_by: "mina",
    },
    others: [{ body: { action: "synchronize" } }],
  },
  GITHUB_PUSH_ADDED: {
    headers: { "X-GitHub-Event": "push" },
    body: {
      ref: "refs/heads/main",
      before: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
      after: "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c",
      created: false,
      deleted: false,
      forced: false,
      compare: "https://github.com/Acme/robots/compare/6113728f27ae...0d1a26e67d8f",
      commits: [],
      head_commit: null,
      pusher: { name: "mina", email: "mina@example.com" },
      repository: { ...repository, owner: { name: "Acme", ...repository.owner } },
      sender,
    },
    config,
    data: {
      ref: "refs/heads/main",
      before: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
      after: "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c",
      pushed_by: "mina",
      compare: "https://github.com/Acme/robots/compare/6113728f27ae...0d1a26e67d8f",
    },
    others: [{ body: { deleted: true } }, { headers: { "X-GitHub-Event": "ping" } }],
  },
  GITHUB_STAR_ADDED: {
    headers: { "X-GitHub-Event": "star" },
    body: { action: "created", starred_at: "2026-02-06T12:00:00Z", repository, sender },
    config,
    data: { starred_at: "2026-02-06T12:00:00Z", starred_by: "mina" },
    others: [{ body: { action: "deleted", starred_at: null } }],
  },
};

function slackEvent(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    token: "XXYYZZ",
    team_id: "T123ABC456",
    api_app_id: "A123ABC456",
    event,
    type: "event_callback",
    authorizations: [{ enterprise_id: null, team_id: "T123ABC456", user_id: "U0", is_bot: true }],
    event_context: "EC123ABC456",
    event_id: "Ev123ABC456",
    event_time: 1_770_379_200,
  };
}

const message = {
  type: "message",
  channel: "C024BE91L",
  user: "U2147483697",
  text: "Live long and prosper.",
  ts: "1770379200.000005",
  event_ts: "1770379200.000005",
};
const messageData = {
  channel: "C024BE91L",
  user: "U2147483697",
  text: "Live long and prosper.",
  ts: "1770379200.000005",
};

const slack: Readonly<Record<string, SampleDelivery>> = {
  SLACK_CHANNEL_MESSAGE_RECEIVED: {
    body: slackEvent({ ...message, channel_type: "channel" }),
    config: { channel: "C024BE91L" },
    data: messageData,
    others: [
      { body: { type: "url_verification" } },
      { body: { event: { ...message, channel_type: "im" } } },
      { body: { event: { ...message, channel_type: "channel", subtype: "message_changed" } } },
      { body: { event: { ...message, channel_type: "channel", user: undefined } } },
      { body: { event: { ...message, channel_type: "channel", bot_id: "B0123ABC" } } },
      { body: { event: null } },
    ],
  },
  SLACK_DIRECT_MESSAGE_RECEIVED: {
    body: slackEvent({ ...message, channel: "D024BE91L", channel_type: "im" }),
    config: {},
    data: { ...messageData, channel: "D024BE91L" },
    others: [{ body: { event: { ...message, channel_type: "im", subtype: "bot_message" } } }],
  },
  SLACK_REACTION_ADDED: {
    body: slackEvent({
      type: "reaction_added",
      user: "U123ABC456",
      item: { type: "message", channel: "C123ABC456", ts: "1464196127.000002" },
      reaction: "slightly_smiling_face",
      item_user: "U222222222",
      event_ts: "1465244570.336841",
    }),
    config: { reaction: "slightly_smiling_face" },
    data: {
      reaction: "slightly_smiling_face",
      user: "U123ABC456",
      channel: "C123ABC456",
      ts: "1464196127.000002",
    },
    others: [{ body: { event: { type: "reaction_removed", item: { type: "message" } } } }],
  },
};

const issue = {
  id: "2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9",
  identifier: "ENG-123",
  number: 123,
  title: "Hold parts",
  teamId: "72b2a2dc-6f4f-4423-9d34-24b5bd10634a",
  stateId: "8f1b3e1e-2d3a-4a7f-9c3d-5b7f1a9c3e5d",
};

function buildLinearEvent(
  action: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    action,
    type,
    actor: { id: "b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba", type: "user", name: "Mina" },
    createdAt: "2026-02-06T12:00:00.000Z",
    data,
    url: "https://linear.app/acme/issue/ENG-123/hold-parts",
    organizationId: "f9c8a7b6-1d2e-4f3a-8b5c-6d7e8f9a0b1c",
    webhookTimestamp: 1_770_379_200_000,
    webhookId: "000042e3-d123-4980-b49f-8e140eef9329",
  };
}

const linearIssue = {
  config: { team_id: issue.teamId },
  data: {
    id: issue.id,
    identifier: "ENG-123",
    title: "Hold parts",
    url: "https://linear.app/acme/issue/ENG-123/hold-parts",
  },
};

const linear: Readonly<Record<string, SampleDelivery>> = {
  LINEAR_ISSUE_CREATED: {
    body: buildLinearEvent("create", "Issue", issue),
    ...linearIssue,
    others: [{ body: { action: "remove" } }, { body: { type: "Comment" } }],
  },
  LINEAR_ISSUE_UPDATED: {
    body: { ...buildLinearEvent("update", "Issue", issue), updatedFrom: { title: "Hold" } },
    ...linearIssue,
    others: [{ body: { action: "create" } }],
  },
  LINEAR_COMMENT_ADDED: {
    body: buildLinearEvent("create", "Comment", {
      id: "85a6b1b7-7b1c-4f6d-a1c5-2d8a4c2c7f64",
      body: "It holds.",
      issueId: issue.id,
      userId: "b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba",
      issue: { id: issue.id, title: issue.title },
    }),
    config: { team_id: issue.teamId },
    data: {
      id: "85a6b1b7-7b1c-4f6d-a1c5-2d8a4c2c7f64",
      body: "It holds.",
      issue_id: issue.id,
      user_id: "b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba",
    },
    others: [{ body: { action: "update" } }],
  },
};

function stripeEvent(
  type: string,
  object: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    id: "evt_1NG8Du2eZvKYlo2CUI79vXWy",
    object: "event",
    api_version: "2024-06-20",
    created: 1_770_379_200,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}

const stripe: Readonly<Record<string, SampleDelivery>> = {
  STRIPE_PAYMENT_SUCCEEDED: {
    body: stripeEvent("payment_intent.succeeded", {
      id: "pi_1",
      object: "payment_intent",
      amount: 2_000,
      currency: "eur",
      customer: null,
      status: "succeeded",
    }),
    config: {},
    data: { id: "pi_1", amount: 2_000, currency: "eur", customer: null },
    others: [{ body: { type: "payment_intent.created" } }],
  },
  STRIPE_SUBSCRIPTION_UPDATED: {
    body: stripeEvent("customer.subscription.updated", {
      id: "sub_1",
      object: "subscription",
      status: "past_due",
      customer: "cus_1",
    }),
    config: {},
    data: { id: "sub_1", status: "past_due", customer: "cus_1" },
    others: [{ body: { type: "customer.subscription.deleted" } }],
  },
  STRIPE_DISPUTE_CREATED: {
    body: stripeEvent("charge.dispute.created", {
      id: "dp_1",
      object: "dispute",
      amount: 2_000,
      currency: "eur",
      charge: "ch_1",
      reason: "fraudulent",
      status: "needs_response",
    }),
    config: {},
    data: { id: "dp_1", amount: 2_000, currency: "eur", charge: "ch_1", reason: "fraudulent" },
    others: [{ body: { type: "charge.dispute.closed" } }],
  },
};

/** The keys are slugs of trigger types. */
export const deliveriesOfApplications: Readonly<Record<string, SampleDelivery>> = {
  ...github,
  ...linear,
  ...slack,
  ...stripe,
};
