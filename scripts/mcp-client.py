"""Talk to `ctxpack mcp` with the Python SDK's client: try its tools on a small folder or,
with a NAME of mcp-questions.json, ask a repository its questions and write each answer
into a file. See mcp-clients.sh.

usage: mcp-client.py PROGRAM FOLDER [NAME ANSWERS]
"""

import asyncio
import json
import pathlib
import sys

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client


async def session(program, folder, roots, check):
    async def list_roots(context):
        return types.ListRootsResult(roots=[types.Root(uri=pathlib.Path(r).as_uri()) for r in roots])

    server = StdioServerParameters(command=program, args=["mcp"], cwd=folder)
    async with stdio_client(server) as (read, write):
        options = {} if roots is None else {"list_roots_callback": list_roots}
        async with ClientSession(read, write, **options) as client:
            await client.initialize()
            await check(client)


async def text(client, tool, arguments, error=False):
    result = await client.call_tool(tool, arguments)
    failed = getattr(result, "is_error", getattr(result, "isError", None))
    assert failed == error, (tool, arguments, result)
    assert len(result.content) == 1
    return result.content[0].text


async def plain(client):
    names = sorted(tool.name for tool in (await client.list_tools()).tools)
    assert names == ["explain", "outline", "pack", "read", "search", "uses"], names
    assert "# Shop" in await text(client, "pack", {"budget": 2000})
    assert "cart.go:3-5 of 5\n3\tfunc Buy() {" in await text(client, "read", {"what": ["Buy"]})
    assert "cart.go (5 lines): Buy" in await text(client, "outline", {})
    assert "func Buy()" in await text(client, "search", {"query": "buy"})
    assert "func Buy  cart.go:3-5" in await text(client, "uses", {"name": "Buy"})
    assert "rank" in await text(client, "explain", {"path": "cart.go", "task": "buy something"})
    assert "outside" in await text(client, "read", {"what": ["../x"]}, error=True)
    # Calls at once.
    answers = await asyncio.gather(*(text(client, "read", {"what": ["Buy"]}) for _ in range(8)))
    assert len(set(answers)) == 1


async def none_allowed(client):
    assert "the client allows no folder" in await text(client, "pack", {}, error=True)


def asking(name, answers):
    """A check that asks the questions of a repository."""
    questions = json.loads(pathlib.Path(__file__).with_name("mcp-questions.json").read_text())[name]

    async def check(client):
        for n, one in enumerate(questions, 1):
            said = "".join([await text(client, call["tool"], call["arguments"]) for call in one["calls"]])
            for part in one["says"]:
                assert part in said, (one["question"], part, said)
            pathlib.Path(answers, f"{n} {one['question']}").write_text(said)

    return check


async def main(program, folder, *questions):
    folder = pathlib.Path(folder).resolve()
    if questions:
        await session(program, str(folder), None, asking(*questions))
        return
    await session(program, str(folder), None, plain)
    await session(program, "/", [folder], plain)
    await session(program, str(folder), [], none_allowed)
    print("the Python SDK's client: done")


asyncio.run(main(*sys.argv[1:]))
