import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, watching } from "@parlance/testkit";
import {
  BIRTHDAY,
  changesIn,
  creates,
  FRIENDS,
  GITHUB,
  LONG,
  MOOD,
  PAGE,
  profileOf,
  PRONOUNS,
  says,
  SHORT,
} from "../fixtures/fields.ts";

const BAD = [400, "BAD_REQUEST"] as const;

test("texts are at most as long as their type allows, counted in characters", async () => {
  const { iago, hamlet } = await newRealm();
  const limits = [
    [SHORT, "Pet", 50],
    [LONG, "Life", 500],
    [GITHUB, "GitHub username", 50],
    [PRONOUNS, "Pronouns", 50],
  ] as const;
  for (const [field, label, max] of limits) {
    const id = await creates(iago, field);
    const text = "🦉".repeat(max);
    assert.equal((await says(hamlet, id, text)).result, "success");
    assert.deepEqual((await profileOf(iago, hamlet))[id]?.value, text);
    const { status, code, msg } = await says(hamlet, id, `${text}!`);
    assert.deepEqual([status, code, msg], [...BAD, `${label} is too long (limit: ${max} characters)`]);
    assert.equal((await says(hamlet, id, [1])).msg, `${label} is not a string`);
  }
});

test("short and long texts are Markdown in which names are just text, other types are not Markdown", async () => {
  const { iago, hamlet, othello } = await newRealm();
  await hamlet.creates("secret", [hamlet]);
  const [short, long, page] = [await creates(iago, SHORT), await creates(iago, LONG), await creates(iago, PAGE)];
  await says(hamlet, short, "**Yorick** <b>");
  await says(hamlet, long, "#**secret** @**Othello**");
  await says(hamlet, page, "https://example.com/**a**");
  assert.deepEqual(await profileOf(othello, hamlet), {
    [short]: { value: "**Yorick** <b>", rendered_value: "<p><strong>Yorick</strong> &lt;b&gt;</p>" },
    [long]: {
      value: "#**secret** @**Othello**",
      rendered_value: "<p>#<strong>secret</strong> @<strong>Othello</strong></p>",
    },
    [page]: { value: "https://example.com/**a**" },
  });
});

test("a choice is one of those that there are, by its key", async () => {
  const { iago, hamlet } = await newRealm();
  const id = await creates(iago, MOOD);
  assert.equal((await says(hamlet, id, "s")).result, "success");
  for (const value of ["Sad", "x", "constructor", "S"]) {
    const { status, code, msg } = await says(hamlet, id, value);
    assert.deepEqual([status, code, msg], [...BAD, `'${value}' is not a valid choice for 'Mood'.`]);
  }
  assert.deepEqual(await profileOf(iago, hamlet), { [id]: { value: "s" } });
});

test("a date is a day that there is", async () => {
  const { iago, hamlet } = await newRealm();
  const id = await creates(iago, BIRTHDAY);
  for (const value of ["2028-02-29", "0001-01-01", "9999-12-31", "1564-04-23"]) {
    assert.equal((await says(hamlet, id, value)).result, "success", value);
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
    const { status, code, msg } = await says(hamlet, id, value);
    assert.deepEqual([value, status, code, msg], [value, ...BAD, "Birthday is not a date"]);
  }
});

test("a link leads to the web", async () => {
  const { iago, hamlet } = await newRealm();
  const id = await creates(iago, PAGE);
  const long = `https://example.com/${"x".repeat(1980)}`;
  for (const value of ["http://localhost:1/a?b=c#d", "https://exämple.com/ä", long]) {
    assert.equal((await says(hamlet, id, value)).result, "success", value);
  }
  for (const value of [
    "example.com",
    "javascript:alert(1)",
    "https://",
    "https://a b.c",
    " https://example.com",
    "ftp://a.b",
  ]) {
    const { status, code, msg } = await says(hamlet, id, value);
    assert.deepEqual([value, status, code, msg], [value, ...BAD, "Page is not a URL"]);
  }
  assert.equal((await says(hamlet, id, `${long}x`)).msg, "Page is too long (limit: 2000 characters)");
});

test("a list of users names active people of the organization, each once", async () => {
  const { iago, hamlet, othello, cordelia, bot } = await newRealm();
  const elsewhere = await newRealm();
  await iago.does("DELETE", `/users/${cordelia.id}`);
  const id = await creates(iago, FRIENDS);
  await says(hamlet, id, [othello.id, iago.id, othello.id]);
  assert.deepEqual(await profileOf(iago, hamlet), { [id]: { value: `[${othello.id},${iago.id}]` } });
  const stranger = elsewhere.hamlet.id;
  const cases: [unknown, string][] = [
    [[othello.id, stranger], `Invalid user ID: ${stranger}`],
    [[0], "Invalid user ID: 0"],
    [[cordelia.id], `User with ID ${cordelia.id} is deactivated`],
    [[bot.id], `User with ID ${bot.id} is a bot`],
    [`[${othello.id}]`, "User IDs is not a list"],
    [Array.from({ length: 101 }, (_, n) => n), "User IDs is too long (limit: 100 items)"],
    [["x"], 'data[0]["value"][0] is not an integer'],
    [{}, 'data[0]["value"] is not a string'],
  ];
  for (const [value, text] of cases) {
    const { status, code, msg } = await says(hamlet, id, value);
    assert.deepEqual([value, status, code, msg], [value, ...BAD, text]);
  }
  assert.deepEqual(await profileOf(iago, hamlet), { [id]: { value: `[${othello.id},${iago.id}]` } });
});

test("guests list nobody of whom they may not know, and do not hear what such people say", async () => {
  const { iago, desdemona, hamlet, othello, polonius } = await newRealm();
  const { state } = await desdemona.registers({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.does("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  await othello.writesTo(polonius);
  const id = await creates(iago, FRIENDS);
  assert.equal((await says(polonius, id, [othello.id, hamlet.id])).msg, `Invalid user ID: ${hamlet.id}`);
  const [toGuest, toMember] = await watching([polonius, iago], async () => {
    await says(hamlet, id, [othello.id]);
    await says(polonius, id, [othello.id]);
  });
  assert.deepEqual(changesIn(toGuest), [{ id, value: `[${othello.id}]` }]);
  assert.equal(toMember?.length, 2);
});

test("who was deactivated after being listed hinders nobody who leaves the list as it is", async () => {
  const { iago, hamlet, othello } = await newRealm();
  const [friends, pet] = [await creates(iago, FRIENDS), await creates(iago, SHORT)];
  await says(hamlet, friends, [othello.id]);
  await iago.does("DELETE", `/users/${othello.id}`);
  const data = [
    { id: friends, value: [othello.id] },
    { id: pet, value: "Yorick" },
  ];
  const [events] = await watching([iago], () => hamlet.does("PATCH", "/users/me/profile_data", { data }));
  assert.deepEqual(changesIn(events), [{ id: pet, value: "Yorick", rendered_value: "<p>Yorick</p>" }]);
});
