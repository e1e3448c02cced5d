import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm } from "@parlance/testkit";
import { request } from "node:http";

function open(port: number, host: string): Promise<{ status: number; html: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, path: "/", headers: { host } }, (response) => {
      let html = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (html += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, html }));
    });
    outgoing.on("error", reject).end();
  });
}

test("a browser finds a page that says what runs here and how to sign in, and escapes what it was told", async () => {
  const { host, server } = await newRealm();
  const here = await open(server.port, host);
  assert.equal(here.status, 200);
  assert.match(here.html, /fetch_api_key/);
  assert.match(here.html, /href="\/api"/);

  const nowhere = await open(server.port, 'no"<script>.parlance.test');
  assert.equal(nowhere.status, 404);
  assert.doesNotMatch(nowhere.html, /<script/);
});
