import { LockOrder } from "@parlance/kernel/db/lock-order.ts";
import { emailsLock } from "#modules/platform/email/locks.ts";
import { searchProgressLock } from "#search/locks.ts";
import { noticeProgressLock } from "#modules/notifications/core/locks.ts";
import { groupsLock } from "#modules/groups/core/locks.ts";
import { realmLock } from "#modules/organizations/core/lock-realm.ts";
import { domainsLock } from "#modules/organizations/settings/locks.ts";
import { accountsLock, presenceLock } from "#modules/users/core/locks.ts";
import { attemptsLock } from "#modules/sign-in/attempts/locks.ts";
import { botNamesLock } from "#modules/bots/accounts/locks.ts";
import { namesLock } from "#modules/users/accounts/locks.ts";
import { invitationEmailsLock, invitationsLock } from "#modules/invitations/actions/invitation-locks.ts";
import { eventQueuesLock, positionLock } from "@parlance/kernel/events/locks.ts";
import { channelsLock, subscriptionsLock, channelRowsLock } from "#modules/channels/core/access/channel-lock-kinds.ts";
import { profileFieldsLock } from "#modules/users/profile-fields/locks.ts";
import { messagesLock } from "#modules/messages/core/locks.ts";
import { messageFlagsLock } from "#modules/messages/read-state/locks.ts";
import { scheduledMessagesLock } from "#modules/messages/scheduled/locks.ts";
import { resumableUploadsLock } from "#modules/messages/uploads/locks.ts";

/**
 * All locks that transactions acquire explicitly, in the order in which every transaction acquires those that it needs.
 * Transactions that follow this order cannot deadlock.
 */
export const lockOrder = new LockOrder([
  emailsLock,
  searchProgressLock,
  noticeProgressLock,
  groupsLock,
  realmLock,
  domainsLock,
  accountsLock,
  presenceLock,
  attemptsLock,
  botNamesLock,
  namesLock,
  invitationEmailsLock,
  eventQueuesLock,
  invitationsLock,
  channelsLock,
  profileFieldsLock,
  subscriptionsLock,
  messagesLock,
  messageFlagsLock,
  scheduledMessagesLock,
  positionLock,
  channelRowsLock,
  resumableUploadsLock,
]);
