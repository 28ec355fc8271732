// A weather server on the TypeScript SDK, in each of its stock configurations:
//   node typescript.mjs PORT v1-stateless | v1-stateless-json | v1-stateful | v2
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import { z } from "zod";

const [port, mode] = process.argv.slice(2);

const name = "weather_now";
const config = {
  title: "Weather now",
  description: "Tells temperature, humidity and wind in a city at this moment",
  inputSchema: { city: z.string().describe("City, for example Beijing") },
  annotations: { readOnlyHint: true },
};
const sunny = async () => ({ content: [{ type: "text", text: "sunny" }] });

async function v1(options, keep) {
  const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
  const { StreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const sessions = new Map();
  return async (req, res) => {
    let transport = keep && sessions.get(req.headers["mcp-session-id"]);
    if (!transport) {
      const server = new McpServer({ name: "weather", version: "1.0.0" });
      server.registerTool(name, config, sunny);
      transport = new StreamableHTTPServerTransport({ ...options, onsessioninitialized: (id) => sessions.set(id, transport), onsessionclosed: (id) => sessions.delete(id) });
      await server.connect(transport);
    }
    await transport.handleRequest(req, res);
  };
}

async function v2() {
  const { McpServer, createMcpHandler } = await import("@modelcontextprotocol/server");
  const { toNodeHandler } = await import("@modelcontextprotocol/node");
  return toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: "weather", version: "2.0.0" });
      server.registerTool(name, { ...config, inputSchema: z.object(config.inputSchema) }, sunny);
      return server;
    }),
  );
}

const handlers = {
  "v1-stateless": () => v1({ sessionIdGenerator: undefined }, false),
  "v1-stateless-json": () => v1({ sessionIdGenerator: undefined, enableJsonResponse: true }, false),
  "v1-stateful": () => v1({ sessionIdGenerator: randomUUID }, true),
  v2,
};

const handle = await handlers[mode]();
createServer(handle).listen(Number(port), "127.0.0.1");
