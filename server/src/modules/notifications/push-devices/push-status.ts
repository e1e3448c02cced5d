import type { Database } from "#kernel/db/types.ts";
import { keepPushStatus } from "./actions/store-push-status.ts";
import { pushStatusOf } from "./queries.ts";
import { isDisallowed } from "./relay/relay-failure.ts";
import type { PushStatus, Report } from "./relay/delivery-report.ts";

const NOTHING: PushStatus = { canPush: false, endsAt: null };

/** Asks the relay to send, and keeps what it says that it does for the organization. Throws what `asks` throws. */
export async function notingStatus<Phone>(
  db: Database,
  realmId: number,
  asks: () => Promise<Report<Phone>>,
): Promise<Report<Phone>> {
  try {
    const report = await asks();
    if (report.status) await note(db, realmId, report.status);
    return report;
  } catch (error) {
    if (isDisallowed(error)) await note(db, realmId, NOTHING);
    throw error;
  }
}

/** Nearly always it is as it was: then nothing is written. */
async function note(db: Database, realmId: number, status: PushStatus): Promise<void> {
  const before = await pushStatusOf(db.reader, realmId);
  if (before.canPush === status.canPush && before.endsAt === status.endsAt) return;
  await db.write((tx) => keepPushStatus(tx, realmId, status));
}
