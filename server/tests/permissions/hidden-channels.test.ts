import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization } from "@parlance/testkit";
import {
  channelRows,
  createChannelTestOrganization,
  type ChannelTestOrganization,
} from "./fixtures/naming/channels.ts";
import { messageRows } from "./fixtures/naming/messages.ts";
import { isParameter, parametersOf } from "./fixtures/naming/parameters.ts";
import { collectResponses, findMissingRows, type NamingRow } from "./fixtures/naming/naming-row.ts";

/** An id and a name that belong to no channel. */
const [NO_ID, NO_NAME] = [987_654_321, "void"];

const realm = await createTestOrganization();
const { desdemona, shiva } = realm;
await onlyAdministratorsCreateChannels();

const stages: readonly ChannelTestOrganization[] = [
  await createChannelTestOrganization(realm, "member", 400),
  await createChannelTestOrganization(realm, "visitor", 600),
];
const channels = [
  { what: "a private channel", name: "tomb", callers: stages, more: { invite_only: true } },
  { what: "a public channel", name: "graveyard", callers: stages.slice(1), more: {} },
];
interface HiddenChannel {
  readonly what: string;
  /** The callers who may not know that the channel exists. */
  readonly callers: readonly ChannelTestOrganization[];
  readonly isArchived: boolean;
  readonly id: number;
  readonly name: string;
  readonly messageId: number;
  readonly noMessageId: number;
}

const hidden: HiddenChannel[] = [];
for (const { what, name, callers, more } of channels) {
  for (const isArchived of [false, true]) {
    const full = isArchived ? `former ${name}` : name;
    const id = await desdemona.createChannel(full, [desdemona, shiva], more);
    const messageId = await desdemona.sendToChannel(id, { topic: "home", content: "/poll Whose skull?\nYorick's" });
    // A message with the next id is created and deleted, so that the same messages precede and follow the hidden
    // message and the absent one.
    const noMessageId = await desdemona.sendDirectMessage(desdemona);
    await desdemona.callOrThrow("DELETE", `/messages/${noMessageId}`);
    if (isArchived) await desdemona.callOrThrow("DELETE", `/streams/${id}`);
    hidden.push({ what, callers, isArchived, id, name: full, messageId, noMessageId });
  }
}

test("every parameter that can name a channel or a message has a row", () => {
  for (const [kind, rows, file] of [
    ["channel", channelRows, "channels.ts"],
    ["message", messageRows, "messages.ts"],
  ] as const) {
    const known = rows.map(({ operation, parameter }) => `${operation} ${parameter}`);
    assert.equal(findMissingRows(parametersOf(kind), known, file), "");
    assert.deepEqual(
      known.filter((row) => !isParameter(row)),
      [],
      "rows of parameters that do not exist",
    );
  }
});

async function revealsNothing<N extends Readonly<Record<string, number | string>>>(
  row: NamingRow<ChannelTestOrganization, N>,
  namesOf: (channel: HiddenChannel) => { readonly hidden: N; readonly absent: N },
): Promise<void> {
  for (const channel of hidden) {
    for (const stage of channel.callers) {
      const of = `${channel.isArchived ? "archived: " : ""}${channel.what}, ${stage.caller.fullName}`;
      const answers = await collectResponses(stage.caller, { stage, row, ...namesOf(channel) });
      assert.deepEqual(answers.hidden, answers.absent, of);
    }
  }
}

for (const row of channelRows) {
  test(`${row.operation} gives the same response for a hidden channel as for a nonexistent one: ${row.parameter}`, () =>
    revealsNothing(row, ({ id, name }) => ({ hidden: { id, name }, absent: { id: NO_ID, name: NO_NAME } })));
}

for (const row of messageRows) {
  test(`${row.operation} gives the same response for a message in a hidden channel as for a nonexistent one: ${row.parameter}`, () =>
    revealsNothing(row, ({ messageId, noMessageId }) => ({ hidden: { id: messageId }, absent: { id: noMessageId } })));
}

test("a user who may create channels learns that a channel name is in use, but not the spelling of the existing name", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("Crypt", [hamlet], { invite_only: true });
  const joins = (more: object) =>
    othello.post("/users/me/subscriptions", { subscriptions: [{ name: "cRYPT" }], ...more });
  assert.equal((await joins({})).msg, "Unable to access channel (cRYPT).");
  const { subscribed, unauthorized } = await joins({ authorization_errors_fatal: false });
  assert.deepEqual([subscribed, unauthorized], [{}, ["cRYPT"]]);
  assert.equal((await othello.post("/channels/create", { name: "cRYPT", subscribers: [] })).status, 409);
});

/**
 * Allows only administrators to create public channels, so that subscribing to a nonexistent channel fails instead of
 * creating it.
 */
async function onlyAdministratorsCreateChannels(): Promise<void> {
  const { state } = await desdemona.registerQueue({ event_types: ["realm_user_groups"] });
  const administrators = state.realm_user_groups.find(({ name }) => name === "role:administrators")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_create_public_channel_group: { new: administrators } });
}
