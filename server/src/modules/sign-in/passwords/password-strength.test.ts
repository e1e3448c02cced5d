import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { isStrongPassword } from "./password-strength.ts";

const strong = async (passwords: readonly string[], about?: readonly string[]): Promise<string[]> => {
  const verdicts = await Promise.all(passwords.map((password) => isStrongPassword(password, about)));
  return passwords.filter((_, index) => verdicts[index]);
};

test("common passwords are rejected, even with substituted characters", async () => {
  const known = ["password", "12345678", "qwertyuiop", "iloveyou", "P4$$w0rd", "drowssap", "trustno1"];
  const patterns = ["aaaaaaaaaaaa", "abcdefgh", "abcd1234", "zxcvbnm,./", "abcabcabcabc", "20021988"];
  assert.deepEqual(await strong([...known, ...patterns, "international", "mississippi"]), []);
});

test("passwords that are hard to guess are accepted: several words, or random characters, in any language", async () => {
  const good = ["to be or not to be", "correct horse battery staple", "x7$kQpz!", "Bäume im Regen", "это моё место"];
  assert.deepEqual(await strong(good), good);
});

test("a password must have 8 to 100 characters", async () => {
  const all = "3hT}v9pQ2&fJ7!wZ".repeat(7);
  assert.deepEqual(await strong([all.slice(0, 7), all.slice(0, 8), all.slice(0, 100), all.slice(0, 101), ""]), [
    all.slice(0, 8),
    all.slice(0, 100),
  ]);
});

test("passwords derived from the user's name, email address or organization are rejected", async () => {
  const about = ["Cordelia Zyxlington", "cordelia.zyx@glorbstadt.example", "The Glorbstadt Players"];
  const easy = ["zyxlington", "glorbstadt", "CordeliaZyxlington", "cordelia.zyx@glorbstadt.example", "Gl0rbst4dt"];
  assert.deepEqual(await strong(easy, about), []);
  assert.deepEqual(await strong(["zyxlington", "glorbstadt"]), ["zyxlington", "glorbstadt"]);
});

test("estimating a hostile password does not block other work", async () => {
  const hostile = ["a4@b8c({[<e3g69i1!|l17o0s$5t+7x%z2".repeat(3).slice(0, 100), "p4$$w0rd".repeat(12)];
  const verdicts = Promise.all(Array.from({ length: 6 }, () => strong(hostile)));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  await verdicts;
  isDone = true;
  assert.ok(turns > 100, `${turns} turns`);
});

test("if too many passwords are waiting to be checked, further ones are rejected, and the waiting ones are still checked", async () => {
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => isStrongPassword("to be or not to be")));
  const refused = all.filter((outcome) => outcome.status === "rejected");
  assert.ok(refused.length > 0 && refused.every(({ reason }) => reason instanceof ServerBusy));
  assert.equal(all.filter((outcome) => outcome.status === "fulfilled" && outcome.value).length, 80 - refused.length);
});

test("a password is checked even if the worker is just being stopped", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  assert.ok(await isStrongPassword("to be or not to be"));
  t.mock.timers.runAll();
  assert.ok(await isStrongPassword("to be or not to be"));
});
