import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser } from "@parlance/testkit";

const stores = (bot: TestUser, storage: Record<string, string>) => bot.put("/bot_storage", { storage });
const storedFor = async (bot: TestUser, keys?: string[]) =>
  (await bot.callOrThrow("GET", "/bot_storage", keys ? { keys } : {})).storage;

async function errorMessage(answer: Promise<{ status: number; code?: unknown; msg: string }>): Promise<string> {
  const { status, code, msg } = await answer;
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

test("a bot can read the values that it stored last, all of them or those with given keys", async () => {
  const { bot } = await createTestOrganization();
  assert.deepEqual(await storedFor(bot), {});
  await stores(bot, { skull: '"Yorick"', "": "nothing", ["k".repeat(5000)]: "long", __proto__x: "1" });
  await stores(bot, { skull: '"poor Yorick"' });
  assert.deepEqual(await storedFor(bot, ["skull", ""]), { skull: '"poor Yorick"', "": "nothing" });
  assert.deepEqual(await storedFor(bot), {
    skull: '"poor Yorick"',
    "": "nothing",
    ["k".repeat(5000)]: "long",
    __proto__x: "1",
  });
  assert.deepEqual(await storedFor(bot, []), {});
});

test("deleted entries are gone, and nothing is deleted if one of the keys does not exist", async () => {
  const { bot } = await createTestOrganization();
  await stores(bot, { a: "1", b: "2", c: "3" });
  assert.equal(await errorMessage(bot.get("/bot_storage", { keys: ["a", "x"] })), "Key does not exist.");
  assert.equal(await errorMessage(bot.delete("/bot_storage", { keys: ["a", "x"] })), "Key does not exist.");
  await bot.callOrThrow("DELETE", "/bot_storage", { keys: ["a", "a"] });
  assert.deepEqual(await storedFor(bot), { b: "2", c: "3" });
  await bot.callOrThrow("DELETE", "/bot_storage");
  assert.deepEqual(await storedFor(bot), {});
});

test("each bot has its own storage, and human users cannot use the storage", async () => {
  const { bot, hamlet } = await createTestOrganization();
  const other = (await createTestOrganization()).bot;
  await stores(bot, { a: "1" });
  assert.deepEqual(await storedFor(other), {});
  for (const call of [stores(hamlet, { a: "1" }), hamlet.get("/bot_storage"), hamlet.delete("/bot_storage")]) {
    assert.equal(await errorMessage(call), "This endpoint only accepts bot requests.");
  }
});

test("the storage is limited, and a request beyond the limit changes nothing", async () => {
  const { bot } = await createTestOrganization();
  const much = "x".repeat(999_999);
  for (let n = 0; n < 10; n += 1) await stores(bot, { [`${n}`]: much });
  const { msg } = await stores(bot, { "9": `${much}y`, z: "12" });
  assert.equal(msg, "Request exceeds storage limit by 4 characters. The limit is 10000000 characters.");
  await stores(bot, { "9": much });
  assert.equal(Object.keys(await storedFor(bot)).length, 10);
});

test("a storage that is not an object of strings is rejected", async () => {
  const { bot } = await createTestOrganization();
  const putError = (parameters: object) => errorMessage(bot.call("PUT", "/bot_storage", { ...parameters }));
  assert.equal(await putError({ storage: ["a"] }), "storage is not a dict");
  assert.equal(await putError({ storage: { a: 1 } }), 'storage["a"] is not a string');
  assert.equal(await putError({ storage: { a: "\0" } }), "storage must not contain null bytes");
  for (const storage of [{ a: "half \ud800" }, { "half \udfff": "a" }])
    assert.equal(await putError({ storage }), "storage must not contain unpaired surrogates");
  assert.equal(await errorMessage(bot.call("GET", "/bot_storage", { keys: "a" })), "keys is not valid JSON");
});
