import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "@parlance/testkit";
import type { Tx } from "../db/types.ts";
import { emit, lockPosition, readEvents, readPosition } from "./event-log.ts";
import { toEveryone } from "./audience.ts";
import { EVENT_ID_STEP } from "./event-ids.ts";

const { db, committed } = await createTestDatabase();

async function newRealmRow(): Promise<number> {
  return db.write(async (tx) => {
    const { id } = await tx
      .insertInto("realm")
      .values({
        subdomain: crypto.randomUUID(),
        host: null,
        name: "Test",
        created_at: new Date(),
        deactivated_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx.insertInto("realm_counter").values({ realm_id: id }).execute();
    return id;
  });
}

const note = (text: string) => ({ type: "note", text });

test("events of concurrent writes have evenly spaced ids, in the order in which they were committed", async () => {
  const realmId = await newRealmRow();
  const orders: number[] = [];
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      db.write(async (tx) => {
        emit(tx, toEveryone(realmId), note(`first of ${n}`));
        emit(tx, toEveryone(realmId), note(`second of ${n}`));
        orders.push(n);
      }),
    ),
  );
  const { eventId } = await readPosition(db.reader, realmId);
  const events = await readEvents(db.reader, { realmId, after: 0, upTo: eventId, limit: 1000 });
  assert.deepEqual(
    events.map(({ id }) => id),
    Array.from({ length: 80 }, (_, index) => (index + 1) * EVENT_ID_STEP),
  );
  const live = committed.filter((event) => event.realmId === realmId).sort((a, b) => a.id - b.id);
  assert.deepEqual(live, events);
});

test("an event that describes the current state is created only when no other transaction can change that state any more", async () => {
  const realmId = await newRealmRow();
  const nameNow = async (tx: Tx) => {
    const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realmId).executeTakeFirstOrThrow();
    return note(name);
  };
  const read = Promise.withResolvers<void>();
  const renamed = Promise.withResolvers<void>();
  const writing = db.write(async (tx) => {
    emit(tx, toEveryone(realmId), () => nameNow(tx));
    read.resolve();
    await renamed.promise;
  });
  await read.promise;
  await db.write(async (tx) => {
    await tx.updateTable("realm").set({ name: "Changed" }).where("id", "=", realmId).execute();
    emit(tx, toEveryone(realmId), note("before"));
  });
  renamed.resolve();
  await writing;
  const events = await readEvents(db.reader, { realmId, after: 0, upTo: 2 * EVENT_ID_STEP, limit: 9 });
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [note("before"), note("Changed")],
  );
});

test("a failed write leaves neither a change nor an event", async () => {
  const realmId = await newRealmRow();
  await assert.rejects(
    db.write(async (tx) => {
      await tx.updateTable("realm").set({ name: "Changed" }).where("id", "=", realmId).execute();
      emit(tx, toEveryone(realmId), note("never"));
      throw new Error("no");
    }),
  );
  const { name } = await db.reader
    .selectFrom("realm")
    .select("name")
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  assert.equal(name, "Test");
  assert.deepEqual(await readPosition(db.reader, realmId), { eventId: 0, messageId: 0 });
});

test("a write that encounters a deadlock is retried", async () => {
  const [a, b] = await Promise.all([newRealmRow(), newRealmRow()]);
  let [tries, locked] = [0, 0];
  const haveTheirFirst = Promise.withResolvers<void>();
  const both = (first: number, second: number) =>
    db.write(async (tx) => {
      tries += 1;
      await lockPosition(tx, first);
      locked += 1;
      if (locked === 2) haveTheirFirst.resolve();
      await haveTheirFirst.promise;
      await lockPosition(tx, second);
      emit(tx, toEveryone(first), note("done"));
    });
  await Promise.all([both(a, b), both(b, a)]);
  assert.ok(tries >= 3, "one of the two was the deadlock's victim");
  assert.equal((await readPosition(db.reader, a)).eventId, EVENT_ID_STEP);
  assert.equal((await readPosition(db.reader, b)).eventId, EVENT_ID_STEP);
});
