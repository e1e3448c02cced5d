import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newRealm, type Parameters, type Person } from "@parlance/testkit";

const NEWEST = 10_000_000_000_000_000;

interface Window {
  readonly anchor: number | "newest" | "oldest";
  readonly num_before: number;
  readonly num_after: number;
  readonly include_anchor: boolean;
}

/** The rules of the window, said as plainly as they can be. */
function expected(all: readonly number[], { anchor: asked, num_before, num_after, include_anchor }: Window) {
  const anchor = asked === "oldest" ? 0 : asked === "newest" ? NEWEST : asked;
  const isOldest = anchor === 0;
  const isNewest = anchor === NEWEST;
  const older = isOldest ? [] : all.filter((id) => id < anchor);
  const newer = isNewest ? [] : all.filter((id) => id > anchor);
  const before = older.slice(Math.max(0, older.length - num_before));
  const after = newer.slice(0, num_after);
  const own = include_anchor && all.includes(anchor) ? [anchor] : [];
  return {
    ids: [...before, ...own, ...after],
    anchor,
    found_anchor: own.length > 0,
    found_oldest: isOldest || (num_before > 0 && older.length < num_before),
    found_newest: isNewest || (num_after > 0 && newer.length < num_after),
  };
}

async function fetched(reader: Person, parameters: Parameters) {
  const answer = await reader.does("GET", "/messages", parameters);
  const { anchor, found_anchor, found_oldest, found_newest } = answer;
  const messages = answer["messages"] as { id: number }[];
  return { ids: messages.map(({ id }) => id), anchor, found_anchor, found_oldest, found_newest };
}

test("a window holds what lies around its anchor, and tells whether there is more", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const all: number[] = [];
  for (let n = 0; n < 14; n += 1) {
    const id = await hamlet.writes("denmark", { topic: n % 3 === 0 ? "other" : "Ghost" });
    if (n % 3 !== 0) all.push(id);
  }
  const [first = 0, last = 0] = [all[0], all.at(-1)];
  const window = fc.record({
    anchor: fc.oneof(fc.integer({ min: Math.max(1, first - 2), max: last + 3 }), fc.constantFrom("newest", "oldest")),
    num_before: fc.integer({ min: 0, max: 16 }),
    num_after: fc.integer({ min: 0, max: 16 }),
    include_anchor: fc.boolean(),
  }) as fc.Arbitrary<Window>;
  const narrow = [
    { operator: "channel", operand: "denmark" },
    { operator: "topic", operand: "ghost" },
  ];
  await fc.assert(
    fc.asyncProperty(window, async (asked) => {
      fc.pre(asked.include_anchor || asked.num_before === 0 || asked.num_after === 0);
      assert.deepEqual(
        await fetched(othello, { ...asked, anchor: String(asked.anchor), narrow }),
        expected(all, asked),
      );
    }),
    { numRuns: 120 },
  );
});

test("the first unread message is where reading goes on", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const ids = [await hamlet.writes("denmark"), await hamlet.writes("denmark"), await hamlet.writes("denmark")];
  const narrow = [{ operator: "channel", operand: "denmark" }];
  const notice = (await othello.registers()).state["unread_msgs"].streams[0].unread_message_ids[0] as number;
  await othello.does("POST", "/messages/flags", { messages: [notice, ids[0]], op: "add", flag: "read" });
  const page = { num_before: 0, num_after: 10, narrow };
  const at = await fetched(othello, { ...page, anchor: "first_unread" });
  assert.equal(at.anchor, ids[1]);
  assert.deepEqual(await fetched(othello, { ...page, anchor: 0, use_first_unread_anchor: true }), at);

  await othello.does("POST", "/messages/flags", { messages: ids, op: "add", flag: "read" });
  assert.equal((await fetched(othello, { ...page, anchor: "first_unread" })).anchor, NEWEST);
});

test("what cannot be asked for is refused", async () => {
  const { hamlet } = await newRealm();
  const page = { anchor: "newest", num_before: 1, num_after: 1 };
  const refusals: [Parameters, string][] = [
    [{ ...page, anchor: undefined }, "Missing 'anchor' argument."],
    [{ ...page, anchor: "soon" }, "Invalid anchor"],
    [{ ...page, num_before: 5000 }, "Too many messages requested (maximum 5000)."],
    [{ ...page, include_anchor: false }, "The anchor can only be excluded at an end of the range"],
    [{ ...page, num_before: -1 }, "num_before is too small"],
    [{ ...page, narrow: "{" }, "narrow is not valid JSON"],
    [
      { ...page, narrow: [{ operator: "channel", operand: "nowhere" }] },
      "Invalid narrow operator: unknown channel nowhere",
    ],
    [{ ...page, narrow: [["is", "sad"]] }, "Invalid narrow operator: unknown 'is' operand sad"],
    [{ ...page, narrow: [["color", "red"]] }, "Invalid narrow operator: unknown operator color"],
  ];
  for (const [parameters, msg] of refusals) {
    const answer = await hamlet.get("/messages", parameters);
    assert.deepEqual([answer.status, answer.msg], [400, msg]);
  }
});
