import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom, type TestUser, type ReceivedEvent, watchEvents } from "@parlance/testkit";
import { randomRuns } from "@parlance/testkit/random/random-runs.ts";
import { type RawRequest, type RawResponse, sendRaw } from "@parlance/testkit/random/hostile-requests.ts";
import { describeRecentLog } from "@parlance/testkit/servers/server-log.ts";
import { createHostileRequest, type ValidCall } from "./fixtures/hostile/requests.ts";
import { ApiSchemas } from "./fixtures/hostile/schemas.ts";
import type { PermissionRow } from "./fixtures/permission-row.ts";
import { rows } from "./fixtures/rows/index.ts";
import {
  callers,
  type Caller,
  createPermissionTestOrganization,
  type PermissionTestOrganization,
} from "./fixtures/permission-test-organization.ts";

// A test server responds with 500 if an operation throws an undeclared error or returns an undeclared response. So this
// test only has to check that no response has status 500.

const { rounds, seed } = randomRuns({ rounds: 3, exploreRounds: 25, knownSeeds: [] })[0] ?? assert.fail();
const CALLERS_OF_OPERATION = 2;

const schemas = await ApiSchemas.load();
const dice = new SeededRandom(seed);
let shared: Promise<PermissionTestOrganization> | undefined;

for (const row of rows) {
  test(`${row.operation} responds to arbitrary values without an internal error, and a rejected request changes nothing`, async () => {
    const chosen = new Set<Caller>(["owner"]);
    while (chosen.size < CALLERS_OF_OPERATION) chosen.add(dice.pick(callers));
    const { stage, calls } = await prepare(row, [...chosen]);
    let successes = 0;
    const send = async () => {
      for (const [role, call] of calls) {
        for (let round = 0; round < rounds; round += 1) {
          const request = createHostileRequest(stage.callers[role], call, schemas, dice);
          if (isSuccess(await answered(stage.callers[role], request))) successes += 1;
        }
      }
    };
    const events = row.operation.startsWith("GET ") ? await send() : await eventsMeanwhile(stage, send);
    if (successes === 0) assert.deepEqual(events ?? [], [], "events of requests that were all refused");
    else if (!(await isIntact(stage))) shared = undefined;
  });
}

/**
 * Returns the events that the owner receives during an action. Also asserts that the state of the owner's client,
 * updated with these events, equals the state that a new client receives.
 */
async function eventsMeanwhile(
  { owner }: PermissionTestOrganization,
  act: () => Promise<void>,
): Promise<readonly ReceivedEvent[]> {
  try {
    // Presence is ignored, because it is stored and published with a delay, possibly during later calls.
    const [events = []] = await watchEvents([owner], act, {}, { ignoredFields: ["presences"] });
    return events.filter(({ type }) => type !== "presence");
  } catch (error) {
    // If the owner's account was deactivated or its API key replaced, there is nothing to compare.
    if ((await owner.get("/users/me")).status === 200) throw error;
    return [];
  }
}

type Calls = readonly (readonly [role: Caller, call: ValidCall])[];

/**
 * Creates the calls of these callers that would succeed, in an organization in which earlier calls may already have
 * been made.
 */
async function prepare(
  row: PermissionRow,
  chosen: readonly Caller[],
): Promise<{ stage: PermissionTestOrganization; calls: Calls }> {
  const parameters = schemas.parametersOf(row.operation);
  const callsIn = async (stage: PermissionTestOrganization): Promise<Calls> => {
    const calls: [Caller, ValidCall][] = [];
    const known = [...Object.values(stage.callers).map(({ id }) => id), ...Object.values(stage.groups), 0, 1, -1];
    for (const role of chosen) {
      const call = await row.call(stage, role);
      const named = Object.values({ ...call.path, ...call.parameters }).filter((value) => typeof value === "number");
      calls.push([role, { operation: row.operation, call, parameters, ids: [...named, ...known] }]);
    }
    return calls;
  };
  const used = await (shared ??= createPermissionTestOrganization());
  try {
    return { stage: used, calls: await callsIn(used) };
  } catch {
    // Earlier calls have changed too much for the setup to succeed, so a new organization is created.
    const stage = await (shared = createPermissionTestOrganization());
    return { stage, calls: await callsIn(stage) };
  }
}

async function isIntact({ callers: people }: PermissionTestOrganization): Promise<boolean> {
  const answers = await Promise.all(
    callers.filter((role) => role !== "stranger").map((role) => people[role].get("/users/me")),
  );
  return answers.every(({ status }) => status === 200);
}

async function answered(person: TestUser, request: RawRequest): Promise<RawResponse> {
  const response = await sendRaw(person.site, request);
  const description = `${describe(request)}\nwas answered ${response.status} ${response.text.slice(0, 500)}`;
  assert.ok(response.status < 500, `${description}${describeRecentLog()}`);
  if (response.text === "" && response.status === 200) return response;
  const { result, msg, code } = JSON.parse(response.text) as Record<string, unknown>;
  if (response.status < 300) assert.deepEqual([result, typeof msg], ["success", "string"], description);
  else
    assert.deepEqual(
      [result, typeof msg, /^[A-Z][A-Z0-9_]+$/.test(String(code))],
      ["error", "string", true],
      description,
    );
  return response;
}

const isSuccess = ({ status }: RawResponse): boolean => status < 300;

const describe = ({ method, path, headers, body }: RawRequest): string =>
  `${method} ${path.slice(0, 2000)} ${headers["content-type"] ?? ""}\n${JSON.stringify(body.toString().slice(0, 3000))}`;
