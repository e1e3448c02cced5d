import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Draft, DraftContent } from "@parlance/contract/nouns/drafts.ts";
import { assertSameState, createTestOrganization, startServerBeside, testServer } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";

/* One user writes drafts with two clients, each connected to another server process. The test models the stored drafts
   as a list. The responses, the fetched list, and the state that each client derives from its events must all agree
   with this model. */

const MAX_DRAFTS = 1000;

interface Text {
  readonly kind: "" | "stream" | "private";
  readonly content: string;
  readonly timestamp: number;
}

type Step =
  | { readonly act: "create"; readonly texts: readonly Text[] }
  | { readonly act: "fill" }
  | { readonly act: "edit"; readonly nth: number; readonly text: Text }
  | { readonly act: "delete"; readonly nth: number };

const anyText: fc.Arbitrary<Text> = fc.record({
  kind: fc.constantFrom("", "stream", "private"),
  content: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("To be", " Not *to* be\n", "👍") },
    { weight: 1, arbitrary: fc.constantFrom("", "a\0b") },
  ),
  timestamp: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 5 }) },
    { weight: 1, arbitrary: fc.constant(-1) },
  ),
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("create"), texts: fc.array(anyText, { maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("fill") }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("edit"), nth: fc.nat(6), text: anyText }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("delete"), nth: fc.nat(6) }) },
) as fc.Arbitrary<Step>;

/** Drafts that leave room for only three more under the limit. */
const PLENTY: readonly Text[] = Array.from({ length: MAX_DRAFTS - 3 }, () => ({
  kind: "",
  content: "x",
  timestamp: 1,
}));

function refusalOf({ content, timestamp }: Text): string | undefined {
  if (content === "") return "Message must not be empty";
  if (content.includes("\0")) return "Message must not contain null bytes";
  return timestamp < 0 ? "Timestamp must not be negative." : undefined;
}

const newestFirst = (a: Draft, b: Draft) => b.timestamp - a.timestamp || b.id - a.id;

test("each request saves either all of its drafts or none, and every client's state equals that of a newly registered client", async () => {
  const server = await testServer();
  const beside = await startServerBeside(server);
  const { hamlet, othello } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("elsinore", [hamlet]);
  const places = { "": [], stream: [channel], private: [othello.id] };
  const sent = ({ kind: type, content, timestamp }: Text) => {
    const topic = type === "stream" ? "walls" : "";
    return { type, to: places[type], topic, content, timestamp } satisfies DraftContent & { timestamp: number };
  };
  const stored = (text: Text, id: number): Draft => ({ ...sent(text), content: text.content.trimEnd(), id });
  let model: Draft[] = (await hamlet.callOrThrow("GET", "/drafts")).drafts;

  async function execute(step: Step, author: typeof hamlet): Promise<void> {
    const id = "nth" in step ? (model[step.nth]?.id ?? 2 ** 30) : 0;
    const isThere = model.some((draft) => draft.id === id);
    if (step.act === "delete") {
      const { msg } = await author.delete(`/drafts/${id}` as const);
      assert.equal(msg, isThere ? "" : "Draft does not exist");
      model = model.filter((draft) => draft.id !== id);
    } else if (step.act === "edit") {
      const { msg } = await author.patch(`/drafts/${id}` as const, { draft: sent(step.text) });
      const refusal = isThere ? refusalOf(step.text) : "Draft does not exist";
      assert.equal(msg, refusal ?? "");
      if (refusal === undefined) model = model.map((draft) => (draft.id === id ? stored(step.text, id) : draft));
    } else {
      const texts = step.act === "fill" ? PLENTY : step.texts;
      const answer = await author.post("/drafts", { drafts: texts.map(sent) });
      const isTooMuch = model.length + texts.length > MAX_DRAFTS;
      const refusal =
        texts.map(refusalOf).find(Boolean) ?? (isTooMuch ? `Too many drafts (limit: ${MAX_DRAFTS})` : undefined);
      assert.equal(answer.msg, refusal ?? "");
      if (refusal === undefined) model.push(...texts.map((text, index) => stored(text, answer.ids[index] ?? 0)));
    }
    model.sort(newestFirst);
  }

  await assertProperty(
    fc.asyncProperty(fc.array(fc.tuple(anyStep, fc.boolean()), { minLength: 4, maxLength: 10 }), async (steps) => {
      const devices = [hamlet, hamlet.at(beside)];
      const clients = await Promise.all(devices.map((device) => device.registerQueue({ event_types: ["drafts"] })));
      for (const [step, isElsewhere] of steps) await execute(step, isElsewhere ? hamlet.at(beside) : hamlet);
      assert.deepEqual((await hamlet.callOrThrow("GET", "/drafts")).drafts, model);
      const { state } = await hamlet.registerQueue({ event_types: ["drafts"] });
      for (const client of clients) assertSameState("Hamlet", client.state, await client.poll(), state);
      for (const { id } of model.slice(0, 1)) await hamlet.callOrThrow("DELETE", `/drafts/${id}` as const);
      model = model.slice(1);
      if (model.length > 20) {
        for (const value of [false, true])
          await hamlet.callOrThrow("PATCH", "/settings", { enable_drafts_synchronization: value });
        model = [];
      }
    }),
    { rounds: 10, exploreRounds: 500 },
  );
});
