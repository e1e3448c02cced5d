import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";

const mute = (person: TestUser, id: number) => person.post(`/users/me/muted_users/${id}`);
const unmute = (person: TestUser, id: number) => person.delete(`/users/me/muted_users/${id}`);
const quiet = { send_new_subscription_messages: false };

async function unread(person: TestUser): Promise<number[]> {
  const { unread_msgs } = (await person.registerQueue()).state;
  const all = [...unread_msgs.streams, ...unread_msgs.pms, ...unread_msgs.huddles] as {
    unread_message_ids: number[];
  }[];
  return all.flatMap(({ unread_message_ids }) => unread_message_ids).sort((a, b) => a - b);
}

test("if a user mutes and unmutes others, only the user's own clients receive events", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const [toHamlet, ...toOthers] = await watchEvents([hamlet, othello, cordelia], async () => {
    assert.equal((await mute(hamlet, othello.id)).result, "success");
    assert.equal((await mute(hamlet, cordelia.id)).result, "success");
    assert.equal((await unmute(hamlet, othello.id)).result, "success");
  });
  const ids = toHamlet?.map(({ muted_users }) => (muted_users as { id: number }[]).map(({ id }) => id));
  assert.deepEqual(ids, [[othello.id], [othello.id, cordelia.id].sort((a, b) => a - b), [cordelia.id]]);
  assert.deepEqual(toOthers, [[], []]);
});

test("muting a muted user and unmuting a user who is not muted are rejected", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const outsider = (await createTestOrganization()).hamlet;
  await mute(hamlet, othello.id);
  const errorMessage = async (answer: ReturnType<typeof mute>) => {
    const { status, code, msg } = await answer;
    assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
    return msg;
  };
  assert.equal(await errorMessage(mute(hamlet, hamlet.id)), "Cannot mute self");
  assert.equal(await errorMessage(mute(hamlet, othello.id)), "User already muted");
  assert.equal(await errorMessage(mute(hamlet, outsider.id)), "No such user");
  assert.equal(await errorMessage(unmute(hamlet, outsider.id)), "No such user");
  assert.equal(await errorMessage(unmute(othello, hamlet.id)), "User is not muted");
  await unmute(hamlet, othello.id);
  assert.equal(await errorMessage(unmute(hamlet, othello.id)), "User is not muted");
  assert.equal((await mute(hamlet, othello.id)).result, "success");
});

test("muting marks exactly the messages of the muted user as read", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await othello.createChannel("denmark", [othello, hamlet, cordelia], quiet);
  const before = await unread(hamlet);
  const unmuted = [await cordelia.sendToChannel("denmark"), await cordelia.sendDirectMessage([hamlet, othello])];
  const read = [await othello.sendToChannel("denmark"), await othello.sendDirectMessage(hamlet)];
  const again = await othello.sendDirectMessage([hamlet, cordelia]);
  await hamlet.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: [again] });
  await hamlet.callOrThrow("POST", "/messages/flags", { op: "remove", flag: "read", messages: [again] });
  const [events] = await watchEvents([hamlet], () => mute(hamlet, othello.id));
  const marked = events?.find(({ type }) => type === "update_message_flags");
  assert.deepEqual([marked?.["op"], marked?.["flag"], marked?.["messages"]], ["add", "read", [...read, again]]);
  assert.deepEqual(await unread(hamlet), [...before, ...unmuted]);
});

test("new messages of a muted user are read from the start and stay read, even if older messages are unread", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await othello.createChannel("denmark", [othello, hamlet, cordelia], quiet);
  await mute(hamlet, othello.id);
  const first = await cordelia.sendToChannel("denmark");
  const muted: number[] = [];
  const before = await unread(hamlet);
  const [toHamlet, toCordelia] = await watchEvents([hamlet, cordelia], async () => {
    muted.push(await othello.sendToChannel("denmark", { content: `@**${hamlet.fullName}** @**all**` }));
    muted.push(await othello.sendDirectMessage([hamlet, cordelia]));
  });
  const isRead = (events?: readonly { [member: string]: unknown }[]) =>
    events?.filter(({ type }) => type === "message").map(({ flags }) => (flags as string[]).includes("read"));
  assert.deepEqual(isRead(toHamlet), [true, true]);
  assert.deepEqual(isRead(toCordelia), [false, false]);
  assert.deepEqual(await unread(hamlet), before);
  assert.ok(before.includes(first));
  const found = await hamlet.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 99,
    narrow: [["is", "unread"]],
  });
  const ids = (found["messages"] as { id: number }[]).map(({ id }) => id);
  assert.ok(ids.includes(first) && !ids.includes(muted[0]!));
  const one = await hamlet.callOrThrow("GET", `/messages/${muted[0]}`);
  assert.ok((one["message"] as { flags: string[] }).flags.includes("read"));

  await unmute(hamlet, othello.id);
  assert.deepEqual(await unread(hamlet), before);
  const next = await othello.sendToChannel("denmark");
  assert.deepEqual(await unread(hamlet), [...before, next]);
});

test("a message of a muted user can be marked as unread and as read again", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await mute(hamlet, othello.id);
  const before = await unread(hamlet);
  const id = await othello.sendDirectMessage(hamlet);
  const flag = (op: string) => hamlet.callOrThrow("POST", "/messages/flags", { op, flag: "read", messages: [id] });
  await watchEvents([hamlet], () => flag("remove"));
  assert.deepEqual(await unread(hamlet), [...before, id]);
  await watchEvents([hamlet], () => flag("add"));
  assert.deepEqual(await unread(hamlet), before);
});

test("a user can be muted and unmuted repeatedly without a message in between, and later messages are unread", async () => {
  const { hamlet, othello } = await createTestOrganization();
  for (let n = 0; n < 3; n += 1) {
    assert.equal((await mute(hamlet, othello.id)).result, "success");
    assert.equal((await unmute(hamlet, othello.id)).result, "success");
  }
  const id = await othello.sendDirectMessage(hamlet);
  assert.ok((await unread(hamlet)).includes(id));
});
