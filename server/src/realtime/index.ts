import type { PostgresDatabase } from "#kernel/db/database.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { Read } from "#kernel/http/context.ts";
import type { Module, Slice } from "#kernel/http/module.ts";
import { Limiter } from "#kernel/limiter.ts";
import type { WireAliases } from "#kernel/http/wire-aliases.ts";
import { serverFacts } from "#modules/organizations/settings/server/server-info.ts";
import { isOpenToSpectators } from "#modules/organizations/core/spectator-access.ts";
import { deleteEventQueue } from "./api/delete-queue.ts";
import { fetchEvents } from "./api/events.ts";
import { registerQueue } from "./api/register.ts";
import { pruneEvents } from "./jobs.ts";
import { streamEvents } from "./api/stream.ts";
import type { Queues } from "./queues/event-queues.ts";
import { reloadPresenter } from "./upgrade-event.ts";

/** Each holds a connection to the database, of which others need some too. */
const SNAPSHOTS_AT_ONCE = 4;

interface RealtimeOptions {
  readonly db: PostgresDatabase;
  readonly directories: Directories;
  readonly queues: Queues;
  /** The parts of the snapshot, of all modules. */
  readonly slices: readonly Slice[];
  readonly settings: {
    readonly wireAliases: WireAliases;
    readonly queuesPerAccount: number;
    readonly eventLogMaxAgeSeconds: number;
  };
}

/** Event queues: register, poll, stream, delete. */
export function realtimeModule({ db, directories, queues, slices, settings }: RealtimeOptions): Module {
  const registration = {
    db,
    directories,
    slices,
    limiter: new Limiter(SNAPSHOTS_AT_ONCE),
    queues,
    queuesPerAccount: settings.queuesPerAccount,
    facts: settings.wireAliases.withRelease(serverFacts),
    isOpenToAnonymous: ({ realm }: Pick<Read, "realm">) => isOpenToSpectators(db.reader, realm),
  };
  return {
    name: "events",
    endpoints: [registerQueue(registration), fetchEvents(queues), streamEvents(queues), deleteEventQueue(queues)],
    presenters: { web_reload_client: reloadPresenter },
    jobs: [pruneEvents(settings.eventLogMaxAgeSeconds)],
  };
}
