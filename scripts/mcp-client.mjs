// Ask `ctxpack mcp` the questions of mcp-questions.json with the TypeScript SDK's client,
// and write each answer into a file. See mcp-clients.sh.
//
// usage: node mcp-client.mjs PROGRAM REPOSITORY NAME ANSWERS
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [program, repository, name, answers] = process.argv.slice(2);
const required = createRequire(path.join(process.cwd(), "package.json"));
const load = (module) => import(pathToFileURL(required.resolve(`@modelcontextprotocol/sdk/client/${module}.js`)));
const { Client } = await load("index");
const { StdioClientTransport } = await load("stdio");

const client = new Client({ name: "mcp-clients", version: "1" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], cwd: repository }));
const list = JSON.parse(fs.readFileSync(new URL("mcp-questions.json", import.meta.url)))[name];
for (const [n, { question, calls, says }] of list.entries()) {
  let text = "";
  for (const call of calls) {
    const result = await client.callTool({ name: call.tool, arguments: call.arguments });
    if (result.isError || result.content.length !== 1) throw new Error(`${question}: ${JSON.stringify(result)}`);
    text += result.content[0].text;
  }
  for (const part of says) if (!text.includes(part)) throw new Error(`${question}: not said: ${part}\n${text}`);
  fs.writeFileSync(path.join(answers, `${n + 1} ${question}`), text);
}
await client.close();
