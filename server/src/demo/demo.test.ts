import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { TestUser, startServer, TEST_HOST, type TestServer } from "@parlance/testkit";
import { createRealm } from "#modules/organizations/settings/actions/create-realm.ts";
import { createDemo } from "./actions/create-demo.ts";
import { createDemoOrganization } from "./index.ts";

const SECRET = Buffer.from("a secret that only tests know, long enough");
const site = `http://${TEST_HOST}`;
const now = new Date();
const noPasswords = { owner: null, admin: null, moderator: null, member: null, member2: null, guest: null, bot: null };

async function newServer(
  t: TestContext,
): Promise<{ server: TestServer; dataDir: string; start: () => Promise<boolean> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-demo-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const server = await startServer();
  const start = () =>
    createDemoOrganization(server.db, { dataDir, site, gravatar: true, now, secret: SECRET, files: server.files });
  return { server, dataDir, start };
}

interface Credentials {
  readonly site: string;
  readonly users: Record<
    string,
    { user_id: number; email: string; full_name: string; role: number; api_key: string; password: string | null }
  >;
  readonly channels: Record<string, number>;
}

const credentialsIn = async (dataDir: string): Promise<Credentials> =>
  JSON.parse(await readFile(join(dataDir, "demo-credentials.json"), "utf8"));

function person(server: TestServer, { users }: Credentials, part: string): TestUser {
  const { user_id: id, email, full_name: fullName, api_key: apiKey } = users[part]!;
  return new TestUser({ port: server.port, host: TEST_HOST }, { id, email, fullName, apiKey });
}

test("a new server gets a demo organization whose users, passwords and API keys work", async (t) => {
  const { server, dataDir, start } = await newServer(t);
  await start();
  assert.equal((await stat(join(dataDir, "demo-credentials.json"))).mode & 0o777, 0o600);
  const credentials = await credentialsIn(dataDir);
  assert.equal(credentials.site, site);
  assert.deepEqual(
    Object.entries(credentials.users).map(([part, { role, password }]) => [part, role, password === null]),
    [
      ["owner", roles.owner, false],
      ["admin", roles.administrator, false],
      ["moderator", roles.moderator, false],
      ["member", roles.member, false],
      ["member2", roles.member, false],
      ["guest", roles.guest, false],
      ["bot", roles.member, true],
    ],
  );
  for (const [part, { user_id, email, password }] of Object.entries(credentials.users)) {
    const someone = person(server, credentials, part);
    assert.equal((await someone.get("/users/me"))["user_id"], user_id, part);
    if (password === null) continue;
    const login = await someone.post("/fetch_api_key", { username: email, password });
    assert.equal(login["api_key"], someone.apiKey, part);
  }
});

test("the demo has the documented channels, each with its subscribers and messages", async (t) => {
  const { server, dataDir, start } = await newServer(t);
  await start();
  const credentials = await credentialsIn(dataDir);
  const { users, channels } = credentials;
  assert.deepEqual(Object.keys(channels), ["general", "engineering", "private"]);
  const ids = (...parts: string[]) => parts.map((part) => users[part]!.user_id);

  const { state } = await person(server, credentials, "owner").registerQueue();
  const find = (id: number | undefined) =>
    state["subscriptions"].find(({ stream_id }: { stream_id: number }) => stream_id === id);
  const general = find(channels["general"]);
  assert.deepEqual(
    general?.subscribers,
    Object.values(users).map(({ user_id }) => user_id),
  );
  assert.deepEqual([general?.invite_only, state["realm_default_streams"]], [false, [channels["general"]]]);
  assert.deepEqual(find(channels["engineering"])?.subscribers, ids("owner", "admin", "member"));
  const secret = find(channels["private"]);
  assert.deepEqual([secret?.invite_only, secret?.history_public_to_subscribers], [true, false]);
  assert.deepEqual(secret?.subscribers, ids("owner", "member"));

  const messages = await server.db.reader.selectFrom("message").select(["id", "sent_at"]).orderBy("id").execute();
  assert.ok(messages.length >= 36, `${messages.length} messages`);
  assert.ok(messages.every(({ sent_at }, index) => index === 0 || sent_at >= messages[index - 1]!.sent_at));
  assert.ok(messages.every(({ sent_at }) => sent_at < now));
});

test("a user of the demo finds read and unread messages, a picture, votes, reactions and a resolved topic", async (t) => {
  const { server, dataDir, start } = await newServer(t);
  await start();
  const credentials = await credentialsIn(dataDir);
  const guest = person(server, credentials, "guest");
  const page = { anchor: "oldest", num_before: 0, num_after: 100 } as const;
  const { messages } = await person(server, credentials, "owner").callOrThrow("GET", "/messages", page);
  const toGuest = (await guest.callOrThrow("GET", "/messages", page)).messages;
  const isNews = ({ timestamp }: { timestamp: number }) => now.getTime() / 1000 - timestamp < 27 * 3600;
  for (const message of toGuest) {
    const isRead = !isNews(message) || message.sender_id === guest.id;
    assert.equal(message.flags.includes("read"), isRead, message.content);
  }
  assert.ok(toGuest.some(({ flags }) => !flags.includes("read")));
  const picture = messages.map(({ content }) => /src="(\/user_uploads\/[^"]+)"/.exec(content)?.[1]).find(Boolean);
  assert.equal((await guest.fetch(picture ?? "")).status, 200);
  const votes = messages.flatMap(({ submessages }) => submessages.slice(1));
  assert.equal(votes.length, 6);
  assert.ok(messages.flatMap(({ reactions }) => reactions).length >= 20);
  assert.ok(messages.some(({ subject }) => subject.startsWith("✔ ")));
});

test("a second start neither changes the demo organization nor rewrites a deleted credentials file", async (t) => {
  const { server, dataDir, start } = await newServer(t);
  await start();
  const before = await readFile(join(dataDir, "demo-credentials.json"), "utf8");
  await start();
  assert.equal(await readFile(join(dataDir, "demo-credentials.json"), "utf8"), before);
  const realms = await server.db.reader.selectFrom("realm").select("id").where("subdomain", "is not", null).execute();
  assert.equal(realms.length, 1);

  await rm(join(dataDir, "demo-credentials.json"));
  assert.equal(await start(), true, "the organization is there, without the file too");
  assert.deepEqual(await readdir(dataDir), []);
});

test("if a start was killed before the credentials file was written, the next start writes it", async (t) => {
  const { server, dataDir, start } = await newServer(t);
  const { files } = server;
  await server.db.write((tx) => createDemo(tx, { url: site, gravatar: true, now, passwordHashes: noPasswords, files }));
  await start();
  const credentials = await credentialsIn(dataDir);
  assert.equal((await person(server, credentials, "owner").get("/users/me")).status, 200);
  assert.deepEqual(await readdir(dataDir), ["demo-credentials.json"]);
});

test("no demo organization is created on a server that already has an organization", async (t) => {
  const { server, dataDir, start } = await newServer(t);
  await server.db.write((tx) => createRealm(tx, { subdomain: "acme", name: "Acme", now }));
  assert.equal(await start(), false);
  assert.deepEqual(await readdir(dataDir), []);
});
