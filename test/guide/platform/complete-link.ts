/** A person who reads a page: opens the address of a hosted page, fills in the key of the example, and agrees. */
export async function completeLink(link: string): Promise<void> {
  const page = await (await visit(link)).text();
  const form = page.includes('name="generic_api_key"') ? { generic_api_key: "example-ada" } : {};
  let answer = await visit(link, { form });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  for (let location = answer.headers.get("location"); location !== null; ) {
    answer = await visit(location, cookie === undefined ? {} : { cookie });
    location = answer.headers.get("location");
  }
  if (answer.status !== 200) {
    throw new Error(`The connection was not completed: ${answer.status} ${await answer.text()}`);
  }
}

async function visit(
  url: string,
  { cookie, form }: { readonly cookie?: string; readonly form?: Record<string, string> } = {},
): Promise<Response> {
  return await fetch(url, {
    redirect: "manual",
    headers: {
      accept: "text/html,*/*;q=0.8",
      "sec-fetch-site": "same-origin",
      ...(cookie !== undefined && { cookie }),
    },
    ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
  });
}
