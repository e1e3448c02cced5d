import type { Registry } from "prom-client";
import { authModule } from "#auth/index.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import type { Module } from "#kernel/http/module.ts";
import { rateLimitsModule } from "#kernel/rate-limits/jobs.ts";
import { alertWordsModule } from "#modules/alert-words/index.ts";
import { auditLogModule } from "#modules/audit-log/index.ts";
import { avatarsModule } from "#modules/avatars/index.ts";
import { botsModule } from "#modules/bots/index.ts";
import { channelsModule } from "#modules/channels/index.ts";
import { invitationsModule } from "#modules/invitations/index.ts";
import { linkPreviewsModule } from "#modules/link-previews/index.ts";
import { linkifiersModule } from "#modules/linkifiers/index.ts";
import { mailModule } from "#modules/mail/index.ts";
import { messageDeletionsModule } from "#modules/message-deletions/index.ts";
import { messageEditsModule } from "#modules/message-edits/index.ts";
import { messageReportsModule } from "#modules/message-reports/index.ts";
import { messagesModule } from "#modules/messages/index.ts";
import { mutedUsersModule } from "#modules/muted-users/index.ts";
import { playgroundsModule } from "#modules/playgrounds/index.ts";
import { profileFieldsModule } from "#modules/profile-fields/index.ts";
import { reactionsModule } from "#modules/reactions/index.ts";
import { readReceiptsModule } from "#modules/read-receipts/index.ts";
import { readStateModule } from "#modules/read-state/index.ts";
import { realmsModule } from "#modules/realms/index.ts";
import { submessagesModule } from "#modules/submessages/index.ts";
import { userGroupsModule } from "#modules/user-groups/index.ts";
import { userSettingsModule } from "#modules/user-settings/index.ts";
import { userStatusModule } from "#modules/user-status/index.ts";
import { userTopicsModule } from "#modules/user-topics/index.ts";
import { usersModule } from "#modules/users/index.ts";
import { welcomeModule } from "#modules/welcome/index.ts";
import { realtimeModule } from "#realtime/index.ts";
import type { Queues } from "#realtime/queues.ts";
import type { ServerSettings } from "./settings.ts";

/** What modules need of the running server. */
export interface Parts {
  readonly db: PostgresDatabase;
  readonly queues: Queues;
  readonly secret: Uint8Array;
  readonly settings: ServerSettings;
  /** Where they register what they measure. */
  readonly registry: Registry;
}

/** Everything that the server is made of, in the order of the reference page. */
export function allModules({ db, queues, secret, settings, registry }: Parts): readonly Module[] {
  const product = [
    authModule({ db, secret, settings }),
    realmsModule(settings),
    usersModule({ url: settings.url, secret }),
    avatarsModule,
    userSettingsModule(settings),
    profileFieldsModule,
    linkifiersModule,
    playgroundsModule,
    userStatusModule,
    botsModule({ secret }),
    invitationsModule(settings),
    welcomeModule,
    userGroupsModule,
    channelsModule,
    messagesModule(settings),
    messageEditsModule,
    messageDeletionsModule,
    messageReportsModule,
    linkPreviewsModule(settings),
    reactionsModule,
    submessagesModule,
    readStateModule,
    readReceiptsModule,
    userTopicsModule,
    mutedUsersModule,
    alertWordsModule,
    auditLogModule,
    mailModule({ db: db.reader, settings, registry }),
    rateLimitsModule,
  ];
  const slices = product.flatMap((module) => module.slices ?? []);
  return [...product, realtimeModule({ queues, slices, db, settings })];
}
