"""Calls tools with Python's client of the Model Context Protocol.

Reads JSON from its standard input: a server, as an address or as a command, and the calls. Prints what the client returned.
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


async def main():
    given = json.load(sys.stdin)
    server = given.get("url") or StdioServerParameters(**given["command"])
    async with Client(server) as client:
        tools, cursor = [], None
        while True:
            page = await client.list_tools(cursor=cursor)
            tools += [tool.name for tool in page.tools]
            cursor = page.next_cursor
            if cursor is None:
                break
        results = []
        for call in given["calls"]:
            result = await client.call_tool(call["name"], call["arguments"])
            results.append(result.model_dump(mode="json", by_alias=True))
        print(json.dumps({"tools": tools, "results": results}))


asyncio.run(main())
