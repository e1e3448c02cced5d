import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { test } from "node:test";
import { z } from "zod";
import { Event } from "@parlance/contract/events/index.ts";
import type { ReceivedEvent } from "@parlance/testkit";
import { channelEvents } from "./fixtures/event-table/channels.ts";
import { messageEvents } from "./fixtures/event-table/messages.ts";
import { organizationEvents } from "./fixtures/event-table/organization.ts";
import { personalSettingEvents } from "./fixtures/event-table/personal-settings.ts";
import { savedItemEvents } from "./fixtures/event-table/saved-items.ts";
import { messageActionEvents } from "./fixtures/event-table/message-actions.ts";
import {
  restrictedGuestEvents,
  restrictGuestVisibility,
  userAndGroupEvents,
} from "./fixtures/event-table/users-and-groups.ts";
import { type EventCause, type EventRow, AnyValue } from "./fixtures/event-table/event-row.ts";
import { EventTestOrganization } from "./fixtures/event-table/event-test-organization.ts";

const families: Readonly<Record<string, Family>> = {
  messages: { rows: messageEvents },
  "actions on messages": { rows: messageActionEvents },
  "saved items": { rows: savedItemEvents },
  "personal settings": { rows: personalSettingEvents },
  channels: { rows: channelEvents },
  "users and groups": { rows: userAndGroupEvents },
  "users whom guests cannot see": { rows: restrictedGuestEvents, prepare: restrictGuestVisibility },
  organization: { rows: organizationEvents },
};

interface Family {
  /** The rows, by kind of event. */
  readonly rows: Readonly<Record<string, EventRow>>;
  readonly prepare?: Parameters<typeof EventTestOrganization.open>[0];
}

const kindsIn = (schema: z.core.$ZodType): string[] => {
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(kindsIn);
  const { type, op } = (schema as z.ZodObject).shape;
  return [[type, op].flatMap((field) => (field instanceof z.ZodLiteral ? [field.value] : [])).join("/")];
};

const kindOf = ({ type, op }: ReceivedEvent): string => (op === undefined ? type : `${type}/${op}`);

test("each kind of event has a row with the operations that cause it, with the test that covers it, or with the reason why it never occurs", () => {
  const rows = Object.values(families).flatMap((family) => Object.keys(family.rows));
  assert.deepEqual(rows.toSorted(), kindsIn(Event).toSorted());
});

for (const [family, { rows, prepare }] of Object.entries(families)) {
  test(`each event reaches exactly its recipients, with the expected content: ${family}`, async (context) => {
    const stage = await EventTestOrganization.open(prepare);
    for (const [kind, row] of Object.entries(rows)) {
      if ("never" in row) assert.notEqual(row.never, "");
      else if ("testedIn" in row) await access(new URL(`../${row.testedIn}`, import.meta.url));
      else
        for (const cause of row) await context.test(`${kind}: ${cause.when}`, () => assertReceived(stage, kind, cause));
    }
  });
}

async function assertReceived(stage: EventTestOrganization, kind: string, cause: EventCause): Promise<void> {
  const { to, payload, variants } = await cause.run(stage, async () => void (await stage.receivedEvents()));
  for (const { name, variant, events } of await stage.receivedEvents()) {
    const expectedOf = (variant && variants[variant]) ?? (variant === "older" ? () => null : payload);
    const expected = to.includes(name) ? [expectedOf(name) ?? []].flat() : [];
    const received = events.filter((event) => kindOf(event) === kind).map(withoutEnvelope);
    assert.deepEqual(received, settled(expected, received), `${name} ${variant ?? ""}`);
  }
}

const withoutEnvelope = ({ id: _id, type: _type, op: _op, ...payload }: ReceivedEvent): object => payload;

/** Returns the expected value after replacing each wildcard with the received value that it matches. */
function settled(expected: unknown, came: unknown): unknown {
  if (expected instanceof AnyValue) return expected.isRight(came) ? came : expected;
  if (Array.isArray(expected))
    return expected.map((item, index) => settled(item, (came as unknown[] | undefined)?.[index]));
  if (typeof expected !== "object" || expected === null) return expected;
  const own = Object.entries(expected).map(([name, value]) => [
    name,
    settled(value, (came as Record<string, unknown> | undefined)?.[name]),
  ]);
  return Object.fromEntries(own);
}
