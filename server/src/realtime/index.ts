import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import type { Module, Slice } from "@parlance/kernel/http/module.ts";
import { Limiter } from "@parlance/kernel/base/limiter.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { serverInfo } from "#modules/organizations/settings/server/server-info.ts";
import { isOpenToSpectators } from "#modules/organizations/core/spectator-access.ts";
import { deleteEventQueue } from "./api/delete-queue.ts";
import { fetchEvents } from "./api/events.ts";
import { registerQueue } from "./api/register.ts";
import { pruneEvents } from "./jobs.ts";
import { streamEvents } from "./api/stream.ts";
import type { EventQueues } from "./queues/event-queues.ts";
import { reloadPresenter } from "./upgrade-event.ts";

/**
 * Maximum number of snapshots that are computed at the same time. Each uses a database connection, and other requests
 * need connections too.
 */
const MAX_CONCURRENT_SNAPSHOTS = 4;

interface RealtimeOptions {
  readonly db: PostgresDatabase;
  readonly snapshots: OrganizationSnapshots;
  readonly queues: EventQueues;
  /** The slices (parts of the register response) of all modules. */
  readonly slices: readonly Slice[];
  readonly settings: {
    readonly wireAliases: WireAliases;
    readonly queuesPerAccount: number;
    readonly eventLogMaxAgeSeconds: number;
  };
}

/** Creates the module of event queues: register, poll, stream, delete. */
export function realtimeModule({ db, snapshots, queues, slices, settings }: RealtimeOptions): Module {
  const registration = {
    db,
    snapshots,
    slices,
    limiter: new Limiter(MAX_CONCURRENT_SNAPSHOTS),
    queues,
    queuesPerAccount: settings.queuesPerAccount,
    facts: settings.wireAliases.withRelease(serverInfo),
    isOpenToAnonymous: ({ realm }: Pick<Read, "realm">) => isOpenToSpectators(db.reader, realm),
  };
  return {
    name: "events",
    endpoints: [registerQueue(registration), fetchEvents(queues), streamEvents(queues), deleteEventQueue(queues)],
    presenters: { web_reload_client: reloadPresenter },
    jobs: [pruneEvents(settings.eventLogMaxAgeSeconds)],
  };
}
