import type { LoginServices } from "@parlance/server/modules/sign-in/credentials/password-login.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";
import { createMetrics } from "@parlance/kernel/base/metrics.ts";
import { createModules } from "@parlance/server/app/modules.ts";
import type { PresenceBatcher } from "@parlance/server/modules/users/presence/presence-batcher.ts";
import type { MessageContentCache } from "@parlance/server/modules/messages/fetch/page/message-content-cache.ts";
import type { EventQueues } from "@parlance/server/realtime/queues/event-queues.ts";

/**
 * Returns all modules, for generating documents from them. Their functions cannot be called, because they have no
 * database and no other services.
 */
export function loadDeclaredModules(metrics = createMetrics({ ofProcess: false })): readonly Module[] {
  const absent = {} as unknown;
  return createModules({
    db: absent as PostgresDatabase,
    snapshots: absent as OrganizationSnapshots,
    queues: absent as EventQueues,
    texts: absent as MessageContentCache,
    files: absent as FileStore,
    presence: absent as PresenceBatcher,
    secret: new Uint8Array(),
    settings: loadConfig({}).server,
    logins: absent as LoginServices,
    metrics,
  });
}
