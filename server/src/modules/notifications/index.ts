import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import type { EmailSettings } from "#modules/platform/email/email-settings.ts";
import { browserPushModule } from "./browser-push/index.ts";
import { deriveVapidKey } from "./browser-push/vapid.ts";
import { notificationsModule } from "./core/index.ts";
import { digestsModule } from "./digests/index.ts";
import { missedMessageEmailsModule } from "./email/index.ts";
import { incomingEmailModule } from "./incoming-email/index.ts";
import { createIncomingEmailServices, type IncomingEmailServices } from "./incoming-email/receive-email.ts";
import { phonePushModule } from "./phone-push/index.ts";
import { createRelay, pushDevicesModule } from "./push-devices/index.ts";
import { createPushMetrics } from "./push-devices/push-metrics.ts";
import type { PushSettings } from "./push-devices/settings.ts";

export interface NotificationDependencies extends Pick<IncomingEmailServices, "files"> {
  readonly db: Database;
  readonly snapshots: OrganizationSnapshots;
  readonly secret: Uint8Array;
  readonly metrics: Metrics;
  readonly settings: IncomingEmailServices["settings"] &
    EmailSettings &
    LinkPreviewSettings &
    PushSettings & { readonly wireAliases: WireAliases };
}

/** The modules of this domain. */
export function notificationModules(dependencies: NotificationDependencies): readonly Module[] {
  const { db, snapshots, secret, settings } = dependencies;
  const metrics = createPushMetrics(dependencies.metrics);
  const relay = createRelay(db, settings, metrics);
  return [
    pushDevicesModule({ db, relay, ...settings }),
    notificationsModule,
    missedMessageEmailsModule,
    incomingEmailModule(createIncomingEmailServices(dependencies)),
    browserPushModule({ snapshots, key: deriveVapidKey(secret), settings, metrics }),
    phonePushModule({ snapshots, relay, site: settings, wireAliases: settings.wireAliases, metrics }),
    digestsModule({ snapshots, secret, site: settings }),
  ];
}
