import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization } from "@parlance/testkit";

test("the list of Unicode emoji and their names can be fetched without an account", async () => {
  const { hamlet, server } = await createTestOrganization();
  const { state } = await hamlet.registerQueue({ fetch_event_types: ["realm"] });
  const answer = await fetch(`http://127.0.0.1:${server.port}${state["server_emoji_data_url"]}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "application/json");
  const { code_to_names: names } = (await answer.json()) as { code_to_names: Record<string, string[]> };
  assert.ok(Object.keys(names).length > 1900);
  assert.deepEqual(names["1f44d"], ["+1", "thumbs_up", "like", "thumbsup"]);
  for (const name of names["1f697"] ?? []) await hamlet.callOrThrow("POST", "/users/me/status", { emoji_name: name });
});
