import type { LoginServices } from "@parlance/server/modules/sign-in/credentials/password-login.ts";
import type { PostgresDatabase } from "@parlance/server/kernel/db/database.ts";
import type { Directories } from "@parlance/server/kernel/organization-snapshot/organization-snapshots.ts";
import type { FileStore } from "@parlance/server/kernel/files/file-store.ts";
import type { Module } from "@parlance/server/kernel/http/module.ts";
import { loadConfig } from "@parlance/server/kernel/config.ts";
import { createMetrics } from "@parlance/server/kernel/metrics.ts";
import { allModules } from "@parlance/server/app/modules.ts";
import type { PresenceKeeper } from "@parlance/server/modules/users/presence/presence-batcher.ts";
import type { KeptTexts } from "@parlance/server/modules/messages/fetch/page/message-content-cache.ts";
import type { Queues } from "@parlance/server/realtime/queues/event-queues.ts";

/** Every module as declared, for documents: nothing of it can be called, since there is no server behind it. */
export function declaredModules(): readonly Module[] {
  const absent = {} as unknown;
  return allModules({
    db: absent as PostgresDatabase,
    directories: absent as Directories,
    queues: absent as Queues,
    texts: absent as KeptTexts,
    files: absent as FileStore,
    presence: absent as PresenceKeeper,
    secret: new Uint8Array(),
    settings: loadConfig({}).server,
    logins: absent as LoginServices,
    registry: createMetrics({ ofProcess: false }).registry,
  });
}
