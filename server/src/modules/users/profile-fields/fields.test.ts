import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type Parameters } from "@parlance/testkit";
import {
  auditedActs,
  createField,
  GITHUB,
  listFields,
  LONG,
  MOOD,
  profileOf,
  setFieldValue,
  SHORT,
} from "./fixtures/fields.ts";

const refusal = { BAD: [400, "BAD_REQUEST"], ADMIN: [400, "UNAUTHORIZED_PRINCIPAL"] } as const;

test("a new field is added after the existing ones, and all users, including guests, receive an event with all fields", async () => {
  const realm = await createTestOrganization();
  const { iago, polonius, hamlet } = realm;
  const newField = { ...MOOD, hint: " How are you? ", display_in_profile_summary: true, required: true };
  const [toGuest, toMember] = await watchEvents([polonius, hamlet], async () => {
    await createField(iago, SHORT);
    await createField(iago, { ...newField, editable_by_user: false });
  });
  const [first, second] = await listFields(polonius);
  assert.deepEqual(
    [first, second],
    [
      {
        id: first?.["id"],
        type: 1,
        order: 0,
        name: "Pet",
        hint: "",
        field_data: "",
        display_in_profile_summary: false,
        required: false,
        editable_by_user: true,
      },
      {
        id: second?.["id"],
        type: 3,
        order: 1,
        name: "Mood",
        hint: "How are you?",
        field_data: JSON.stringify(MOOD.field_data),
        display_in_profile_summary: true,
        required: true,
        editable_by_user: false,
      },
    ],
  );
  for (const events of [toGuest, toMember]) {
    assert.deepEqual(
      events?.map(({ type, fields }) => ({ type, fields })),
      [
        { type: "custom_profile_fields", fields: [first] },
        { type: "custom_profile_fields", fields: [first, second] },
      ],
    );
  }
  const { state } = await polonius.registerQueue({ fetch_event_types: ["custom_profile_fields"] });
  assert.deepEqual(state["custom_profile_fields"], [first, second]);
  assert.deepEqual(state["custom_profile_field_types"]["PRONOUNS"], { id: 8, name: "Pronouns" });
  const [act] = await auditedActs(realm);
  assert.deepEqual(
    [act?.act, act?.actor_id, act?.target_id, act?.before, act?.after],
    ["profile_field.created", iago.id, first?.["id"], null, first],
  );
});

test("only administrators can change the fields of profiles", async () => {
  const { iago, shiva, hamlet, polonius } = await createTestOrganization();
  const id = await createField(iago, SHORT);
  const [events] = await watchEvents([iago], async () => {
    for (const person of [shiva, hamlet, polonius]) {
      const answers = [
        await person.post("/realm/profile_fields", LONG),
        await person.patch("/realm/profile_fields", { order: [id] }),
        await person.patch(`/realm/profile_fields/${id}`, { name: "Dog" }),
        await person.delete(`/realm/profile_fields/${id}`),
      ];
      for (const { status, code, msg } of answers) {
        assert.deepEqual([status, code, msg], [...refusal.ADMIN, "Must be an organization administrator"]);
      }
    }
  });
  assert.deepEqual(events, []);
});

test("an invalid field is rejected with the reason", async () => {
  const { iago } = await createTestOrganization();
  await createField(iago, SHORT);
  const choices = (field_data: object) => ({ ...MOOD, field_data });
  const site = (field_data: object) => ({ name: "Site", field_type: 7, field_data });
  const own = (url_pattern: string) => site({ subtype: "custom", url_pattern });
  const cases: [Parameters, string][] = [
    [{ ...SHORT, field_type: 0 }, "Invalid field_type"],
    [{ ...SHORT, field_type: 9 }, "Invalid field_type"],
    [{ ...SHORT, field_type: "x" }, "field_type is not valid JSON"],
    [{ field_type: 1 }, "Label cannot be blank."],
    [{ ...SHORT, name: "  " }, "Label cannot be blank."],
    [{ ...SHORT, name: "x".repeat(41) }, "name is too long (limit: 40 characters)"],
    [{ ...LONG, hint: "x".repeat(81) }, "hint is too long (limit: 80 characters)"],
    [SHORT, "A field with that label already exists."],
    [{ ...LONG, name: " pET " }, "A field with that label already exists."],
    [{ ...MOOD, field_data: "[]" }, "field_data is not a dict"],
    [{ name: "Mood", field_type: 3 }, "Field must have at least one choice."],
    [choices({ m: { text: "Merry" } }), 'field_data["m"]["order"] field is missing: Field required'],
    [choices({ m: { text: "", order: "1" } }), 'field_data["m"]["text"] cannot be blank'],
    [choices({ m: { text: "Merry", order: 1 } }), 'field_data["m"]["order"] is not a string'],
    [choices({ m: "Merry" }), 'field_data["m"] is not a dict'],
    [choices({ " ": { text: "Merry", order: "1" } }), 'Invalid field_data[" "]'],
    [
      choices({ m: { text: "Merry", order: "1" }, n: { text: "Merry ", order: "2" } }),
      "Field must not have duplicate choices.",
    ],
    [site({}), 'field_data["subtype"] field is missing: Field required'],
    [site({ subtype: "nosuch" }), "Invalid external account type"],
    [site({ subtype: "constructor" }), "Invalid external account type"],
    [site({ subtype: "custom" }), "Custom external account must define URL pattern"],
    [own("https://example.com/"), "URL pattern must contain '%(username)s'."],
    [own("https://example.com/%(username)s/%(username)s"), "URL pattern must contain '%(username)s'."],
    [own("javascript:%(username)s"), "url_pattern is not a URL"],
    [own("https://exa mple.com/%(username)s"), "url_pattern is not a URL"],
    [{ ...LONG, display_in_profile_summary: true }, "Field type not supported for display in profile summary."],
    [
      { name: "Friends", field_type: 6, display_in_profile_summary: true },
      "Field type not supported for display in profile summary.",
    ],
  ];
  const untyped = await iago.call("POST", "/realm/profile_fields", { name: "Pet" });
  assert.deepEqual([untyped.code, untyped.msg], ["REQUEST_VARIABLE_MISSING", "Missing 'field_type' argument"]);
  const [events] = await watchEvents([iago], async () => {
    for (const [field, text] of cases) {
      const { status, code, msg } = await iago.call("POST", "/realm/profile_fields", field);
      assert.deepEqual([field, status, code, msg], [field, ...refusal.BAD, text]);
    }
  });
  assert.deepEqual(events, []);
});

test("the length of labels and hints is measured in characters, not in UTF-16 units", async () => {
  const { iago } = await createTestOrganization();
  await createField(iago, { field_type: 1, name: "🦉".repeat(40), hint: "🦉".repeat(80) });
  const [field] = await listFields(iago);
  assert.deepEqual([field?.["name"], field?.["hint"]], ["🦉".repeat(40), "🦉".repeat(80)]);
});

test("a field for accounts on a predefined site has that site's label and hint, which cannot be changed", async () => {
  const { iago } = await createTestOrganization();
  const id = await createField(iago, { ...GITHUB, name: "Mine", hint: "Mine" });
  const { state } = await iago.registerQueue({ fetch_event_types: ["realm"] });
  assert.deepEqual(state["realm_default_external_accounts"]["github"], {
    name: "GitHub username",
    text: "GitHub",
    hint: "",
    url_pattern: "https://github.com/%(username)s",
  });
  const again = await iago.post("/realm/profile_fields", GITHUB);
  assert.equal(again.msg, "A field with that label already exists.");

  const path = `/realm/profile_fields/${id}` as const;
  const own = { subtype: "custom", url_pattern: "https://example.com/%(username)s" };
  for (const change of [{ name: "Mine" }, { hint: "Mine" }, { field_data: own }]) {
    const { status, code, msg } = await iago.patch(path, change);
    assert.deepEqual([status, code, msg], [...refusal.BAD, "Default custom field cannot be updated."]);
  }
  await iago.callOrThrow("PATCH", path, { name: "GitHub username", field_data: { subtype: "github" }, required: true });
  const [field] = await listFields(iago);
  assert.deepEqual([field?.["name"], field?.["hint"], field?.["required"]], ["GitHub username", "", true]);
});

test("the summary contains at most two fields", async () => {
  const { iago } = await createTestOrganization();
  const text = "Only 2 custom profile fields can be displayed in the profile summary.";
  const shown = { field_type: 1, display_in_profile_summary: true } as const;
  const first = await createField(iago, { ...shown, name: "a" });
  await createField(iago, { ...shown, name: "b" });
  const third = await iago.post("/realm/profile_fields", { ...shown, name: "c" });
  assert.deepEqual([third.status, third.code, third.msg], [...refusal.BAD, text]);
  const id = await createField(iago, { ...shown, name: "c", display_in_profile_summary: false });
  const show = () => iago.patch(`/realm/profile_fields/${id}`, { display_in_profile_summary: true });
  assert.equal((await show()).msg, text);
  // A change to a field that is already in the summary does not count as an addition.
  await iago.callOrThrow("PATCH", `/realm/profile_fields/${first}`, { display_in_profile_summary: true, hint: "x" });
  await iago.callOrThrow("PATCH", `/realm/profile_fields/${first}`, { display_in_profile_summary: false });
  assert.equal((await show()).result, "success");
});

test("if several fields are created at the same time, the limit of the summary and the uniqueness of labels are still enforced", async () => {
  const { iago, desdemona } = await createTestOrganization();
  const newFields = ["a", "b", "c", "a", "b", "c"].map((name) => ({
    field_type: 1 as const,
    name,
    display_in_profile_summary: true,
  }));
  const answers = await Promise.all(
    newFields.map((newField, n) => (n % 2 ? iago : desdemona).post("/realm/profile_fields", newField)),
  );
  assert.equal(answers.filter(({ result }) => result === "success").length, 2);
  const fields = await listFields(iago);
  assert.deepEqual(new Set(fields.map(({ order }) => order)), new Set([0, 1]));
});

test("only the sent properties of a field change, and a request without changes emits no event", async () => {
  const realm = await createTestOrganization();
  const { iago, polonius } = realm;
  const id = await createField(iago, { ...SHORT, hint: "A dog?" });
  const path = `/realm/profile_fields/${id}` as const;
  const [events] = await watchEvents([polonius], async () => {
    await iago.callOrThrow("PATCH", path, { name: " Dog " });
    await iago.callOrThrow("PATCH", path, { name: "Dog", hint: "A dog?", required: false, field_data: { ignored: 1 } });
    await iago.callOrThrow("PATCH", path);
  });
  const [field] = await listFields(iago);
  assert.deepEqual([field?.["name"], field?.["hint"]], ["Dog", "A dog?"]);
  assert.deepEqual(
    events?.map(({ fields }) => fields),
    [[field]],
  );
  const acts = await auditedActs(realm);
  assert.deepEqual(
    acts.slice(1).map(({ act, target_id, before, after }) => [act, target_id, before, after]),
    [["profile_field.changed", id, { name: "Pet" }, { name: "Dog" }]],
  );
});

test("a change is rejected if a field with the resulting definition could not be created", async () => {
  const { iago } = await createTestOrganization();
  const id = await createField(iago, MOOD);
  await createField(iago, SHORT);
  const cases: [Parameters, string][] = [
    [{ name: "" }, "Label cannot be blank."],
    [{ name: "pet" }, "A field with that label already exists."],
    [{ hint: "x".repeat(81) }, "hint is too long (limit: 80 characters)"],
    [{ field_data: {} }, "Field must have at least one choice."],
    [{ required: 1 }, "required is not a boolean"],
  ];
  for (const [change, text] of cases) {
    const { status, code, msg } = await iago.patch(`/realm/profile_fields/${id}`, change);
    assert.deepEqual([change, status, code, msg], [change, ...refusal.BAD, text]);
  }
});

test("removing a choice deletes the values of users who had chosen it", async () => {
  const { iago, hamlet, othello, polonius } = await createTestOrganization();
  const id = await createField(iago, MOOD);
  await setFieldValue(hamlet, id, "s");
  await setFieldValue(othello, id, "m");
  const [events] = await watchEvents([polonius], () =>
    iago.callOrThrow("PATCH", `/realm/profile_fields/${id}`, {
      field_data: { m: { text: "Jolly", order: "2" }, b: { text: "Bored", order: "1" } },
    }),
  );
  assert.deepEqual(
    events?.map(({ type }) => type),
    ["custom_profile_fields"],
  );
  assert.deepEqual(await profileOf(polonius, hamlet), {});
  assert.deepEqual(await profileOf(polonius, othello), { [id]: { value: "m" } });
});

test("deleting a field deletes its values in all profiles", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, polonius } = realm;
  const [id, other] = [await createField(iago, SHORT), await createField(iago, LONG)];
  await setFieldValue(hamlet, id, "Yorick");
  await setFieldValue(hamlet, other, "Long");
  const field = (await listFields(iago))[0];
  const [events] = await watchEvents([polonius], () => iago.callOrThrow("DELETE", `/realm/profile_fields/${id}`));
  assert.deepEqual(
    events?.map(({ type, fields }) => [type, fields?.map((each: { id: number }) => each.id)]),
    [["custom_profile_fields", [other]]],
  );
  assert.deepEqual(Object.keys(await profileOf(polonius, hamlet)), [String(other)]);
  const deleted = (await auditedActs(realm)).at(-1);
  assert.deepEqual(
    [deleted?.act, deleted?.target_id, deleted?.before, deleted?.after],
    ["profile_field.deleted", id, field, null],
  );
});

test("a field that does not exist in the organization is not found", async () => {
  const { iago } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  for (const id of [2 ** 31 - 1, await createField(elsewhere.iago, SHORT)]) {
    for (const answer of [
      await iago.patch(`/realm/profile_fields/${id}`, { name: "x" }),
      await iago.delete(`/realm/profile_fields/${id}`),
      await setFieldValue(iago, id, "x"),
    ]) {
      const { status, code, msg } = answer;
      assert.deepEqual([status, code, msg], [...refusal.BAD, `Field id ${id} not found.`]);
    }
  }
  assert.equal((await listFields(elsewhere.iago)).length, 1);
});

test("fields are reordered by a list that contains each of them once", async () => {
  const realm = await createTestOrganization();
  const { iago, polonius } = realm;
  const [a, b, c] = [await createField(iago, SHORT), await createField(iago, LONG), await createField(iago, MOOD)];
  const reorder = (order: unknown) => iago.call("PATCH", "/realm/profile_fields", { order });
  const [events] = await watchEvents([polonius], async () => {
    for (const order of [[], [a, b], [a, b, b], [a, b, c, c], [a, b, c, 2 ** 31 - 1], [a, b, 2 ** 31 - 1]]) {
      const { status, code, msg } = await reorder(order);
      assert.deepEqual([order, status, code, msg], [order, ...refusal.BAD, "Invalid order mapping."]);
    }
    assert.equal((await reorder(["a"])).msg, "order[0] is not an integer");
    assert.equal((await iago.call("PATCH", "/realm/profile_fields")).msg, "Missing 'order' argument");
    await reorder([a, b, c]);
    await reorder([c, a, b]);
  });
  const fields = await listFields(polonius);
  assert.deepEqual(
    fields.map(({ id, order }) => [id, order]),
    [
      [c, 0],
      [a, 1],
      [b, 2],
    ],
  );
  assert.deepEqual(
    events?.map((event) => event["fields"]),
    [fields],
  );
  const act = (await auditedActs(realm)).at(-1);
  assert.deepEqual(
    [act?.act, act?.target_id, act?.before, act?.after],
    ["profile_field.reordered", null, { order: [a, b, c] }, { order: [c, a, b] }],
  );
});
