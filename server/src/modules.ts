import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { loginDoors, quietWays } from "#auth/external/providers.ts";
import { authModule } from "#auth/index.ts";
import type { LoginServices } from "#auth/logins.ts";
import type { Clock } from "#kernel/clock.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import type { Directories } from "#kernel/directory/directories.ts";
import type { FileStore } from "#kernel/files/store.ts";
import { operationName } from "#kernel/http/credentials.ts";
import type { Module } from "#kernel/http/module.ts";
import { rateLimitsModule } from "#kernel/rate-limits/jobs.ts";
import { usersModule } from "#modules/1-ground/users/index.ts";
import { auditLogModule } from "#modules/2-records/audit-log/index.ts";
import { idempotencyModule } from "#modules/2-records/idempotency/index.ts";
import { mailModule } from "#modules/2-records/mail/index.ts";
import { senderAddress } from "#modules/2-records/mail/settings.ts";
import { userGroupsModule } from "#modules/2-records/user-groups/index.ts";
import { botStorageModule } from "#modules/3-profiles/bot-storage/index.ts";
import { botsModule } from "#modules/3-profiles/bots/index.ts";
import { customEmojiModule } from "#modules/3-profiles/custom-emoji/index.ts";
import { linkifiersModule } from "#modules/3-profiles/linkifiers/index.ts";
import { navigationViewsModule } from "#modules/3-profiles/navigation-views/index.ts";
import { onboardingStepsModule } from "#modules/3-profiles/onboarding-steps/index.ts";
import { playgroundsModule } from "#modules/3-profiles/playgrounds/index.ts";
import { presenceModule } from "#modules/3-profiles/presence/index.ts";
import type { PresenceKeeper } from "#modules/3-profiles/presence/presence-keeper.ts";
import { profileFieldsModule } from "#modules/3-profiles/profile-fields/index.ts";
import { pushDevicesModule, relayOf } from "#modules/3-profiles/push-devices/index.ts";
import type { Relay } from "#modules/3-profiles/push-devices/relay/relay.ts";
import { realmPicturesModule } from "#modules/3-profiles/realm-pictures/index.ts";
import { savedSnippetsModule } from "#modules/3-profiles/saved-snippets/index.ts";
import { userSettingsModule } from "#modules/3-profiles/user-settings/index.ts";
import { userStatusModule } from "#modules/3-profiles/user-status/index.ts";
import { channelFoldersModule } from "#modules/4-channels/channel-folders/index.ts";
import { channelsModule } from "#modules/4-channels/channels/index.ts";
import { alertWordsModule } from "#modules/5-on-channels/alert-words/index.ts";
import { attachmentsModule } from "#modules/5-on-channels/attachments/index.ts";
import { channelEmailModule } from "#modules/5-on-channels/channel-email/index.ts";
import { invitationsModule } from "#modules/5-on-channels/invitations/index.ts";
import { mutedUsersModule } from "#modules/5-on-channels/muted-users/index.ts";
import { readStateModule } from "#modules/5-on-channels/read-state/index.ts";
import { topicsModule } from "#modules/5-on-channels/topics/index.ts";
import { userTopicsModule } from "#modules/5-on-channels/user-topics/index.ts";
import { videoCallsModule } from "#modules/5-on-channels/video-calls/index.ts";
import { messagesModule } from "#modules/6-messages/messages/index.ts";
import type { ModuleOnMessages } from "#modules/6-messages/messages/message-parts.ts";
import { draftsModule } from "#modules/7-on-messages/drafts/index.ts";
import { flagsInNarrowModule } from "#modules/7-on-messages/flags-in-narrow/index.ts";
import { linkPreviewsModule } from "#modules/7-on-messages/link-previews/index.ts";
import { messageDeletionsModule } from "#modules/7-on-messages/message-deletions/index.ts";
import { messageEditsModule } from "#modules/7-on-messages/message-edits/index.ts";
import { messageReportsModule } from "#modules/7-on-messages/message-reports/index.ts";
import { reactionsModule } from "#modules/7-on-messages/reactions/index.ts";
import { readReceiptsModule } from "#modules/7-on-messages/read-receipts/index.ts";
import { scheduledMessagesModule } from "#modules/7-on-messages/scheduled-messages/index.ts";
import { submessagesModule } from "#modules/7-on-messages/submessages/index.ts";
import { typingModule } from "#modules/7-on-messages/typing/index.ts";
import { uploadsModule } from "#modules/7-on-messages/uploads/index.ts";
import { welcomeModule } from "#modules/7-on-messages/welcome/index.ts";
import { accountsModule } from "#modules/8-lifecycle/accounts/index.ts";
import { avatarsModule } from "#modules/8-lifecycle/avatars/index.ts";
import { botAccountsModule } from "#modules/8-lifecycle/bot-accounts/index.ts";
import { channelAdministrationModule } from "#modules/8-lifecycle/channel-administration/index.ts";
import { directorySyncModule } from "#modules/8-lifecycle/directory-sync/index.ts";
import { groupAdministrationModule } from "#modules/8-lifecycle/group-administration/index.ts";
import { realmAdministrationModule } from "#modules/8-lifecycle/realm-administration/index.ts";
import { realmExportsModule } from "#modules/8-lifecycle/realm-exports/index.ts";
import { userAdministrationModule } from "#modules/8-lifecycle/user-administration/index.ts";
import { noticesModule } from "#modules/9-notices/notices/index.ts";
import { browserCarrier } from "#modules/9-notices/browser-push/carrier.ts";
import { browserPushModule } from "#modules/9-notices/browser-push/index.ts";
import { vapidKey } from "#modules/9-notices/browser-push/vapid.ts";
import { digestsModule } from "#modules/9-notices/digests/index.ts";
import { addReplyAddress } from "#modules/9-notices/incoming-mail/actions/add-reply-address.ts";
import { incomingMailModule } from "#modules/9-notices/incoming-mail/index.ts";
import { phoneCarrier } from "#modules/9-notices/phone-push/carrier.ts";
import { phonePushModule } from "#modules/9-notices/phone-push/index.ts";
import { MailListener } from "#modules/9-notices/incoming-mail/listener.ts";
import type { MailRoom } from "#modules/9-notices/incoming-mail/receive.ts";
import type { LetterOffice } from "#modules/9-notices/notice-letters/actions/write-letters.ts";
import { LetterWriter } from "#modules/9-notices/notice-letters/letter-writer.ts";
import { Notifier } from "#modules/9-notices/notices/notifier.ts";
import { realtimeModule } from "#realtime/index.ts";
import { scimModule } from "./scim/index.ts";
import type { Queues } from "#realtime/queues.ts";
import type { KeptTexts } from "#modules/6-messages/messages/kept-texts.ts";
import type { ServerSettings } from "./settings.ts";

/** What modules need of the running server. */
export interface Parts {
  readonly db: PostgresDatabase;
  readonly directories: Directories;
  readonly queues: Queues;
  /** Texts of messages that were read lately. */
  readonly texts: KeptTexts;
  /** Where uploaded files are kept. */
  readonly files: FileStore;
  /** What its people's clients say of their being there. */
  readonly presence: PresenceKeeper;
  readonly secret: Uint8Array;
  /** How logins are checked. */
  readonly logins: LoginServices;
  readonly settings: ServerSettings;
  /** Where they register what they measure. */
  readonly registry: Registry;
}

/** Everything that the server is made of, in the order of the reference page. */
export function allModules(parts: Parts): readonly Module[] {
  const { db, directories, queues, settings, registry } = parts;
  const relay = relayOf(db, settings);
  const product: readonly Module[] = [
    ...modulesOfPeople({ ...parts, relay }, () => operations),
    ...modulesOfChannels(parts),
    ...modulesOfMessages(parts),
    auditLogModule,
    idempotencyModule,
    mailModule({ db: db.reader, settings, registry }),
    incomingMailModule(mailRoom(parts)),
    browserPushModule({ directories, key: vapidKey(parts.secret), settings }),
    phonePushModule({ directories, relay, site: settings, wireAliases: settings.wireAliases }),
    digestsModule({ directories, secret: parts.secret, site: settings }),
    rateLimitsModule,
  ];
  const slices = product.flatMap((module) => module.slices ?? []);
  const modules: readonly Module[] = [...product, realtimeModule({ directories, queues, slices, db, settings })];
  const operations: ReadonlySet<string> = new Set(modules.flatMap(({ endpoints }) => endpoints.map(operationName)));
  return modules;
}

const modulesOfPeople = (
  { db, relay, files, presence, secret, settings, logins }: Parts & { readonly relay: Relay | null },
  operations: () => ReadonlySet<string>,
): readonly Module[] => [
  authModule(logins, operations),
  realmAdministrationModule({
    ...settings,
    loginDoors: loginDoors(settings.identityProviders),
    quietWays: quietWays(settings.identityProviders),
  }),
  scimModule,
  realmPicturesModule({ files }),
  realmExportsModule({ files, settings }),
  usersModule(settings),
  accountsModule({
    secret,
    rateLimits: settings.rateLimits,
    logins,
    signers: settings.identityProviders?.jwt ?? [],
    ldap: settings.ldap,
  }),
  userAdministrationModule,
  directorySyncModule({ ldap: settings.ldap, files, site: settings }),
  avatarsModule({ files, settings }),
  userSettingsModule,
  profileFieldsModule,
  customEmojiModule({ files, wireAliases: settings.wireAliases }),
  linkifiersModule,
  onboardingStepsModule,
  playgroundsModule,
  userStatusModule,
  presenceModule(presence),
  pushDevicesModule({ db, relay, ...settings }),
  botsModule({ secret, gravatar: settings.gravatar }),
  botAccountsModule({ secret }),
  botStorageModule,
  invitationsModule(settings),
  welcomeModule,
  userGroupsModule,
  groupAdministrationModule,
];

const modulesOfChannels = ({ secret, settings }: Parts): readonly Module[] => [
  channelsModule,
  channelAdministrationModule,
  channelFoldersModule,
  channelEmailModule(settings),
  videoCallsModule({ secret, settings }),
  topicsModule,
];

function modulesOfMessages({ queues, texts, files, secret, settings }: Parts): readonly Module[] {
  const onMessages: readonly ModuleOnMessages[] = [
    messageEditsModule(settings),
    messageDeletionsModule,
    messageReportsModule,
    linkPreviewsModule(settings),
    reactionsModule,
    submessagesModule,
  ];
  return [
    messagesModule({ ...settings, texts, parts: onMessages.flatMap(({ messageParts }) => messageParts ?? []) }),
    ...onMessages,
    uploadsModule({ files, secret, settings }),
    attachmentsModule({ files }),
    readStateModule,
    flagsInNarrowModule,
    readReceiptsModule,
    scheduledMessagesModule,
    typingModule((event) => queues.hub.tell(event)),
    draftsModule,
    savedSnippetsModule,
    navigationViewsModule,
    userTopicsModule,
    mutedUsersModule,
    alertWordsModule,
    noticesModule,
  ];
}

/** What letters that come in are posted by. */
const mailRoom = ({ db, directories, files, settings }: Parts): MailRoom => {
  const ownDomain = senderAddress(settings).split("@").at(-1) ?? "";
  return { db, directories, files, settings, ownDomain };
};

/** What tells people who are away, and takes their answers, in the background. */
export function noticeWorkers(parts: Parts & { readonly clock: Clock; readonly log: Logger }): NoticeWorkers {
  const { directories, settings: site, clock, log } = parts;
  const { emailGatewayPattern: pattern, incomingMailPort: port, incomingMailHost: host } = site;
  const replyAddress: LetterOffice["replyAddress"] =
    pattern === "" ? undefined : (tx, of) => addReplyAddress(tx, pattern, of);
  const letters = new LetterWriter({ ...parts, directories, site, replyAddress });
  const notifier = new Notifier({
    ...parts,
    directories,
    site,
    carriers: [browserCarrier, phoneCarrier, letters.carrier],
  });
  const listener = port === undefined ? [] : [new MailListener({ room: mailRoom(parts), clock, log, host, port })];
  return { notifier, all: [notifier, letters, ...listener] };
}

interface NoticeWorkers {
  /** Has to hear of what transactions do. */
  readonly notifier: Notifier;
  readonly all: readonly { start(): void | Promise<void>; stop(): Promise<void> }[];
}
