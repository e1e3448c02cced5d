import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { Access } from "./endpoint.ts";
import { endpoint } from "./endpoint.ts";
import { basicAuth, apiKeyOf, type TestUser, startApp } from "./fixtures/test-app.ts";

const people: TestUser[] = ["owen", "ada", "mona", "hamlet", "guy", "bot"];

const open = (access: Access, more: { humansOnly?: true; allowsIncomingWebhooks?: true } = {}) =>
  endpoint.read({
    route: `GET /${access}`,
    summary: "Return the caller",
    access,
    ...more,
    response: z.object({ user: z.int().nullable() }),
    errors: [],
    handler: async ({ actor }) => ({ user: actor?.id ?? null }),
  });

const notLoggedIn = "Not logged in: API authentication or user session required";
const invalidHeader = "Invalid authorization header for basic auth";
const needsBasic = "This endpoint requires HTTP basic authentication.";

test("missing, malformed and unknown credentials are rejected with the error for each case", async (t) => {
  const { call } = await startApp(t, [open("user")]);
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  const cases: [authorization: string | undefined, status: number, code: string, msg: string][] = [
    [undefined, 401, "UNAUTHORIZED", notLoggedIn],
    ["Bearer abc", 400, "BAD_REQUEST", needsBasic],
    ["", 400, "BAD_REQUEST", needsBasic],
    ["Basic", 401, "UNAUTHORIZED", invalidHeader],
    ["Basic a b", 401, "UNAUTHORIZED", invalidHeader],
    ["Basic !!!", 401, "UNAUTHORIZED", invalidHeader],
    [encoded("no colon"), 401, "UNAUTHORIZED", invalidHeader],
    [encoded("a:b:c"), 401, "UNAUTHORIZED", invalidHeader],
    [encoded("nobody@acme.example:x"), 401, "UNAUTHORIZED", notLoggedIn],
  ];
  for (const [authorization, status, code, msg] of cases) {
    const headers = authorization === undefined ? {} : { authorization };
    const reply = await call("GET", "/user", { as: null, headers });
    assert.deepEqual(reply.json, { result: "error", msg, code }, authorization);
    assert.equal(reply.status, status);
    assert.equal(reply.headers["www-authenticate"], status === 401 ? 'Basic realm="service"' : undefined);
  }
});

test("if the web client sends a request without a login, the error does not make the browser show a password dialog", async (t) => {
  const { call } = await startApp(t, [open("user")]);
  const reply = await call("GET", "/user", { as: null, headers: { "x-parlance-page": "1" } });
  assert.equal(reply.status, 401);
  assert.equal(reply.headers["www-authenticate"], undefined);
});

test("the authentication scheme is case-insensitive", async (t) => {
  const { call } = await startApp(t, [open("user")]);
  const authorization = basicAuth("hamlet@acme.example", apiKeyOf("hamlet")).replace("Basic", "bASIC");
  assert.equal((await call("GET", "/user", { as: null, headers: { authorization } })).json["user"], 406);
});

test("each access level admits users with a sufficient role and rejects other users with a reason", async (t) => {
  const { call } = await startApp(
    t,
    (["user", "member", "moderator", "admin", "owner"] as const).map((access) => open(access)),
  );
  const refusals: Record<string, { lets: TestUser[]; code: string; msg: string }> = {
    user: { lets: people, code: "", msg: "" },
    member: { lets: ["owen", "ada", "mona", "hamlet", "bot"], code: "BAD_REQUEST", msg: "Not allowed for guest users" },
    moderator: {
      lets: ["owen", "ada", "mona"],
      code: "UNAUTHORIZED_PRINCIPAL",
      msg: "Must be an organization moderator",
    },
    admin: { lets: ["owen", "ada"], code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization administrator" },
    owner: { lets: ["owen"], code: "UNAUTHORIZED_PRINCIPAL", msg: "Must be an organization owner" },
  };
  for (const [access, { lets, code, msg }] of Object.entries(refusals)) {
    for (const person of people) {
      const { status, json } = await call("GET", `/${access}`, { as: person });
      if (lets.includes(person)) assert.equal(status, 200, `${person} at ${access}`);
      else
        assert.deepEqual(
          { status, json },
          { status: 400, json: { result: "error", msg, code } },
          `${person} at ${access}`,
        );
    }
  }
});

test("if credentials are optional, a request without credentials is anonymous, and one with wrong credentials is rejected", async (t) => {
  const { call } = await startApp(t, [open("optional"), open("public")]);
  assert.equal((await call("GET", "/optional", { as: null })).json["user"], null);
  assert.equal((await call("GET", "/optional")).json["user"], 406);
  assert.equal((await call("GET", "/optional", { as: null, headers: { authorization: "Basic !" } })).status, 401);
  assert.equal((await call("GET", "/public", { as: null, headers: { authorization: "Basic !" } })).json["user"], null);
});

test("bots are rejected by endpoints for humans", async (t) => {
  const { call } = await startApp(t, [open("user", { humansOnly: true })]);
  assert.equal((await call("GET", "/user", { as: "bot" })).json["msg"], "This endpoint does not accept bot requests.");
  assert.equal((await call("GET", "/user")).status, 200);
});

test("incoming webhook bots are admitted only by endpoints that allow them", async (t) => {
  const allowed: boolean[] = [];
  const { call } = await startApp(t, [open("user"), open("member", { allowsIncomingWebhooks: true })], {
    authenticate: async (_realm, _email, _key, { allowsIncomingWebhooks }) => {
      allowed.push(allowsIncomingWebhooks);
      return { id: 1, realmId: 1, role: 400, isBot: true, botType: 2 };
    },
  });
  await call("GET", "/user");
  await call("GET", "/member");
  assert.deepEqual(allowed, [false, true]);
});

test("an unknown organization is reported before missing credentials", async (t) => {
  const { call } = await startApp(t, [open("user")]);
  const { status, json } = await call("GET", "/user", { as: null, headers: { host: "nowhere.example" } });
  assert.deepEqual(
    { status, json },
    { status: 404, json: { result: "error", msg: "Invalid subdomain", code: "NONEXISTENT_SUBDOMAIN" } },
  );
});
