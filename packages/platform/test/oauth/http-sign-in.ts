/** The cookies of a browser without pages. It does not follow redirects. */
type Jar = Map<string, string>;

/** The end of a sign-in: the address to which the provider redirects, and the cookie for it. */
export interface Returned {
  readonly callback: URL;
  readonly cookie: string;
}

/** The answer of `POST /link/{token}`. */
export interface Departed {
  readonly authorization: URL;
  readonly cookie: string;
}

/** A browser's request for a page. Redirects are not followed. */
export async function browse(
  url: string | URL,
  init: {
    readonly cookie?: string;
    readonly form?: Record<string, string>;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const { cookie, form, headers } = init;
  return await fetch(url, {
    redirect: "manual",
    headers: {
      accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      "sec-fetch-site": "same-origin",
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
  });
}

/** From the hosted page to the provider. */
export async function departToProvider(link: string): Promise<Departed> {
  const led = await browse(link, { form: {} });
  const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { authorization: new URL(led.headers.get("location") ?? ""), cookie };
}

/** Goes through the provider's login and consent as a user who agrees. Returns the address that leads back. */
export async function agreeOver(authorization: URL): Promise<URL> {
  const jar: Jar = new Map();
  let url = authorization;
  for (let steps = 0; steps < 12; steps += 1) {
    if (url.pathname.includes("/toolkits/auth/callback")) {
      return url;
    }
    const page = await visit(jar, url);
    const location = page.headers.get("location");
    if (location !== null) {
      url = new URL(location, url);
      continue;
    }
    const text = await page.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1];
    if (action === undefined) {
      throw new Error(`The provider shows no form: ${text.slice(0, 300)}`);
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? "";
    const sent = await visit(jar, new URL(action, url), { prompt, login: "ada", password: "any" });
    url = new URL(sent.headers.get("location") ?? "", url);
  }
  throw new Error("The provider leads nowhere.");
}

/** Goes to the provider and back. Returns its response for this link, which has not reached the callback yet. */
export async function returnFrom(link: string): Promise<Returned> {
  const { authorization, cookie } = await departToProvider(link);
  return { callback: await agreeOver(authorization), cookie };
}

/** The whole connection. */
export async function connectOver(link: string): Promise<Response> {
  const { callback, cookie } = await returnFrom(link);
  return await browse(callback, { cookie });
}

async function visit(jar: Jar, url: URL, form?: Record<string, string>): Promise<Response> {
  const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
  const response = await browse(url, { cookie, ...(form && { form }) });
  for (const line of response.headers.getSetCookie()) {
    const [name = "", ...value] = (line.split(";")[0] ?? "").split("=");
    if (value.join("=") === "") {
      jar.delete(name);
    } else {
      jar.set(name, value.join("="));
    }
  }
  return response;
}
