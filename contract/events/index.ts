import { z } from "zod";
import { AttachmentEvent } from "./attachment.ts";
import { BotEvent } from "./bot.ts";
import { ChannelEvent, ChannelFolderEvent, DefaultChannelGroupsEvent, DefaultChannelsEvent } from "./channel.ts";
import { DraftEvent } from "./draft.ts";
import { MessageFlagsEvent } from "./message-flags.ts";
import { ReactionEvent, SubmessageEvent } from "./message-parts.ts";
import { DeleteMessageEvent, MessageEvent, UpdateMessageEvent } from "./message.ts";
import { NavigationViewEvent } from "./navigation-view.ts";
import {
  AlertWordsEvent,
  MutedTopicsEvent,
  MutedUsersEvent,
  OnboardingStepsEvent,
  PushDeviceEvent,
  UserTopicEvent,
  VideoCallTokenEvent,
} from "./personal.ts";
import { PresenceEvent, UserStatusEvent } from "./presence.ts";
import {
  CustomProfileFieldsEvent,
  LegacyLinkifiersEvent,
  LinkifiersEvent,
  PlaygroundsEvent,
  RealmEmojiEvent,
} from "./realm-lists.ts";
import { RealmDomainEvent, RealmEvent, RealmExportConsentEvent, RealmExportEvent } from "./realm.ts";
import { SavedSnippetEvent } from "./saved-snippet.ts";
import { ReminderEvent, ScheduledMessageEvent } from "./scheduled-message.ts";
import { HeartbeatEvent, InvitesChangedEvent, RestartEvent, WebReloadEvent } from "./server.ts";
import { SubscriptionEvent } from "./subscription.ts";
import { EditTypingEvent, TypingEvent } from "./typing.ts";
import { UserGroupEvent } from "./user-group.ts";
import {
  LegacyDisplaySettingsEvent,
  LegacyNotificationSettingsEvent,
  UserSettingsDefaultsEvent,
  UserSettingsEvent,
} from "./user-settings.ts";
import { UserEvent } from "./user.ts";

/** Anything that an event queue can deliver: told apart by `type`, then by `op`. */
export const Event = z.discriminatedUnion("type", [
  AlertWordsEvent,
  AttachmentEvent,
  BotEvent,
  ChannelEvent,
  ChannelFolderEvent,
  CustomProfileFieldsEvent,
  DefaultChannelGroupsEvent,
  DefaultChannelsEvent,
  DeleteMessageEvent,
  DraftEvent,
  EditTypingEvent,
  HeartbeatEvent,
  InvitesChangedEvent,
  LegacyDisplaySettingsEvent,
  LegacyLinkifiersEvent,
  LegacyNotificationSettingsEvent,
  LinkifiersEvent,
  MessageEvent,
  MessageFlagsEvent,
  MutedTopicsEvent,
  MutedUsersEvent,
  NavigationViewEvent,
  OnboardingStepsEvent,
  PlaygroundsEvent,
  PresenceEvent,
  PushDeviceEvent,
  ReactionEvent,
  RealmDomainEvent,
  RealmEmojiEvent,
  RealmEvent,
  RealmExportConsentEvent,
  RealmExportEvent,
  ReminderEvent,
  RestartEvent,
  SavedSnippetEvent,
  ScheduledMessageEvent,
  SubmessageEvent,
  SubscriptionEvent,
  TypingEvent,
  UpdateMessageEvent,
  UserEvent,
  UserGroupEvent,
  UserSettingsDefaultsEvent,
  UserSettingsEvent,
  UserStatusEvent,
  UserTopicEvent,
  VideoCallTokenEvent,
  WebReloadEvent,
]);
export type Event = z.infer<typeof Event>;

export type EventType = Event["type"];

/** The events of one type, such as `EventOf<"subscription">`. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

type WithoutId<E> = E extends unknown ? Omit<E, "id"> : never;

/** An event as the server makes it, before a queue gives it an id. */
export type EventBody = WithoutId<Event>;
