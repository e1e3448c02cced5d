import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createPermissionTestOrganization,
  type PermissionTestOrganization,
} from "../../server/tests/permissions/fixtures/permission-test-organization.ts";
import { OK } from "../../server/tests/permissions/fixtures/expected-responses.ts";
import { rows } from "../../server/tests/permissions/fixtures/rows/index.ts";
import { channelCases, groupCases } from "./fixtures/permissions/channel-and-group-cases.ts";
import { offeredOperations } from "./fixtures/permissions/offered-operations.ts";
import { openView, webCallers, type PermissionCase, type WebCaller } from "./fixtures/permissions/client-view.ts";
import { changeCases, moveCases, postingCases } from "./fixtures/permissions/message-cases.ts";

/** The response of the server, and whether the web client offers the request. */
interface Verdict {
  readonly isOffered: boolean;
  readonly answer: string;
}

async function verdictOf(one: PermissionCase, org: PermissionTestOrganization, role: WebCaller): Promise<Verdict> {
  const { isOffered, act } = await one.prepare(org, role);
  const view = await openView(org.callers[role]);
  const { result, msg } = await act();
  return { isOffered: isOffered(view), answer: result === "success" ? OK : msg };
}

/** An organization for the cases that change nothing in it but what they have created. */
let sharedOrganization: Promise<PermissionTestOrganization> | undefined;

for (const one of [...postingCases, ...changeCases, ...moveCases, ...channelCases, ...groupCases]) {
  test(`the web client offers exactly what the server allows: ${one.title}`, async () => {
    const org = one.changesOrganization
      ? await createPermissionTestOrganization()
      : await (sharedOrganization ??= createPermissionTestOrganization());
    const wrong: Partial<Record<WebCaller, Verdict>> = {};
    for (const role of webCallers) {
      const verdict = await verdictOf(one, org, role);
      if (verdict.isOffered !== (verdict.answer === OK)) wrong[role] = verdict;
    }
    assert.deepEqual(wrong, {});
  });
}

for (const [operation, isOffered] of Object.entries(offeredOperations)) {
  test(`the web client offers exactly what the permission matrix allows: ${operation}`, async () => {
    const row = rows.find((one) => one.operation === operation);
    assert.ok(row);
    const org = await createPermissionTestOrganization();
    for (const role of webCallers) {
      const call = await row.call(org, role);
      const offered = await isOffered(await openView(org.callers[role]), call, org.callers[role]);
      assert.deepEqual([role, offered], [role, row.expected[role] === OK]);
    }
  });
}
