import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { operationName } from "@parlance/kernel/http/authenticate.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { rateLimitsModule } from "@parlance/kernel/http/rate-limits-module.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { botModules } from "#modules/bots/index.ts";
import { channelModules } from "#modules/channels/index.ts";
import { groupModules } from "#modules/groups/index.ts";
import { identitySyncModules } from "#modules/identity-sync/index.ts";
import { invitationsModule } from "#modules/invitations/index.ts";
import type { MessageContentCache } from "#modules/messages/fetch/page/message-content-cache.ts";
import { messageModules } from "#modules/messages/index.ts";
import { notificationModules } from "#modules/notifications/index.ts";
import { organizationModules } from "#modules/organizations/index.ts";
import { platformModules } from "#modules/platform/index.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { signInModules } from "#modules/sign-in/index.ts";
import { userModules } from "#modules/users/index.ts";
import type { PresenceBatcher } from "#modules/users/presence/presence-batcher.ts";
import { realtimeModule } from "#realtime/index.ts";
import type { EventQueues } from "#realtime/queues/event-queues.ts";
import { sortBySection } from "./api-sections.ts";
import type { ServerSettings } from "./settings.ts";

/** The services of the running server that modules need. */
export interface ModuleDependencies {
  readonly db: PostgresDatabase;
  readonly snapshots: OrganizationSnapshots;
  readonly queues: EventQueues;
  /** Cache of the content of recently read messages. */
  readonly texts: MessageContentCache;
  /** Storage of uploaded files. */
  readonly files: FileStore;
  /** Collects the presence that clients report. */
  readonly presence: PresenceBatcher;
  readonly secret: Uint8Array;
  /** Services that check logins. */
  readonly logins: LoginServices;
  readonly settings: ServerSettings;
  readonly metrics: Metrics;
}

/** Creates all modules of the server, in the order in which the API reference lists them. */
export function createModules(parts: ModuleDependencies): readonly Module[] {
  const { db, snapshots, queues, settings } = parts;
  const product = sortBySection([
    ...signInModules({ ...parts, operations: () => operations }),
    ...organizationModules(parts),
    ...identitySyncModules(parts),
    ...userModules(parts),
    ...botModules(parts),
    invitationsModule(settings),
    ...groupModules,
    ...channelModules(parts),
    ...messageModules({ ...parts, publishEphemeral: (event) => queues.hub.publishEphemeral(event) }),
    ...platformModules(parts),
    ...notificationModules(parts),
    rateLimitsModule,
  ]);
  const slices = product.flatMap((module) => module.slices ?? []);
  const modules: readonly Module[] = [...product, realtimeModule({ snapshots, queues, slices, db, settings })];
  const operations: ReadonlySet<string> = new Set(modules.flatMap(({ endpoints }) => endpoints.map(operationName)));
  return modules;
}
