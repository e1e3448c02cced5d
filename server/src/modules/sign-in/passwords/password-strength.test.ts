import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { isStrongPassword } from "./password-strength.ts";

const strong = async (passwords: readonly string[], about?: readonly string[]): Promise<string[]> => {
  const verdicts = await Promise.all(passwords.map((password) => isStrongPassword(password, about)));
  return passwords.filter((_, index) => verdicts[index]);
};

test("passwords that are tried first are refused, however they are spelled", async () => {
  const known = ["password", "12345678", "qwertyuiop", "iloveyou", "P4$$w0rd", "drowssap", "trustno1"];
  const patterns = ["aaaaaaaaaaaa", "abcdefgh", "abcd1234", "zxcvbnm,./", "abcabcabcabc", "20021988"];
  assert.deepEqual(await strong([...known, ...patterns, "international", "mississippi"]), []);
});

test("what nobody guesses is taken: several words, or signs without a sense, in any language", async () => {
  const good = ["to be or not to be", "correct horse battery staple", "x7$kQpz!", "Bäume im Regen", "это моё место"];
  assert.deepEqual(await strong(good), good);
});

test("a password has 8 to 100 characters", async () => {
  const all = "3hT}v9pQ2&fJ7!wZ".repeat(7);
  assert.deepEqual(await strong([all.slice(0, 7), all.slice(0, 8), all.slice(0, 100), all.slice(0, 101), ""]), [
    all.slice(0, 8),
    all.slice(0, 100),
  ]);
});

test("one's own name, address and organization are no passwords", async () => {
  const about = ["Cordelia Zyxlington", "cordelia.zyx@glorbstadt.example", "The Glorbstadt Players"];
  const easy = ["zyxlington", "glorbstadt", "CordeliaZyxlington", "cordelia.zyx@glorbstadt.example", "Gl0rbst4dt"];
  assert.deepEqual(await strong(easy, about), []);
  assert.deepEqual(await strong(["zyxlington", "glorbstadt"]), ["zyxlington", "glorbstadt"]);
});

test("while a hostile password is judged, everything else goes on", async () => {
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

test("a flood of passwords is turned away, and those before it are judged", async () => {
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => isStrongPassword("to be or not to be")));
  const refused = all.filter((outcome) => outcome.status === "rejected");
  assert.ok(refused.length > 0 && refused.every(({ reason }) => reason instanceof ServerBusy));
  assert.equal(all.filter((outcome) => outcome.status === "fulfilled" && outcome.value).length, 80 - refused.length);
});

test("a password is judged as well when the worker, idle for a while, is just being ended", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  assert.ok(await isStrongPassword("to be or not to be"));
  t.mock.timers.runAll();
  assert.ok(await isStrongPassword("to be or not to be"));
});
