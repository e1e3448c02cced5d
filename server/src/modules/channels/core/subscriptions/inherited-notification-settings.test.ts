import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES, createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const OLDER = { client_capabilities: { ...ALL_CAPABILITIES, notification_settings_null: false } };
const OLDEST = { client_capabilities: { ...OLDER.client_capabilities, archived_channels: false } };
const CHOICES = [
  "desktop_notifications",
  "audible_notifications",
  "push_notifications",
  "email_notifications",
  "wildcard_mentions_notify",
] as const;

type Choices = Partial<Record<(typeof CHOICES)[number], boolean | null>>;
const choicesIn = (channel: Choices | undefined) => CHOICES.map((choice) => channel?.[choice]);
const registeredChoices = async (person: TestUser, as: object) =>
  choicesIn((await person.registerQueue(as)).state.subscriptions.find(({ name }) => name === "denmark"));

test("clients that do not support null settings receive the user's general setting instead, in the register response and in events", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const general = { enable_stream_push_notifications: true, wildcard_mentions_notify: false };
  await hamlet.callOrThrow("PATCH", "/settings", general);
  const [toHamlet = [], toOthello = []] = await watchEvents(
    [hamlet, othello],
    () => hamlet.createChannel("denmark", [hamlet, othello]),
    OLDER,
  );
  const received = [toHamlet, toOthello].map(
    (events) => events.flatMap((event) => event.subscriptions ?? [])[0] as Choices,
  );
  const [own, usual] = [
    [false, false, true, false, false],
    [false, false, false, false, true],
  ];
  assert.deepEqual(received.map(choicesIn), [own, usual]);
  assert.deepEqual(await registeredChoices(hamlet, OLDER), own);
  assert.deepEqual(await registeredChoices(hamlet, {}), [null, null, null, null, null]);
});

test("a setting for a channel overrides the user's general setting", async () => {
  const { hamlet } = await createTestOrganization();
  const stream_id = await hamlet.createChannel("denmark");
  const chosen = { stream_id, property: "desktop_notifications", value: true } as const;
  await hamlet.callOrThrow("POST", "/users/me/subscriptions/properties", { subscription_data: [chosen] });
  assert.deepEqual(await registeredChoices(hamlet, OLDER), [true, false, false, false, true]);
});

test("when a channel is restored, clients that support neither archived channels nor null settings receive general settings instead of null", async () => {
  const { desdemona } = await createTestOrganization();
  const id = await desdemona.createChannel("denmark");
  await desdemona.callOrThrow("DELETE", `/streams/${id}`);
  const client = await desdemona.registerQueue(OLDEST);
  await desdemona.callOrThrow("PATCH", `/streams/${id}`, { is_archived: false });
  const events = await client.poll();
  const [entry] = events.flatMap((event) => event.subscriptions ?? []);
  assert.deepEqual(choicesIn(entry as Choices), [false, false, false, false, true]);
});
