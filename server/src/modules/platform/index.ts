import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { Database } from "@parlance/kernel/db/types.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { auditLogModule } from "./audit-log/index.ts";
import type { EmailSettings } from "./email/email-settings.ts";
import { emailModule } from "./email/index.ts";
import { idempotencyModule } from "./idempotency/index.ts";
import { parametersModule } from "./parameters/index.ts";
import { videoCallsModule } from "./video-calls/index.ts";
import type { VideoCallSettings } from "./video-calls/video-call-settings.ts";

export interface PlatformDependencies {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly settings: EmailSettings & VideoCallSettings;
  readonly metrics: Metrics;
}

/** The modules of this domain. */
export const platformModules = ({ db, secret, settings, metrics }: PlatformDependencies): readonly Module[] => [
  parametersModule,
  videoCallsModule({ secret, settings }),
  auditLogModule,
  idempotencyModule,
  emailModule({ db: db.reader, settings, metrics }),
];
