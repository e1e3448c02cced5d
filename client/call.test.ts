import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { type Call, createCall, type RouteOf, createFetchTransport } from "./index.ts";

interface Request {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** Starts a server that returns the same response to every request, and creates a function that calls it. */
async function startServer(t: TestContext, answer: object): Promise<{ call: Call; requests: Request[] }> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    const { authorization, "content-type": type } = request.headers;
    void text(request).then((body) => {
      requests.push({ line: `${request.method} ${request.url}`, authorization, type, body });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { call: createCall(createFetchTransport(url, { email: "hamlet@dänemark.example", apiKey: "key" })), requests };
}

const success = { result: "success", msg: "" };

test("parameters of a GET request are sent in the query: strings unchanged, all other values as JSON", async (t) => {
  const { call, requests } = await startServer(t, { ...success, messages: [] });
  const answer = await call("GET", "/messages", {
    anchor: "a b",
    num_before: 5,
    message_ids: [1, 2],
    narrow: undefined,
  });
  assert.deepEqual(answer, { ...success, messages: [] });
  const authorization = `Basic ${Buffer.from("hamlet@dänemark.example:key").toString("base64")}`;
  const line = "GET /api/v1/messages?anchor=a+b&num_before=5&message_ids=%5B1%2C2%5D";
  assert.deepEqual(requests, [{ line, authorization, type: undefined, body: "" }]);
});

test("parameters of other requests are sent as a URL-encoded form", async (t) => {
  const { call, requests } = await startServer(t, success);
  await call("PATCH", "/users/7", { full_name: "Hamlet", role: 400 });
  await call("DELETE", "/users/7");
  assert.deepEqual(
    requests.map(({ line, body }) => [line, body]),
    [
      ["PATCH /api/v1/users/7", "full_name=Hamlet&role=400"],
      ["DELETE /api/v1/users/7", ""],
    ],
  );
  assert.match(String(requests[0]?.type), /^application\/x-www-form-urlencoded/);
});

test("a file is sent as a multipart form", async (t) => {
  const { call, requests } = await startServer(t, { ...success, avatar_url: "/avatar/1" });
  await call("POST", "/users/me/avatar", { filename: new File(["colours"], "portrait.png") });
  const [{ type, body } = { body: "" }] = requests;
  assert.match(String(type), /^multipart\/form-data; boundary=/);
  assert.match(body, /name="filename"; filename="portrait.png"/);
  assert.match(body, /colours/);
});

test("the type of a response is either what the operation declares or an error", async (t) => {
  const { call } = await startServer(t, { result: "error", code: "BAD_REQUEST", msg: "Invalid message(s)" });
  const answer = await call("GET", "/messages/1");
  if (answer.result === "success") assert.fail(answer.message.content satisfies string);
  assert.deepEqual([answer.code satisfies string, answer.msg], ["BAD_REQUEST", "Invalid message(s)"]);
});

test("if a path matches several operations, the most specific one is chosen", () => {
  const route = <R extends string>(name: R): R => name;
  route<RouteOf<"GET", "/users/me">>("GET /users/me");
  route<RouteOf<"GET", "/users/7">>("GET /users/:user_id");
  route<RouteOf<"GET", `/users/${number}`>>("GET /users/:user_id");
  route<RouteOf<"GET", "/users/hamlet@example.com">>("GET /users/:email");
  route<RouteOf<"GET", `/users/${string}`>>("GET /users/:email");
  route<RouteOf<"GET", `/users/me/${number}/topics`>>("GET /users/me/:stream_id/topics");
});

test("a call does not compile if no operation has its method and path, or if its parameters are wrong", async (t) => {
  const { call, requests } = await startServer(t, success);
  // @ts-expect-error: there is no such path
  await call("GET", "/nowhere");
  // @ts-expect-error: the value of a path parameter cannot contain a slash
  await call("GET", "/users/7/nowhere");
  // @ts-expect-error: the path has another method
  await call("PATCH", "/register");
  // @ts-expect-error: the parameter `content` is missing
  await call("POST", "/messages/render");
  // @ts-expect-error: the operation has no parameter `contents`
  await call("POST", "/messages/render", { content: "To be", contents: "Not to be" });
  // @ts-expect-error: `content` must be a string
  await call("POST", "/messages/render", { content: 7 });
  // @ts-expect-error: the operation has no parameters
  await call("DELETE", "/users/me/avatar", { file: "7" });
  assert.equal(requests.length, 7);
});
