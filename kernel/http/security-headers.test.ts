import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { createTestOrganization } from "@parlance/testkit";
import { securityHeaders } from "./security-headers.ts";

/** Returns the headers of the response to a raw request. */
async function headersOf(port: number, host: string, lines: readonly string[]): Promise<Map<string, string>> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(lines.map((line) => line.replace("HOST", host)).join("\r\n") + "\r\n\r\n");
  let text = "";
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes("\r\n\r\n")) break;
  }
  const [, ...headers] = text.slice(0, text.indexOf("\r\n\r\n")).split("\r\n");
  return new Map(headers.map((line) => line.split(": ", 2) as [string, string]));
}

const requestLines = (method: string, path: string) => [`${method} ${path} HTTP/1.1`, "host: HOST"];

const answers: Readonly<Record<string, readonly string[]>> = {
  "an operation of the API": requestLines("GET", "/api/v1/server_settings"),
  "an error": requestLines("GET", "/api/v1/users/me"),
  "what is not there": requestLines("GET", "/api/v1/nothing"),
  "what is nowhere": requestLines("GET", "/nothing/at/all"),
  "a wrong method": requestLines("DELETE", "/api/v1/messages"),
  "the methods of a path": requestLines("OPTIONS", "/api/v1/messages"),
  "a request that is none": ["this is no request"],
  "headers without an end": [`GET / HTTP/1.1`, `x-long: ${"x".repeat(70_000)}`],
  "a body that cannot be read": [...requestLines("POST", "/api/v1/messages"), "content-type: %", "content-length: 1"],
  "a picture": requestLines("GET", "/avatar/1"),
  "a page": requestLines("GET", "/login/"),
  "a page that is none": requestLines("DELETE", "/login/"),
  "a redirect": requestLines("GET", "/"),
  "the reference": requestLines("GET", "/api"),
  "the document": requestLines("GET", "/api/v1/openapi.json"),
  "the emoji": requestLines("GET", "/static/emoji.json"),
  health: requestLines("GET", "/health"),
  readiness: requestLines("GET", "/ready"),
  metrics: requestLines("GET", "/metrics"),
};

test("the headers of every response forbid scripts, framing and referrers", async () => {
  const { server, host } = await createTestOrganization();
  for (const [name, lines] of Object.entries(answers)) {
    const headers = await headersOf(server.port, host, lines);
    for (const [header, value] of Object.entries(securityHeaders)) {
      if (header === "content-security-policy") continue;
      assert.equal(headers.get(header), value, `${name}: ${header}`);
    }
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      assert.ok(policy.split("; ").includes(part), `${name}: ${part}`);
    }
    assert.doesNotMatch(policy, /script|\*|http|unsafe/, name);
  }
});
