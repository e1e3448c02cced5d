import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Limiter } from "./limiter.ts";

test("the number of concurrent tasks is limited, and one owner's tasks do not delay another's", async () => {
  const limiter = new Limiter(2);
  const order: string[] = [];
  let running = 0;
  let maxRunning = 0;
  const work = (name: string) => async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await turn();
    order.push(name);
    running -= 1;
    return name;
  };
  const greedy = Array.from({ length: 6 }, (_, n) => limiter.run(1, work(`greedy ${n}`)));
  const modest = limiter.run(2, work("modest"));
  assert.equal(await modest, "modest");
  assert.ok(order.length <= 2, `the modest one waited for ${order.join()}`);
  await Promise.all(greedy);
  assert.equal(maxRunning, 2);
});

test("when a task fails, the next one starts", async () => {
  const limiter = new Limiter(1);
  await assert.rejects(
    limiter.run(1, () => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.equal(await limiter.run(1, async () => "yes"), "yes");
});
