import type { Registry } from "prom-client";
import { externalLoginMethods, buttonlessLoginMethods } from "#modules/sign-in/providers/configured-providers.ts";
import { apiKeysModule } from "#modules/sign-in/api-keys/index.ts";
import { attemptsModule } from "#modules/sign-in/attempts/index.ts";
import { signInModule } from "#modules/sign-in/core/index.ts";
import { credentialsModule } from "#modules/sign-in/credentials/index.ts";
import { passkeysModule } from "#modules/sign-in/passkeys/index.ts";
import { passwordsModule } from "#modules/sign-in/passwords/index.ts";
import { sessionsModule } from "#modules/sign-in/sessions/index.ts";
import { twoFactorModule } from "#modules/sign-in/two-factor/index.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { operationName } from "@parlance/kernel/http/authenticate.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { rateLimitsModule } from "@parlance/kernel/http/rate-limits-module.ts";
import { usersModule } from "#modules/users/core/index.ts";
import { auditLogModule } from "#modules/platform/audit-log/index.ts";
import { idempotencyModule } from "#modules/platform/idempotency/index.ts";
import { emailModule } from "#modules/platform/email/index.ts";
import { userGroupsModule } from "#modules/groups/core/index.ts";
import { botStorageModule } from "#modules/bots/storage/index.ts";
import { botsModule } from "#modules/bots/core/index.ts";
import { customEmojiModule } from "#modules/organizations/custom-emoji/index.ts";
import { linkifiersModule } from "#modules/organizations/linkifiers/index.ts";
import { navigationViewsModule } from "#modules/users/navigation-views/index.ts";
import { onboardingStepsModule } from "#modules/users/onboarding/index.ts";
import { playgroundsModule } from "#modules/organizations/playgrounds/index.ts";
import { presenceModule } from "#modules/users/presence/index.ts";
import type { PresenceBatcher } from "#modules/users/presence/presence-batcher.ts";
import { profileFieldsModule } from "#modules/users/profile-fields/index.ts";
import { pushDevicesModule, createRelay } from "#modules/notifications/push-devices/index.ts";
import type { Relay } from "#modules/notifications/push-devices/relay/relay.ts";
import { realmPicturesModule } from "#modules/organizations/pictures/index.ts";
import { savedSnippetsModule } from "#modules/messages/snippets/index.ts";
import { userSettingsModule } from "#modules/users/settings/index.ts";
import { userStatusModule } from "#modules/users/status/index.ts";
import { channelFoldersModule } from "#modules/channels/folders/index.ts";
import { channelsModule } from "#modules/channels/core/index.ts";
import { alertWordsModule } from "#modules/users/alert-words/index.ts";
import { attachmentsModule } from "#modules/messages/attachments/index.ts";
import { channelEmailModule } from "#modules/channels/email/index.ts";
import { invitationsModule } from "#modules/invitations/index.ts";
import { mutedUsersModule } from "#modules/users/muted-users/index.ts";
import { readStateModule } from "#modules/messages/read-state/index.ts";
import { topicsModule } from "#modules/channels/topics/index.ts";
import { userTopicsModule } from "#modules/channels/topic-visibility/index.ts";
import { videoCallsModule } from "#modules/platform/video-calls/index.ts";
import { messagesModule } from "#modules/messages/core/index.ts";
import { fetchModule } from "#modules/messages/fetch/index.ts";
import { renderModule } from "#modules/messages/render/index.ts";
import { sendModule } from "#modules/messages/send/index.ts";
import type { MessageExtensionModule } from "#modules/messages/fetch/message-extensions.ts";
import { draftsModule } from "#modules/messages/drafts/index.ts";
import { flagsInNarrowModule } from "#modules/messages/flags-in-narrow/index.ts";
import { linkPreviewsModule } from "#modules/messages/link-previews/index.ts";
import { messageDeletionsModule } from "#modules/messages/deletions/index.ts";
import { messageEditsModule } from "#modules/messages/edits/index.ts";
import { messageReportsModule } from "#modules/messages/reports/index.ts";
import { reactionsModule } from "#modules/messages/reactions/index.ts";
import { readReceiptsModule } from "#modules/messages/receipts/index.ts";
import { scheduledMessagesModule } from "#modules/messages/scheduled/index.ts";
import { submessagesModule } from "#modules/messages/submessages/index.ts";
import { typingModule } from "#modules/messages/typing/index.ts";
import { uploadsModule } from "#modules/messages/uploads/index.ts";
import { welcomeModule } from "#modules/messages/welcome/index.ts";
import { accountsModule } from "#modules/users/accounts/index.ts";
import { avatarsModule } from "#modules/users/avatars/index.ts";
import { botAccountsModule } from "#modules/bots/accounts/index.ts";
import { channelAdministrationModule } from "#modules/channels/administration/index.ts";
import { directorySyncModule } from "#modules/identity-sync/ldap/index.ts";
import { groupAdministrationModule } from "#modules/groups/administration/index.ts";
import { realmAdministrationModule } from "#modules/organizations/settings/index.ts";
import { realmExportsModule } from "#modules/organizations/exports/index.ts";
import { userAdministrationModule } from "#modules/users/administration/index.ts";
import { notificationsModule } from "#modules/notifications/core/index.ts";
import { browserPushModule } from "#modules/notifications/browser-push/index.ts";
import { deriveVapidKey } from "#modules/notifications/browser-push/vapid.ts";
import { digestsModule } from "#modules/notifications/digests/index.ts";
import { incomingEmailModule } from "#modules/notifications/incoming-email/index.ts";
import { phonePushModule } from "#modules/notifications/phone-push/index.ts";
import { realtimeModule } from "#realtime/index.ts";
import { scimModule } from "../modules/identity-sync/scim/index.ts";
import type { EventQueues } from "#realtime/queues/event-queues.ts";
import type { MessageContentCache } from "#modules/messages/fetch/page/message-content-cache.ts";
import type { ServerSettings } from "./settings.ts";
import { missedMessageEmailsModule } from "#modules/notifications/email/index.ts";
import { identityProvidersModule } from "#modules/sign-in/providers/index.ts";
import { ldapModule } from "#modules/sign-in/ldap/index.ts";
import { messageMovesModule } from "#modules/messages/moves/index.ts";
import { conversationsModule } from "#modules/messages/conversations/index.ts";
import { recipientsModule } from "#modules/messages/recipients/index.ts";
import { emojiModule } from "#modules/organizations/emoji/index.ts";
import { urlTemplatesModule } from "#modules/organizations/url-templates/index.ts";
import { organizationsModule } from "#modules/organizations/core/index.ts";
import { parametersModule } from "#modules/platform/parameters/index.ts";
import { createIncomingEmailServices } from "#modules/notifications/incoming-email/receive-email.ts";

/** What modules need of the running server. */
export interface ModuleDependencies {
  readonly db: PostgresDatabase;
  readonly snapshots: OrganizationSnapshots;
  readonly queues: EventQueues;
  /** Texts of messages that were read lately. */
  readonly texts: MessageContentCache;
  /** Where uploaded files are kept. */
  readonly files: FileStore;
  /** What its people's clients say of their being there. */
  readonly presence: PresenceBatcher;
  readonly secret: Uint8Array;
  /** How logins are checked. */
  readonly logins: LoginServices;
  readonly settings: ServerSettings;
  /** Where they register what they measure. */
  readonly registry: Registry;
}

/** Everything that the server is made of, in the order of the reference page. */
export function createModules(parts: ModuleDependencies): readonly Module[] {
  const { db, snapshots, queues, settings, registry } = parts;
  const relay = createRelay(db, settings);
  const product: readonly Module[] = [
    ...sharedModules,
    ...userModules({ ...parts, relay }, () => operations),
    ...channelModules(parts),
    ...messageModules(parts),
    auditLogModule,
    idempotencyModule,
    emailModule({ db: db.reader, settings, registry }),
    incomingEmailModule(createIncomingEmailServices(parts)),
    browserPushModule({ snapshots, key: deriveVapidKey(parts.secret), settings }),
    phonePushModule({ snapshots, relay, site: settings, wireAliases: settings.wireAliases }),
    digestsModule({ snapshots, secret: parts.secret, site: settings }),
    rateLimitsModule,
  ];
  const slices = product.flatMap((module) => module.slices ?? []);
  const modules: readonly Module[] = [...product, realtimeModule({ snapshots, queues, slices, db, settings })];
  const operations: ReadonlySet<string> = new Set(modules.flatMap(({ endpoints }) => endpoints.map(operationName)));
  return modules;
}

/** Modules without endpoints, which others stand on. */
const sharedModules: readonly Module[] = [
  missedMessageEmailsModule,
  identityProvidersModule,
  ldapModule,
  messageMovesModule,
  conversationsModule,
  recipientsModule,
  emojiModule,
  urlTemplatesModule,
  organizationsModule,
  parametersModule,
];

const userModules = (
  { db, relay, files, presence, secret, settings, logins }: ModuleDependencies & { readonly relay: Relay | null },
  operations: () => ReadonlySet<string>,
): readonly Module[] => [
  ...signInModules(logins, operations),
  realmAdministrationModule({
    ...settings,
    externalLoginMethods: externalLoginMethods(settings.identityProviders),
    buttonlessLoginMethods: buttonlessLoginMethods(settings.identityProviders),
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

const signInModules = (logins: LoginServices, operations: () => ReadonlySet<string>): readonly Module[] => [
  credentialsModule(logins),
  sessionsModule,
  twoFactorModule(logins),
  passkeysModule(logins),
  apiKeysModule(operations),
  attemptsModule,
  passwordsModule,
  signInModule,
];

const channelModules = ({ secret, settings }: ModuleDependencies): readonly Module[] => [
  channelsModule,
  channelAdministrationModule,
  channelFoldersModule,
  channelEmailModule(settings),
  videoCallsModule({ secret, settings }),
  topicsModule,
];

function messageModules({ queues, texts, files, secret, settings }: ModuleDependencies): readonly Module[] {
  const onMessages: readonly MessageExtensionModule[] = [
    messageEditsModule(settings),
    messageDeletionsModule,
    messageReportsModule,
    linkPreviewsModule(settings),
    reactionsModule,
    submessagesModule,
  ];
  return [
    messagesModule,
    sendModule,
    fetchModule({
      ...settings,
      texts,
      parts: onMessages.flatMap(({ messageExtensions }) => messageExtensions ?? []),
    }),
    renderModule,
    ...onMessages,
    uploadsModule({ files, secret, settings }),
    attachmentsModule({ files }),
    readStateModule,
    flagsInNarrowModule,
    readReceiptsModule,
    scheduledMessagesModule,
    typingModule((event) => queues.hub.publishEphemeral(event)),
    draftsModule,
    savedSnippetsModule,
    navigationViewsModule,
    userTopicsModule,
    mutedUsersModule,
    alertWordsModule,
    notificationsModule,
  ];
}
