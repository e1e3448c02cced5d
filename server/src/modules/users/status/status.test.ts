import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  watchEvents,
  writeRowsDirectly,
  type Parameters,
  type TestUser,
  type ReceivedEvent,
} from "@parlance/testkit";

const BAD = [400, "BAD_REQUEST"] as const;
const CAR = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };
const NO_EMOJI = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };

const setStatus = (person: TestUser, status: Parameters) => person.post("/users/me/status", status);

async function statusOf(viewer: TestUser, { id }: { id: number }): Promise<object> {
  return (await viewer.callOrThrow("GET", `/users/${id}/status`)).body["status"];
}

/** Returns the status events that a user received. */
const statusEvents = (events: readonly ReceivedEvent[] | undefined) =>
  events?.filter(({ type }) => type === "user_status").map(({ id: _id, type: _type, ...parts }) => parts);

test("all users, including guests, receive events about the changed fields of a status and can read the status", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  const [toHamlet, toGuest] = await watchEvents([hamlet, polonius], async () => {
    await setStatus(hamlet, { status_text: "  in a meeting " });
    await setStatus(hamlet, { emoji_name: "car" });
    await setStatus(hamlet, { status_text: "in a meeting", emoji_name: "bus" });
    await setStatus(hamlet, { status_text: "in a meeting", ...CAR });
    await setStatus(hamlet, { status_text: "in a meeting", ...CAR });
  });
  const user_id = hamlet.id;
  const bus = { emoji_name: "bus", emoji_code: "1f68c", reaction_type: "unicode_emoji" };
  for (const events of [toHamlet, toGuest]) {
    assert.equal(events?.length, 4);
    assert.deepEqual(statusEvents(events), [
      { user_id, status_text: "in a meeting" },
      { user_id, ...CAR },
      { user_id, ...bus },
      { user_id, ...CAR },
    ]);
  }
  const status = { status_text: "in a meeting", ...CAR };
  assert.deepEqual(await statusOf(polonius, hamlet), status);
  assert.deepEqual(await statusOf(polonius, othello), {});
  const { state } = await polonius.registerQueue({ fetch_event_types: ["user_status"] });
  assert.deepEqual(state["user_status"], { [hamlet.id]: status });
});

test("a field is cleared with an empty value, and users without a status are not listed", async () => {
  const { hamlet, polonius, server } = await createTestOrganization();
  await setStatus(hamlet, { status_text: "busy", emoji_name: "car" });
  const [events] = await watchEvents([polonius], async () => {
    await setStatus(hamlet, { emoji_name: "" });
    await setStatus(hamlet, { emoji_name: "", emoji_code: "1f697", reaction_type: "nonsense" });
    assert.deepEqual(await statusOf(polonius, hamlet), { status_text: "busy" });
    await setStatus(hamlet, { status_text: "  " });
  });
  const user_id = hamlet.id;
  assert.deepEqual(statusEvents(events), [
    { user_id, ...NO_EMOJI },
    { user_id, status_text: "" },
  ]);
  assert.deepEqual(await statusOf(polonius, hamlet), {});
  const { state } = await polonius.registerQueue({ fetch_event_types: ["user_status"] });
  assert.deepEqual(state["user_status"], {});
  const rows = await server.db.reader.selectFrom("user_status").selectAll().where("user_id", "=", user_id).execute();
  assert.deepEqual(rows, []);
});

test("a status has at most 60 characters, and surrounding whitespace is removed", async () => {
  const { hamlet, polonius } = await createTestOrganization();
  const longest = "🦉".repeat(60);
  assert.equal((await setStatus(hamlet, { status_text: ` ${longest} ` })).result, "success");
  const { status, code, msg } = await setStatus(hamlet, { status_text: `${longest}!` });
  assert.deepEqual([status, code, msg], [...BAD, "status_text is too long (limit: 60 characters)"]);
  assert.deepEqual(await statusOf(polonius, hamlet), { status_text: longest });
});

test("an invalid status is rejected as a whole, and the first error is reported", async () => {
  const { hamlet, polonius } = await createTestOrganization();
  const nameMissing = "Client must pass emoji_name if they pass either emoji_code or reaction_type.";
  const cases: [Parameters, string][] = [
    [{}, "Client did not pass any new values."],
    [{ colour: "blue" }, "Client did not pass any new values."],
    [{ emoji_code: "1f697" }, nameMissing],
    [{ reaction_type: "unicode_emoji" }, nameMissing],
    [{ reaction_type: "nonsense" }, nameMissing],
    [{ status_text: "busy", emoji_code: "1f697", reaction_type: "unicode_emoji" }, nameMissing],
    [{ emoji_name: "nosuch" }, "Emoji 'nosuch' does not exist"],
    [{ emoji_name: "Car" }, "Emoji 'Car' does not exist"],
    [{ emoji_name: "nosuch", emoji_code: "1f697" }, "Emoji 'nosuch' does not exist"],
    [{ emoji_name: "nosuch", reaction_type: "unicode_emoji" }, "Emoji 'nosuch' does not exist"],
    [{ ...CAR, emoji_code: "1f697-200d" }, "Invalid emoji code."],
    [{ ...CAR, emoji_code: "1f68c" }, "Invalid emoji name."],
    [{ emoji_name: "car", emoji_code: "nosuch" }, "Invalid emoji code."],
    [{ ...CAR, reaction_type: "nonsense" }, "Invalid emoji type."],
    [{ emoji_name: "car", reaction_type: "nonsense" }, "Invalid emoji type."],
    [{ emoji_name: "car", reaction_type: "realm_emoji" }, "Invalid custom emoji."],
    [{ ...CAR, reaction_type: "service_extra_emoji" }, "Invalid emoji code."],
    [{ emoji_name: "car", emoji_code: "parlance", reaction_type: "service_extra_emoji" }, "Invalid emoji name."],
    [{ away: "maybe" }, "away is not valid JSON"],
    [{ away: 1 }, "away is not a boolean"],
  ];
  const [events] = await watchEvents([polonius], async () => {
    for (const [parameters, text] of cases) {
      const { status, code, msg } = await setStatus(hamlet, { ...parameters });
      assert.deepEqual([parameters, status, code, msg], [parameters, ...BAD, text]);
    }
  });
  assert.deepEqual(events, []);
});

test("an emoji can be given by any of its names, and the status contains the name that was sent", async () => {
  const { hamlet, polonius } = await createTestOrganization();
  const cases: [string, object][] = [
    ["+1", { emoji_code: "1f44d", reaction_type: "unicode_emoji" }],
    ["thumbs_up", { emoji_code: "1f44d", reaction_type: "unicode_emoji" }],
    ["smile", { emoji_code: "1f642", reaction_type: "unicode_emoji" }],
    ["parlance", { emoji_code: "parlance", reaction_type: "service_extra_emoji" }],
  ];
  for (const [emoji_name, found] of cases) {
    await setStatus(hamlet, { emoji_name });
    assert.deepEqual(await statusOf(polonius, hamlet), { emoji_name, ...found });
  }
});

test("a custom emoji takes precedence over a standard emoji with the same name, and custom emoji that are deactivated or of another organization are rejected", async () => {
  const { hamlet, polonius, realmId, server } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  const adds = async (name: string, more: { realm_id?: number; is_deactivated?: boolean } = {}) => {
    const row = { realm_id: realmId, name, file_name: "1.png", ...more };
    const { id } = await writeRowsDirectly({ realmId: row.realm_id, server }, (tx) =>
      tx.insertInto("custom_emoji").values(row).returning("id").executeTakeFirstOrThrow(),
    );
    return String(id);
  };
  const [car, old, foreign] = [
    await adds("car"),
    await adds("ancient", { is_deactivated: true }),
    await adds("theirs", { realm_id: elsewhere.realmId }),
  ];
  const own = { emoji_name: "car", emoji_code: car, reaction_type: "realm_emoji" };
  for (const parameters of [{ emoji_name: "car" }, { emoji_name: "car", emoji_code: car }, own]) {
    await setStatus(hamlet, { emoji_name: "" });
    assert.equal((await setStatus(hamlet, parameters)).result, "success");
    assert.deepEqual(await statusOf(polonius, hamlet), own);
  }
  assert.equal((await setStatus(hamlet, CAR)).result, "success");
  const cases: [Parameters, string][] = [
    [{ emoji_name: "ancient" }, "Emoji 'ancient' does not exist"],
    [{ emoji_name: "theirs" }, "Emoji 'theirs' does not exist"],
    [{ ...own, emoji_name: "ancient", emoji_code: old }, "This custom emoji has been deactivated."],
    [{ ...own, emoji_name: "bus" }, "Invalid custom emoji name."],
    [{ ...own, emoji_name: "theirs", emoji_code: foreign }, "Invalid custom emoji."],
    [{ ...own, emoji_code: `0${car}` }, "Invalid custom emoji."],
    [{ ...own, emoji_code: "99999999999999999999" }, "Invalid custom emoji."],
    [{ ...own, emoji_code: "1f697" }, "Invalid custom emoji."],
    [{ ...own, reaction_type: "unicode_emoji" }, "Invalid emoji code."],
  ];
  for (const [parameters, text] of cases) {
    const { status, code, msg } = await setStatus(hamlet, parameters);
    assert.deepEqual([parameters, status, code, msg], [parameters, ...BAD, text]);
  }
  assert.deepEqual(await statusOf(polonius, hamlet), CAR);
});

test("setting a status to away hides presence, and showing presence again removes `away` from the status", async () => {
  const { hamlet, polonius } = await createTestOrganization();
  const user_id = hamlet.id;
  const [toHamlet, toGuest] = await watchEvents([hamlet, polonius], async () => {
    await setStatus(hamlet, { away: true, status_text: "gone" });
    await setStatus(hamlet, { away: true });
  });
  assert.deepEqual(statusEvents(toGuest), [
    { user_id, status_text: "gone" },
    { user_id, away: true },
  ]);
  const settings = toHamlet?.filter(({ type }) => type === "user_settings");
  assert.deepEqual(
    settings?.map(({ property, value }) => [property, value]),
    [["presence_enabled", false]],
  );
  assert.deepEqual(
    toGuest?.map(({ type }) => type),
    ["user_status", "user_status", "presence"],
  );
  assert.deepEqual(await statusOf(polonius, hamlet), { status_text: "gone", away: true });

  const [, back] = await watchEvents([hamlet, polonius], async () => {
    await hamlet.callOrThrow("PATCH", "/settings", { presence_enabled: true });
    await setStatus(hamlet, { away: false });
  });
  assert.deepEqual(statusEvents(back), [{ user_id, away: false }]);
  assert.deepEqual(await statusOf(polonius, hamlet), { status_text: "gone" });
});

test("a user who is away without a status text is listed as away", async () => {
  const { hamlet, polonius } = await createTestOrganization();
  const [events] = await watchEvents([polonius], () =>
    hamlet.callOrThrow("PATCH", "/settings", { presence_enabled: false }),
  );
  assert.deepEqual(statusEvents(events), [{ user_id: hamlet.id, away: true }]);
  const { state } = await polonius.registerQueue({ fetch_event_types: ["user_status"] });
  assert.deepEqual(state["user_status"], { [hamlet.id]: { away: true } });
});

test("if several fields of a status are changed at the same time, all changes are stored", async () => {
  const { hamlet, polonius } = await createTestOrganization();
  await watchEvents([polonius], () =>
    Promise.all([
      setStatus(hamlet, { status_text: "busy" }),
      setStatus(hamlet, { emoji_name: "car" }),
      setStatus(hamlet, { away: true }),
    ]),
  );
  assert.deepEqual(await statusOf(polonius, hamlet), { status_text: "busy", ...CAR, away: true });
});
