import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "@parlance/contract/state/index.ts";
import { findCompletionOptions } from "./completion-options.ts";

test("each beginning of a name suggests the user, and the users who can be mentioned are computed only once", async () => {
  let computed = 0;
  const people = ["Kofi", "Yuki", "Mara"].map((full_name, user_id) => ({
    user_id,
    full_name,
    email: "",
    get is_active() {
      computed += 1;
      return true;
    },
  }));
  const state = { realm_users: people } as unknown as State;
  const known = { state, topicsOf: async () => [], participantIds: new Set<number>() };
  for (const text of ["", "k", "ko", "kof"]) {
    const offered = await findCompletionOptions({ kind: "person", text, start: 0 }, known);
    assert.equal(offered.find(({ personId }) => personId === 0)?.insert, "@**Kofi** ");
  }
  assert.equal(computed, people.length);
});
