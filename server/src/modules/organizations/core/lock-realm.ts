import type { LockKind } from "@parlance/kernel/db/lock-kind.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";

/**
 * Locks an organization against concurrent changes of its settings, and of objects such as emoji whose names must be
 * unique. Inserting rows that refer to the organization is not blocked.
 */
export const lockRealm = (tx: Tx, realmId: number): Promise<Row<"realm">> =>
  tx.selectFrom("realm").selectAll().where("id", "=", realmId).forNoKeyUpdate().executeTakeFirstOrThrow();

export const realmLock: LockKind = {
  name: "realm",
  rows: ["realm"],
  each: "organization",
  guards:
    "settings and domains, linkifiers, playgrounds, profile fields, channel folders, and the uniqueness of channel names",
  acquiredBy: ["lockRealm", "changeRealm", "lockChannelNames"],
  reason: "its settings refer to groups",
};
