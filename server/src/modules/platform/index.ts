import type { Registry } from "prom-client";
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
  /** Registry for the metrics of these modules. */
  readonly registry: Registry;
}

/** The modules of this domain. */
export const platformModules = ({ db, secret, settings, registry }: PlatformDependencies): readonly Module[] => [
  parametersModule,
  videoCallsModule({ secret, settings }),
  auditLogModule,
  idempotencyModule,
  emailModule({ db: db.reader, settings, registry }),
];
