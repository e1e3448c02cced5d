import assert from "node:assert/strict";
import { request as openRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { Database, Reader, Tx } from "../db/types.ts";
import { createLogger } from "../log.ts";
import { type AppOptions, buildApp } from "./app.ts";
import type { Actor } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";
import { NotLoggedIn } from "./errors.ts";

/** People of the tests; the key of each is their name and zeros. */
const roles = { owen: 100, ada: 200, mona: 300, hamlet: 400, guy: 600, bot: 400 } as const;
export type Person = keyof typeof roles;

export const keyOf = (person: Person): string => person.padEnd(32, "0");
export const actorOf = (person: Person): Actor => ({
  id: roles[person] + person.length,
  realmId: 1,
  role: roles[person],
  isBot: person === "bot",
  botType: person === "bot" ? 1 : null,
});
export const basic = (user: string, key: string): string => `Basic ${Buffer.from(`${user}:${key}`).toString("base64")}`;

/** A database in name only: it hands out empty objects, so that what a handler was given can be told apart. */
export const fakeDatabase = (): Database => ({
  reader: {} as Reader,
  write: (act) => act({ isTransaction: true } as unknown as Tx),
  snapshot: () => assert.fail("no snapshots here"),
});

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, parsed. */
  readonly json: Record<string, unknown>;
}

interface Call {
  /** Whose credentials go along. Default: hamlet's; null: none. */
  as?: Person | null;
  form?: Record<string, string> | [string, string][];
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export interface TestApp {
  readonly origin: string;
  /** Calls a path below /api/v1, or any path if it begins with two slashes. */
  call(method: string, path: string, call?: Call): Promise<Reply>;
  readonly logged: Record<string, unknown>[];
}

/** An application of the given endpoints, listening; closed when the test ends. */
export async function startApp(t: TestContext, endpoints: Endpoint[], overrides: Partial<AppOptions> = {}): Promise<TestApp> {
  const logged: Record<string, unknown>[] = [];
  const log = createLogger({
    level: "info",
    readable: false,
    destination: { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const app = await buildApp({
    modules: [{ name: "things", endpoints }],
    db: fakeDatabase(),
    clock: { now: () => new Date("2030-01-01T00:00:00Z") },
    log,
    findRealm: async (host) => (host.startsWith("nowhere") ? null : { id: 1, subdomain: "acme", url: "http://acme.example" }),
    authenticate: async (_realm, email, apiKey) => {
      const person = email.split("@")[0] as Person;
      if (!(person in roles) || apiKey !== keyOf(person)) throw new NotLoggedIn();
      return actorOf(person);
    },
    strict: true,
    ...overrides,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, logged, call: (method, path, call) => send(port, method, path, call) };
}

async function send(port: number, method: string, path: string, { as = "hamlet", form, body, headers = {} }: Call = {}): Promise<Reply> {
  const url = path.startsWith("//") ? path.slice(1) : `/api/v1${path}`;
  const content = body ?? (form && new URLSearchParams(form).toString());
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const outgoing = openRequest({
    host: "127.0.0.1",
    port,
    method,
    path: url,
    agent: false,
    headers: {
      ...(as ? { authorization: basic(`${as}@acme.example`, keyOf(as)) } : {}),
      ...(content === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...(content === undefined || headers["transfer-encoding"] ? {} : { "content-length": Buffer.byteLength(content) }),
      ...headers,
    },
  });
  outgoing.on("error", reject).on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
    response.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const json = response.headers["content-type"] === "application/json" && text ? JSON.parse(text) : {};
      resolve({ status: response.statusCode!, headers: response.headers, text, json });
    });
  });
  outgoing.end(content);
  return promise;
}
