import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser } from "@parlance/testkit";

const { hamlet, othello, iago, desdemona } = await createTestOrganization();
await hamlet.createChannel("Verona");

/** Properties of an error response. */
type ErrorBody = Readonly<Record<string, unknown>>;
interface Case {
  readonly what: string;
  readonly call: () => ReturnType<TestUser["call"]>;
  /** The expected body without `result`. */
  readonly body: ErrorBody;
}
const bad = (msg: string): ErrorBody => ({ code: "BAD_REQUEST", msg });
const UNKNOWN_ID = 987_654_321;

/** Errors that mention a value of the request only in their text, and have no field for it. */
const withoutFields: readonly Case[] = [
  {
    what: "an unknown recipient",
    call: () => hamlet.call("POST", "/messages", { type: "direct", to: [UNKNOWN_ID], content: "Who's there?" }),
    body: bad(`Invalid user ID ${UNKNOWN_ID}`),
  },
  {
    what: "an unknown emoji",
    call: () => hamlet.call("POST", "/users/me/status", { emoji_name: "yoricks_skull" }),
    body: bad("Emoji 'yoricks_skull' does not exist"),
  },
  {
    what: "an unknown custom emoji",
    call: () => iago.call("DELETE", "/realm/emoji/yoricks_skull"),
    body: bad("Emoji 'yoricks_skull' does not exist"),
  },
  {
    what: "parameters that exclude each other",
    call: () => hamlet.call("GET", "/messages", { message_ids: [1], anchor: 1 }),
    body: bad(
      "Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor",
    ),
  },
  {
    what: "a reserved group name",
    call: () => iago.call("POST", "/user_groups/create", { name: "role:kings", description: "", members: [] }),
    body: bad("User group name cannot start with 'role:'."),
  },
  {
    what: "an unknown flag",
    call: () => hamlet.call("POST", "/messages/flags", { messages: [], op: "add", flag: "dagger" }),
    body: bad("Invalid flag: 'dagger'"),
  },
  {
    what: "an unknown event queue",
    call: () => hamlet.call("GET", "/events", { queue_id: "elsinore", last_event_id: -1 }),
    body: { code: "BAD_EVENT_QUEUE_ID", msg: "Bad event queue ID: elsinore" },
  },
  {
    what: "an existing channel name",
    call: () => hamlet.call("POST", "/channels/create", { name: "Verona", subscribers: [hamlet.id] }),
    body: { code: "CHANNEL_ALREADY_EXISTS", msg: "Channel 'Verona' already exists" },
  },
];

/** Errors whose code has fields. */
const withFields: readonly Case[] = [
  {
    what: "a missing parameter",
    call: () => hamlet.call("POST", "/messages", { type: "direct", to: [othello.id] }),
    body: { code: "REQUEST_VARIABLE_MISSING", msg: "Missing 'content' argument", var_name: "content" },
  },
  {
    what: "an unknown channel id",
    call: () => hamlet.call("POST", "/messages", { type: "channel", to: UNKNOWN_ID, topic: "ghosts", content: "Boo" }),
    body: {
      code: "STREAM_DOES_NOT_EXIST",
      msg: `Channel with ID '${UNKNOWN_ID}' does not exist`,
      stream_id: UNKNOWN_ID,
    },
  },
  {
    what: "an unknown channel name",
    call: () => hamlet.call("POST", "/messages", { type: "channel", to: "Elsinore", topic: "ghosts", content: "Boo" }),
    body: { code: "STREAM_DOES_NOT_EXIST", msg: "Channel 'Elsinore' does not exist", stream: "Elsinore" },
  },
  {
    what: "the deactivation of the only owner",
    call: () => desdemona.call("DELETE", "/users/me"),
    body: {
      code: "CANNOT_DEACTIVATE_LAST_USER",
      msg: "Cannot deactivate the only organization owner.",
      entity: "organization owner",
      is_last_owner: true,
    },
  },
];

for (const { what, call, body } of withoutFields) {
  test(`the error for ${what} has only a message and a code`, async () => {
    assert.deepEqual((await call()).body, { result: "error", ...body });
  });
}

for (const { what, call, body } of withFields) {
  test(`the error for ${what} has the fields of its code`, async () => {
    assert.deepEqual((await call()).body, { result: "error", ...body });
  });
}
