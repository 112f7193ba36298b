"""Lists the tools of an endpoint and calls one, with both clients for Python and in both eras. Prints one line of JSON for each."""

import asyncio
import json
import sys

import fastmcp
import mcp

url, tool, arguments = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])


async def main():
    for mode in ("auto", "legacy"):
        async with mcp.Client(url, mode=mode) as client:
            names = [each.name for each in (await client.list_tools()).tools]
            called = await client.call_tool(tool, arguments)
            show("mcp", mode, names, called.is_error, called.structured_content)
        async with fastmcp.Client(url, mode=mode) as client:
            names = [each.name for each in await client.list_tools()]
            called = await client.call_tool(tool, arguments, raise_on_error=False)
            show("fastmcp", mode, names, called.is_error, called.structured_content)


def show(package, mode, names, is_error, content):
    print(json.dumps({"client": f"{package} {mode}", "names": names, "isError": bool(is_error), "content": content}))


asyncio.run(main())
