import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, TestUser } from "@parlance/testkit";
import { loadOperations } from "./fixtures/api-operations.ts";

const { desdemona } = await createTestOrganization();

/**
 * Operations that are not GET and change nothing except the caller's own event queue, so that read-only keys may call
 * them.
 */
const looks: readonly string[] = ["POST /register", "DELETE /events", "POST /messages/render"];
/** Operations that require no API key. */
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

/** Calls each operation that requires an API key, with parameters that match no object. Returns the error codes. */
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

test("a read-only key is rejected for every write operation, even if its user is the organization's owner", async () => {
  for (const [operation, code] of await codes(await withKey({ read_only: true }))) {
    const isLook = operation.startsWith("GET ") || looks.includes(operation);
    if (!isLook) assert.equal(code, "KEY_OUT_OF_SCOPE", operation);
  }
});

test("a key limited to an operation that requires no key is rejected for all other operations", async () => {
  for (const [operation, code] of await codes(await withKey({ operations: ["GET /server_settings"] }))) {
    assert.equal(code, "KEY_OUT_OF_SCOPE", operation);
  }
});

test("a key limited to a nonexistent channel gets only errors", async () => {
  for (const [operation, code] of await codes(await withKey({ channel_ids: [2_000_000_000] }))) {
    assert.notEqual(code, undefined, operation);
    if (code === "KEY_OUT_OF_SCOPE") continue;
    // For these operations, the invalid parameters are rejected before the channel is determined.
    assert.ok(["POST /messages", "GET /messages"].includes(operation), operation);
  }
});
