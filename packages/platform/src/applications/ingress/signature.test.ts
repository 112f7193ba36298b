import { createHmac } from "node:crypto";
import { sign as signAsGitHub } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { catalog } from "../toolkits/testing/shipped-toolkits.ts";
import { isSigned, type SharedSecretSettings } from "./signature.ts";

const stripe = new Stripe("sk_test_of_nobody");
const now = new Date("2026-02-06T12:00:00.000Z");
const seconds = now.getTime() / 1000;
const secret = "0123456789abcdef0123456789abcdef";

function findSettings(slug: string): SharedSecretSettings {
  const { webhooks: { signature, delivery } = {} } = catalog.getToolkit(slug);
  if (signature === undefined || signature.scheme === "jwt") {
    throw new Error(`${slug} has no webhooks that are signed with a secret`);
  }
  return { signature, delivery };
}

/** Returns whether a delivery is taken; its text is signed. */
function isTaken(
  settings: SharedSecretSettings,
  headers: Readonly<Record<string, string>>,
  text: string,
  secrets: readonly string[] = [secret],
): boolean {
  const bytes = Buffer.from(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = text;
  }
  return isSigned({ headers: new Headers(headers), bytes, body }, settings, secrets, now);
}

describe("deliveries of GitHub", () => {
  const github = findSettings("github");

  it("are taken when octokit signed them, over the bytes as they are", async () => {
    const text = '{ "action" : "opened", "size": 1.0, "name": "Zo\\u00eb" }\n';
    const header = { "x-hub-signature-256": await signAsGitHub(secret, text) };
    expect(isTaken(github, header, text)).toBe(true);
    expect(isTaken(github, header, JSON.stringify(JSON.parse(text)))).toBe(false);
    expect(isTaken(github, header, text, ["another", secret])).toBe(true);
    expect(isTaken(github, header, text, ["another"])).toBe(false);
  });

  it("are signed as GitHub's documentation shows", () => {
    const header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    const vector = ["Hello, World!", ["It's a Secret to Everybody"]] as const;
    expect(isTaken(github, { "x-hub-signature-256": header }, ...vector)).toBe(true);
  });

  it("are refused without a signature, with a part of one, and with one of another kind", async () => {
    const text = "{}";
    const good = await signAsGitHub(secret, text);
    const hex = good.slice("sha256=".length);
    const wrong = [
      "",
      "sha256=",
      "sha256",
      hex,
      `sha1=${hex}`,
      good.slice(0, -1),
      good.slice(0, -2),
      `${good}00`,
      `${good}zz`,
      `${good.slice(0, -1)}${good.endsWith("0") ? "1" : "0"}`,
      `sha256=${Buffer.from(hex, "hex").toString("base64")}`,
      `${good}, ${good}`,
    ];
    for (const header of wrong) {
      expect(isTaken(github, { "x-hub-signature-256": header }, text)).toBe(false);
    }
    expect(isTaken(github, {}, text)).toBe(false);
    expect(isTaken(github, { "x-hub-signature": good }, text)).toBe(false);
  });

  it("are refused when the secret is empty: anybody can sign with it", async () => {
    const header = { "x-hub-signature-256": `sha256=${createHmac("sha256", "").digest("hex")}` };
    expect(isTaken(github, header, "", [""])).toBe(false);
    expect(isTaken(github, header, "", [])).toBe(false);
  });
});

describe("deliveries of Stripe", () => {
  const settings = findSettings("stripe");
  const text = '{"id":"evt_1","type":"payment_intent.succeeded"}';
  const header = (timestamp: number, payload = text, key = secret): Record<string, string> => ({
    "stripe-signature": stripe.webhooks.generateTestHeaderString({
      payload,
      secret: key,
      timestamp,
    }),
  });

  it("are taken when Stripe's library signed them less than five minutes ago", () => {
    expect(isTaken(settings, header(seconds), text)).toBe(true);
    expect(isTaken(settings, header(seconds - 300), text)).toBe(true);
    expect(isTaken(settings, header(seconds - 301), text)).toBe(false);
    expect(isTaken(settings, header(seconds + 301), text)).toBe(false);
    expect(isTaken(settings, header(seconds), `${text} `)).toBe(false);
    expect(isTaken(settings, header(seconds, text, "another"), text)).toBe(false);
  });

  it("are taken with several signatures when one of version v1 is right", () => {
    const good = header(seconds)["stripe-signature"] ?? "";
    const other = header(seconds, text, "another")["stripe-signature"] ?? "";
    const v1 = other.slice(other.indexOf("v1="));
    expect(isTaken(settings, { "stripe-signature": `${good},${v1}` }, text)).toBe(true);
    expect(isTaken(settings, { "stripe-signature": `t=${seconds},${v1},${good}` }, text)).toBe(
      true,
    );
    const onlyV0 = good.replace("v1=", "v0=");
    expect(isTaken(settings, { "stripe-signature": onlyV0 }, text)).toBe(false);
  });

  it("are refused when the time is missing or not the signed one", () => {
    const good = header(seconds - 3_600)["stripe-signature"] ?? "";
    const signature = good.slice(good.indexOf("v1="));
    const times = [`t=${seconds}`, "t=", "t=now", "t=1e9", `t= ${seconds}`, `t=-${seconds}`, "x=1"];
    for (const time of times) {
      expect(isTaken(settings, { "stripe-signature": `${time},${signature}` }, text)).toBe(false);
    }
    expect(isTaken(settings, { "stripe-signature": `${good},t=${seconds}` }, text)).toBe(false);
  });
});

describe("deliveries of Slack", () => {
  const slack = findSettings("slack");

  it("are signed as Slack's documentation shows", () => {
    const text =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    const delivery = {
      headers: new Headers({
        "x-slack-request-timestamp": "1531420618",
        "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
      }),
      bytes: Buffer.from(text),
      body: {},
    };
    const secrets = ["8f742231b10e8888abcd99yyyzzz85a5"];
    const at = new Date(1_531_420_618_000);
    expect(isSigned(delivery, slack, secrets, at)).toBe(true);
    expect(isSigned(delivery, slack, secrets, new Date(at.getTime() + 301_000))).toBe(false);
  });
});

describe("deliveries of Linear", () => {
  it("carry their time in the signed body, in milliseconds", () => {
    const settings = findSettings("linear");
    const isAccepted = (time: unknown): boolean => {
      const text = JSON.stringify({ action: "create", webhookTimestamp: time });
      const signature = createHmac("sha256", secret).update(text).digest("hex");
      return isTaken(settings, { "linear-signature": signature }, text);
    };
    expect(isAccepted(now.getTime())).toBe(true);
    expect(isAccepted(now.getTime() - 300_000)).toBe(true);
    for (const time of [now.getTime() - 300_001, seconds, undefined, null, {}, "", 1.5, -1]) {
      expect(isAccepted(time)).toBe(false);
    }
  });
});

describe("other signatures", () => {
  it("of Standard Webhooks cover the id of the delivery", () => {
    const standard = {
      signature: {
        scheme: "hmac",
        header: "webhook-signature",
        algorithm: "sha256",
        encoding: "base64",
        form: "list",
        prefix: "",
        version: "v1",
        timestamp: { header: "webhook-timestamp", unit: "seconds" },
        signed: "{delivery}.{timestamp}.{body}",
        key: "base64",
      },
      delivery: { header: "webhook-id" },
    } as const;
    const key = `whsec_${Buffer.from(secret).toString("base64")}`;
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": `v1,bm9wZQ== v1a,bm9wZQ== ${new Webhook(key).sign("msg_1", now, "{}")}`,
    };
    expect(isTaken(standard, headers, "{}", [key])).toBe(true);
    expect(isTaken(standard, { ...headers, "webhook-id": "msg_2" }, "{}", [key])).toBe(false);
    expect(isTaken(standard, headers, "{}", ["whsec_not base64"])).toBe(false);
  });

  it("may be a token that both sides know", () => {
    const token = { signature: { scheme: "token", header: "X-Goog-Channel-Token" } } as const;
    expect(isTaken(token, { "x-goog-channel-token": secret }, "")).toBe(true);
    for (const wrong of ["", "0", `${secret}0`, secret.toUpperCase()]) {
      expect(isTaken(token, { "x-goog-channel-token": wrong }, "")).toBe(false);
    }
    expect(isTaken(token, {}, "")).toBe(false);
    expect(isTaken(token, { "x-goog-channel-token": "" }, "", [""])).toBe(false);
  });
});
