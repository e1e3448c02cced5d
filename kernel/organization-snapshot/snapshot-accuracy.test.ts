import assert from "node:assert/strict";
import { test } from "node:test";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import {
  createTestOrganization,
  TestUser,
  startServerBeside,
  startServer,
  type TestOrganization,
  type TestServer,
} from "@parlance/testkit";

/**
 * Number of times that a permission is revoked. A process that applies revocations late may pass a single try by
 * chance.
 */
const { rounds: ROUNDS } = randomRun({ rounds: 5, exploreRounds: 200 });

interface Processes {
  readonly realm: TestOrganization;
  /** The process through which permissions are granted and revoked. */
  readonly here: TestServer;
  readonly others: readonly TestServer[];
}

async function threeProcesses(): Promise<Processes> {
  const here = await startServer();
  const others = [await startServerBeside(here), await startServerBeside(here)];
  return { here, others, realm: await createTestOrganization(here) };
}

const codeOf = async (response: Promise<{ code?: string | undefined }>) => (await response).code ?? "";

/**
 * Revokes and restores a user's permission repeatedly. After each revocation, every other process must reject the
 * user's next request.
 */
async function alternatePermission(
  { others }: Processes,
  acts: {
    revoke(): Promise<unknown>;
    restore(): Promise<unknown>;
    /**
     * Sends a request that needs the permission to the process `at`. Returns the error code, or an empty string on
     * success.
     */
    tries(at: TestServer): Promise<string>;
    refusal: string;
  },
) {
  for (let round = 0; round < ROUNDS; round += 1) {
    await acts.revoke();
    const refused = await Promise.all(others.map((server) => acts.tries(server)));
    assert.deepEqual(refused, [acts.refusal, acts.refusal], `round ${round}`);
    await acts.restore();
    const allowed = await Promise.all(others.map((server) => acts.tries(server)));
    assert.deepEqual(allowed, ["", ""], `round ${round}`);
  }
}

test("an account deactivated by one process is rejected by all others at the next request", async () => {
  const processes = await threeProcesses();
  const { hamlet, iago } = processes.realm;
  await alternatePermission(processes, {
    revoke: () => iago.callOrThrow("DELETE", `/users/${hamlet.id}`),
    restore: () => iago.callOrThrow("POST", `/users/${hamlet.id}/reactivate`),
    tries: (server) => codeOf(hamlet.at(server).get("/users/me")),
    refusal: "UNAUTHORIZED",
  });
});

test("if one process lowers a user's role, all other processes apply the new role to the user's next request", async () => {
  const processes = await threeProcesses();
  const { hamlet, desdemona } = processes.realm;
  await alternatePermission(processes, {
    revoke: () => desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: 400 }),
    restore: () => desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: 200 }),
    tries: (server) => codeOf(hamlet.at(server).call("PATCH", "/realm", { description: "Something is rotten" })),
    refusal: "UNAUTHORIZED_PRINCIPAL",
  });
});

test("a user removed from a private channel by one process can no longer send or read messages there through any other process", async () => {
  const processes = await threeProcesses();
  const { hamlet, othello } = processes.realm;
  const channel = await hamlet.createChannel("closet", [hamlet, othello], { invite_only: true });
  const message = await hamlet.sendToChannel(channel);
  const principals = [othello.id];
  const acts = {
    revoke: () => hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["closet"], principals }),
    restore: () =>
      hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "closet" }], principals }),
  };
  const post = { type: "channel", to: channel, topic: "arras", content: "How now, a rat?" };
  await alternatePermission(processes, {
    ...acts,
    tries: (server) => codeOf(othello.at(server).call("POST", "/messages", post)),
    refusal: "STREAM_DOES_NOT_EXIST",
  });
  await alternatePermission(processes, {
    ...acts,
    tries: (server) => codeOf(othello.at(server).get(`/messages/${message}`)),
    refusal: "BAD_REQUEST",
  });
});

/** Returns the contents of the messages on a page of a channel, or the error code. */
const readsPage = async (reader: TestUser, channel: number) => {
  const narrow = [{ operator: "channel", operand: channel }];
  const answer = await reader.get("/messages", { narrow, anchor: "newest", num_before: 10 });
  return answer.code ?? answer.messages.map(({ content }) => content).join();
};

test("a user removed from a private channel by one process can no longer load a page of its messages from any other process", async () => {
  const processes = await threeProcesses();
  const { hamlet, othello } = processes.realm;
  const channel = await hamlet.createChannel("closet", [hamlet, othello], { invite_only: true });
  const principals = [othello.id];
  await hamlet.sendToChannel(channel, { content: "Mother, you have my father much offended" });
  await alternatePermission(processes, {
    revoke: () => hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["closet"], principals }),
    restore: () =>
      hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "closet" }], principals }),
    tries: async (server) => (/offended|^$/.test(await readsPage(othello.at(server), channel)) ? "" : "BAD_NARROW"),
    refusal: "BAD_NARROW",
  });
});

test("after a deactivation or a channel's renaming by one process, the next page of messages is correct at all processes", async () => {
  const processes = await threeProcesses();
  const { hamlet, othello, iago } = processes.realm;
  const channel = await iago.createChannel("stage", [iago, othello]);
  await iago.sendToChannel(channel);
  await alternatePermission(processes, {
    revoke: () => iago.callOrThrow("DELETE", `/users/${othello.id}`),
    restore: () => iago.callOrThrow("POST", `/users/${othello.id}/reactivate`),
    tries: async (server) => codeOf(othello.at(server).get("/messages", { anchor: "newest", num_before: 10 })),
    refusal: "UNAUTHORIZED",
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `stage ${round}`;
    await iago.callOrThrow("PATCH", `/streams/${channel}`, { new_name: name });
    const narrow = [{ operator: "channel", operand: name }];
    for (const server of processes.others) {
      const page = await hamlet.at(server).callOrThrow("GET", "/messages", { narrow, anchor: "newest", num_before: 1 });
      assert.deepEqual(
        page.messages.map(({ display_recipient }) => display_recipient),
        [name],
        `round ${round}`,
      );
    }
  }
});

test("a user removed by one process from the group that may post in a channel cannot post there through any other process", async () => {
  const processes = await threeProcesses();
  const { hamlet, othello, iago } = processes.realm;
  const members = [iago.id, othello.id];
  const { group_id: group } = await iago.callOrThrow("POST", "/user_groups/create", {
    name: "players",
    description: "",
    members,
  });
  const channel = await iago.createChannel("stage", [iago, othello, hamlet], { can_send_message_group: group });
  const post = { type: "channel", to: channel, topic: "prologue", content: "For us, and for our tragedy" };
  await alternatePermission(processes, {
    revoke: () => iago.callOrThrow("POST", `/user_groups/${group}/members`, { delete: [othello.id] }),
    restore: () => iago.callOrThrow("POST", `/user_groups/${group}/members`, { add: [othello.id] }),
    tries: (server) => codeOf(othello.at(server).call("POST", "/messages", post)),
    refusal: "BAD_REQUEST",
  });
});

test("an API key replaced by one process is rejected by all others at the next request", async () => {
  const processes = await threeProcesses();
  let { hamlet } = processes.realm;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, email, fullName } = hamlet;
    const { api_key: apiKey } = await hamlet.callOrThrow("POST", "/users/me/api_key/regenerate");
    const before = hamlet;
    hamlet = new TestUser(hamlet.site, { id, email, fullName, apiKey });
    const tried = processes.others.map((server) => codeOf(before.at(server).get("/users/me")));
    assert.deepEqual(await Promise.all(tried), ["UNAUTHORIZED", "UNAUTHORIZED"], `round ${round}`);
  }
});

test("a user who is deactivated while sending messages cannot send any afterwards", async () => {
  const processes = await threeProcesses();
  const { hamlet, othello, iago } = processes.realm;
  const [elsewhere] = processes.others as [TestServer];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sends = () => codeOf(hamlet.at(elsewhere).call("POST", "/messages", direct(othello)));
    const before = Array.from({ length: 3 }, sends);
    const gone = iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
    await Promise.all([...before, gone]);
    assert.equal(await sends(), "UNAUTHORIZED", `round ${round}`);
    await iago.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
    assert.equal(await sends(), "", `round ${round}`);
  }
});

const direct = (to: TestUser) => ({ type: "direct", to: [to.id], content: "Good my lord" });

test("a process that missed events that are no longer in the log loads the organization again", async () => {
  const { realm, here, others } = await threeProcesses();
  const { hamlet, iago } = realm;
  const [elsewhere] = others as [TestServer];
  assert.equal(await codeOf(hamlet.at(elsewhere).get("/users/me")), "");
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  await here.db.pool.query("delete from event where realm_id = $1", [realm.realmId]);
  assert.equal(await codeOf(hamlet.at(elsewhere).get("/users/me")), "UNAUTHORIZED");
});
