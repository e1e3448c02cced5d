import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, TestUser } from "@parlance/testkit";
import { loadOperations } from "./fixtures/api-operations.ts";

const { desdemona } = await createTestOrganization();

/** Those that are no GET and change nothing but the caller's own event queue, or nothing. */
const looks: readonly string[] = ["POST /register", "DELETE /events", "POST /messages/render"];
/** What anybody may ask for, without a key. */
const open: readonly string[] = [
  "POST /fetch_api_key",
  "POST /dev_fetch_api_key",
  "POST /jwt/fetch_api_key",
  "GET /server_settings",
];

const withKey = async (more: object): Promise<TestUser> => {
  const { api_key: apiKey } = await desdemona.callOrThrow("POST", "/users/me/api_keys", { name: "A program", ...more });
  return new TestUser(desdemona.site, { ...desdemona, apiKey });
};

/** What came of a call of each operation, with parameters that lead nowhere. */
async function codes(person: TestUser): Promise<Map<string, string | undefined>> {
  const found = new Map<string, string | undefined>();
  for (const operation of (await loadOperations()).keys()) {
    if (open.includes(operation)) continue;
    const [method = "", route = ""] = operation.split(" ");
    const { code } = await person.call(method, route.replaceAll(/\{\w+\}/g, "0"), { event_types: ["message"] });
    found.set(operation, code);
  }
  return found;
}

test("a key for reading is refused whatever writes, even as the organization's owner", async () => {
  for (const [operation, code] of await codes(await withKey({ read_only: true }))) {
    const isLook = operation.startsWith("GET ") || looks.includes(operation);
    if (!isLook) assert.equal(code, "KEY_OUT_OF_SCOPE", operation);
  }
});

test("a key for an operation that takes no key can do nothing else", async () => {
  for (const [operation, code] of await codes(await withKey({ operations: ["GET /server_settings"] }))) {
    assert.equal(code, "KEY_OUT_OF_SCOPE", operation);
  }
});

test("a key for a channel that there is not can do nothing but be told so", async () => {
  for (const [operation, code] of await codes(await withKey({ channel_ids: [2_000_000_000] }))) {
    assert.notEqual(code, undefined, operation);
    if (code === "KEY_OUT_OF_SCOPE") continue;
    // Its parameters were refused before it could be known which channel is meant.
    assert.ok(["POST /messages", "GET /messages"].includes(operation), operation);
  }
});
