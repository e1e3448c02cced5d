import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";
import { picture } from "./fixtures/pictures.ts";
import { linkTo, uploadAs } from "./fixtures/upload-files.ts";

/** Returns the ids of the messages that a search for attachments finds. */
async function withAttachments(reader: TestUser): Promise<number[]> {
  const narrow = [{ operator: "has", operand: "attachment" }];
  const { messages } = await reader.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    narrow,
  });
  return messages.map(({ id }) => id);
}

const messagesOf = async (owner: TestUser, url: string): Promise<number[]> => {
  const { attachments } = await owner.callOrThrow("GET", "/attachments");
  const found = attachments.find(({ path_id }) => `/user_uploads/${path_id}` === url);
  return found?.messages.map(({ id }) => id) ?? [];
};

test("a file's owner receives events that list the messages linking to the file, regardless of the messages' senders", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const url = await uploadAs(hamlet);
  const ids: number[] = [];
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    ids.push(await hamlet.sendDirectMessage(othello, { content: linkTo(url) }));
    ids.push(await othello.sendDirectMessage([hamlet, cordelia], { content: `Look: ${linkTo(url)}` }));
  });
  const attachmentEvents = toHamlet?.filter(({ type }) => type === "attachment");
  assert.deepEqual(
    attachmentEvents?.map(({ op, attachment }) => [
      op,
      (attachment as { messages: { id: number }[] }).messages.map(({ id }) => id),
    ]),
    [
      ["update", ids.slice(0, 1)],
      ["update", ids],
    ],
  );
  assert.deepEqual(
    attachmentEvents?.at(-1)?.["attachment"],
    (await hamlet.callOrThrow("GET", "/attachments")).attachments[0],
    "the event and the list have the same content",
  );
  assert.equal(
    toOthello?.some(({ type }) => type === "attachment"),
    false,
  );
});

test("a message counts as having an attachment if and only if it links to a file that its sender can see", async () => {
  const { hamlet, othello, realmId, host } = await createTestOrganization();
  const [own, others] = [await uploadAs(hamlet), await uploadAs(othello)];
  const texts = [
    [linkTo(own), true],
    [`http://${host}${own}`, true],
    [own, false],
    [`http://anything.example${own}`, false],
    [`\`${own}\``, false],
    [linkTo(others), false],
    [linkTo(`/user_uploads/${realmId}/ab/cdef/nothing.txt`), false],
    [`${linkTo(others)} ${linkTo(own)}`, true],
    ["```quote\n" + linkTo(own) + "\n```", true],
  ] as const;
  const expected: number[] = [];
  for (const [content, has] of texts) {
    const id = await hamlet.sendDirectMessage(othello, { content });
    if (has) expected.push(id);
  }
  assert.deepEqual(await withAttachments(hamlet), expected);
  assert.deepEqual(await messagesOf(hamlet, own), expected);
});

test("when several messages with links to the same files are sent at the same time, all links are stored", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const urls = await Promise.all(["a", "b", "c"].map((text) => uploadAs(hamlet, text)));
  const ids = await Promise.all([
    ...urls.map((url) => hamlet.sendDirectMessage(othello, { content: linkTo(url) })),
    ...urls.map((url) => hamlet.sendDirectMessage(cordelia, { content: linkTo(url) })),
    hamlet.sendDirectMessage(cordelia, { content: "nothing" }),
  ]);
  const sorted = ids.slice(0, 6).sort((a, b) => a - b);
  assert.deepEqual(await withAttachments(hamlet), sorted);
  for (const [index, url] of urls.entries()) {
    assert.deepEqual(
      await messagesOf(hamlet, url),
      [ids[index], ids[index + 3]].sort((a = 0, b = 0) => a - b),
    );
  }
});

test("the response to an edit lists the user's files that no message links to any more", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [unchanged, removed, elsewhere, others] = [
    await uploadAs(hamlet, "1"),
    await uploadAs(hamlet, "2"),
    await uploadAs(hamlet, "3"),
    await uploadAs(othello, "4"),
  ];
  await othello.sendDirectMessage(hamlet, { content: linkTo(others) });
  const still = await hamlet.sendDirectMessage(othello, { content: linkTo(elsewhere) });
  const content = [unchanged, removed, elsewhere, others].map(linkTo).join(" ");
  const id = await hamlet.sendDirectMessage(othello, { content });
  const answers: string[][] = [];
  const edits = async (text: string) => {
    const { detached_uploads } = await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: text });
    answers.push(detached_uploads.map(({ path_id, messages }) => `/user_uploads/${path_id}${messages.length}`));
  };
  await watchEvents([hamlet, othello], async () => {
    await edits(linkTo(unchanged));
    await edits(`${linkTo(unchanged)} and ${linkTo(removed)}`);
    await edits("Nothing");
  });
  assert.deepEqual(answers, [[`${removed}0`], [], [`${unchanged}0`, `${removed}0`]]);
  assert.deepEqual(await withAttachments(hamlet), [await messagesOf(othello, others), still].flat());
});

test("an edit keeps the message's links to files, even if the sender can no longer see the files in other messages", async () => {
  const { hamlet, othello, desdemona } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { message_content_delete_limit_seconds: "unlimited" });
  const url = await uploadAs(hamlet);
  const first = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  const second = await othello.sendDirectMessage(hamlet, { content: linkTo(url) });
  await hamlet.callOrThrow("DELETE", `/messages/${first}`);
  await othello.callOrThrow("PATCH", `/messages/${second}`, { content: `Look: ${linkTo(url)}` });
  assert.deepEqual(await messagesOf(hamlet, url), [second]);
  assert.deepEqual(await withAttachments(othello), [second]);
});

test("a file that is in a draft or a scheduled message of its owner is not listed as unused after an edit", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [drafted, scheduled, sent] = [
    await uploadAs(hamlet, "1"),
    await uploadAs(hamlet, "2"),
    await uploadAs(hamlet, "3"),
  ];
  const id = await hamlet.sendDirectMessage(othello, { content: [drafted, scheduled, sent].map(linkTo).join(" ") });
  await hamlet.callOrThrow("POST", "/drafts", {
    drafts: [{ type: "private", to: [othello.id], topic: "", content: linkTo(drafted) }],
  });
  const { scheduled_message_id } = await hamlet.callOrThrow("POST", "/scheduled_messages", {
    type: "direct",
    to: [othello.id],
    content: linkTo(scheduled),
    scheduled_delivery_timestamp: Math.floor(clock.now().getTime() / 1000) + 3600,
  });
  const edits = async (text: string) => {
    const { detached_uploads } = await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: text });
    return detached_uploads.map(({ path_id }) => `/user_uploads/${path_id}`);
  };
  assert.deepEqual(await edits("Nothing"), [sent]);
  await edits(linkTo(scheduled));
  await hamlet.callOrThrow("DELETE", `/scheduled_messages/${scheduled_message_id}`);
  assert.deepEqual(await edits("Nothing again"), [scheduled]);
});

test("the events to a file's owner do not list messages that the owner cannot read", async () => {
  const { hamlet, othello, cordelia, polonius } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  await othello.createChannel("venice", [othello, cordelia], { invite_only: true });
  const url = await uploadAs(hamlet);
  const known = [await hamlet.sendToChannel("denmark", { content: linkTo(url) })];
  const [toHamlet] = await watchEvents([hamlet], async () => {
    await othello.sendDirectMessage(cordelia, { content: linkTo(url) });
    await othello.sendToChannel("venice", { content: linkTo(url) });
    known.push(await othello.sendDirectMessage([hamlet, polonius], { content: linkTo(url) }));
  });
  const attachmentEvents = toHamlet?.filter(({ type }) => type === "attachment");
  const named = attachmentEvents?.map(({ attachment }) =>
    (attachment as { messages: { id: number }[] }).messages.map(({ id }) => id),
  );
  assert.deepEqual(named, [known]);
  assert.deepEqual(await messagesOf(hamlet, url), known);
  await hamlet.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  assert.deepEqual(await messagesOf(hamlet, url), known, "a public channel is open to members");
});

test("after a file is deleted, the messages that link to it count as having an attachment until they are edited", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const url = await uploadAs(hamlet);
  const id = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  const [attachment] = (await hamlet.callOrThrow("GET", "/attachments")).attachments;
  await watchEvents([hamlet, othello], () => hamlet.callOrThrow("DELETE", `/attachments/${attachment?.id ?? 0}`));
  for (const reader of [hamlet, othello]) assert.deepEqual(await withAttachments(reader), [id]);
  await watchEvents([hamlet, othello], () =>
    hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: `Still ${linkTo(url)}` }),
  );
  for (const reader of [hamlet, othello]) assert.deepEqual(await withAttachments(reader), []);
});

test("when a message that links to a file is deleted, the file's owner receives an event", async () => {
  const { hamlet, othello, desdemona } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { message_content_delete_limit_seconds: "unlimited" });
  const url = await uploadAs(hamlet);
  const id = await othello.sendDirectMessage(hamlet, { content: "first" });
  const linking = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  const [toHamlet] = await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("DELETE", `/messages/${linking}`);
    await othello.callOrThrow("DELETE", `/messages/${id}`);
  });
  const attachmentEvents = toHamlet?.filter(({ type }) => type === "attachment");
  assert.deepEqual(
    attachmentEvents?.map(({ op, attachment }) => [op, (attachment as { messages: unknown[] }).messages]),
    [["update", []]],
  );
  assert.deepEqual(await messagesOf(hamlet, url), []);
});

test("a message displays uploaded pictures and videos, but not files that are pictures only by their name", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [cat, fake, film] = [
    await uploadAs(hamlet, await picture(), "cat.png"),
    await uploadAs(hamlet, "text", "fake.png"),
    await uploadAs(hamlet, "film", "film.mp4"),
  ];
  const id = await hamlet.sendDirectMessage(othello, { content: [cat, fake, film].map(linkTo).join("\n\n") });
  const { message } = await othello.callOrThrow("GET", `/messages/${id}`);
  assert.match(message.content, new RegExp(`<a href="${cat}" title="this"><img class="image-loading-placeholder"`));
  assert.match(message.content, new RegExp(`<video preload="metadata" src="${film}"></video>`));
  assert.equal(message.content.match(/<(?:img|video)/g)?.length, 2);
});
