import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import {
  BIRTHDAY,
  profileChangesIn,
  createField,
  FRIENDS,
  GITHUB,
  LONG,
  MOOD,
  PAGE,
  profileOf,
  PRONOUNS,
  setFieldValue,
  SHORT,
} from "../fixtures/fields.ts";

const BAD = [400, "BAD_REQUEST"] as const;

test("the maximum length of a text depends on the field's type and is measured in characters", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const limits = [
    [SHORT, "Pet", 50],
    [LONG, "Life", 500],
    [GITHUB, "GitHub username", 50],
    [PRONOUNS, "Pronouns", 50],
  ] as const;
  for (const [field, label, max] of limits) {
    const id = await createField(iago, field);
    const text = "🦉".repeat(max);
    assert.equal((await setFieldValue(hamlet, id, text)).result, "success");
    assert.deepEqual((await profileOf(iago, hamlet))[id]?.value, text);
    const { status, code, msg } = await setFieldValue(hamlet, id, `${text}!`);
    assert.deepEqual([status, code, msg], [...BAD, `${label} is too long (limit: ${max} characters)`]);
    assert.equal((await setFieldValue(hamlet, id, [1])).msg, `${label} is not a string`);
  }
});

test("short and long texts are Markdown in which mentions have no effect, and values of other types are not Markdown", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("secret", [hamlet]);
  const [short, long, page] = [
    await createField(iago, SHORT),
    await createField(iago, LONG),
    await createField(iago, PAGE),
  ];
  await setFieldValue(hamlet, short, "**Yorick** <b>");
  await setFieldValue(hamlet, long, "#**secret** @**Othello**");
  await setFieldValue(hamlet, page, "https://example.com/**a**");
  assert.deepEqual(await profileOf(othello, hamlet), {
    [short]: { value: "**Yorick** <b>", rendered_value: "<p><strong>Yorick</strong> &lt;b&gt;</p>" },
    [long]: {
      value: "#**secret** @**Othello**",
      rendered_value: "<p>#<strong>secret</strong> @<strong>Othello</strong></p>",
    },
    [page]: { value: "https://example.com/**a**" },
  });
});

test("a choice must be the key of an existing choice", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const id = await createField(iago, MOOD);
  assert.equal((await setFieldValue(hamlet, id, "s")).result, "success");
  for (const value of ["Sad", "x", "constructor", "S"]) {
    const { status, code, msg } = await setFieldValue(hamlet, id, value);
    assert.deepEqual([status, code, msg], [...BAD, `'${value}' is not a valid choice for 'Mood'.`]);
  }
  assert.deepEqual(await profileOf(iago, hamlet), { [id]: { value: "s" } });
});

test("a date must be a day that exists", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const id = await createField(iago, BIRTHDAY);
  for (const value of ["2028-02-29", "0001-01-01", "9999-12-31", "1564-04-23"]) {
    assert.equal((await setFieldValue(hamlet, id, value)).result, "success", value);
  }
  for (const value of [
    "2027-02-29",
    "2028-2-9",
    "2028-13-01",
    "2028-00-10",
    "0000-01-01",
    "23.4.1564",
    "2028-02-29 ",
  ]) {
    const { status, code, msg } = await setFieldValue(hamlet, id, value);
    assert.deepEqual([value, status, code, msg], [value, ...BAD, "Birthday is not a date"]);
  }
});

test("a link must be a web URL", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const id = await createField(iago, PAGE);
  const long = `https://example.com/${"x".repeat(1980)}`;
  for (const value of ["http://localhost:1/a?b=c#d", "https://exämple.com/ä", long]) {
    assert.equal((await setFieldValue(hamlet, id, value)).result, "success", value);
  }
  for (const value of [
    "example.com",
    "javascript:alert(1)",
    "https://",
    "https://a b.c",
    " https://example.com",
    "ftp://a.b",
  ]) {
    const { status, code, msg } = await setFieldValue(hamlet, id, value);
    assert.deepEqual([value, status, code, msg], [value, ...BAD, "Page is not a URL"]);
  }
  assert.equal((await setFieldValue(hamlet, id, `${long}x`)).msg, "Page is too long (limit: 2000 characters)");
});

test("a list of users may contain only active human users of the organization, and duplicates are removed", async () => {
  const { iago, hamlet, othello, cordelia, bot } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  await iago.callOrThrow("DELETE", `/users/${cordelia.id}`);
  const id = await createField(iago, FRIENDS);
  await setFieldValue(hamlet, id, [othello.id, iago.id, othello.id]);
  assert.deepEqual(await profileOf(iago, hamlet), { [id]: { value: `[${othello.id},${iago.id}]` } });
  const outsider = elsewhere.hamlet.id;
  const cases: [unknown, string][] = [
    [[othello.id, outsider], `Invalid user ID: ${outsider}`],
    [[0], "Invalid user ID: 0"],
    [[cordelia.id], `User with ID ${cordelia.id} is deactivated`],
    [[bot.id], `User with ID ${bot.id} is a bot`],
    [`[${othello.id}]`, "User IDs is not a list"],
    [Array.from({ length: 101 }, (_, n) => n), "User IDs is too long (limit: 100 items)"],
    [["x"], 'data[0]["value"][0] is not an integer'],
    [{}, 'data[0]["value"] is not a string'],
  ];
  for (const [value, text] of cases) {
    const { status, code, msg } = await setFieldValue(hamlet, id, value);
    assert.deepEqual([value, status, code, msg], [value, ...BAD, text]);
  }
  assert.deepEqual(await profileOf(iago, hamlet), { [id]: { value: `[${othello.id},${iago.id}]` } });
});

test("guests can list only users whom they can see, and do not receive the profiles of hidden users", async () => {
  const { iago, desdemona, hamlet, othello, polonius } = await createTestOrganization();
  const { state } = await desdemona.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  await othello.sendDirectMessage(polonius);
  const id = await createField(iago, FRIENDS);
  assert.equal((await setFieldValue(polonius, id, [othello.id, hamlet.id])).msg, `Invalid user ID: ${hamlet.id}`);
  const [toGuest, toMember] = await watchEvents([polonius, iago], async () => {
    await setFieldValue(hamlet, id, [othello.id]);
    await setFieldValue(polonius, id, [othello.id]);
  });
  assert.deepEqual(profileChangesIn(toGuest), [{ id, value: `[${othello.id}]` }]);
  assert.equal(toMember?.length, 2);
});

test("a listed user who has been deactivated does not prevent changes to other fields", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const [friends, pet] = [await createField(iago, FRIENDS), await createField(iago, SHORT)];
  await setFieldValue(hamlet, friends, [othello.id]);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const data = [
    { id: friends, value: [othello.id] },
    { id: pet, value: "Yorick" },
  ];
  const [events] = await watchEvents([iago], () => hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data }));
  assert.deepEqual(profileChangesIn(events), [{ id: pet, value: "Yorick", rendered_value: "<p>Yorick</p>" }]);
});
