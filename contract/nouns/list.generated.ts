// Made from the files of this folder by `npm run generate -- nouns`; do not edit.
import { alertWordsNoun } from "./alert-words.ts";
import { attachmentsNoun } from "./attachments.ts";
import { botsNoun } from "./bots.ts";
import { channelFoldersNoun } from "./channel-folders.ts";
import { channelsNoun } from "./channels.ts";
import { defaultChannelsNoun } from "./default-channels.ts";
import { draftsNoun } from "./drafts.ts";
import { emojiNoun } from "./emoji.ts";
import { eventQueuesNoun } from "./event-queues.ts";
import { giphyNoun } from "./giphy.ts";
import { invitationsNoun } from "./invitations.ts";
import { linkifiersNoun } from "./linkifiers.ts";
import { messageFlagsNoun } from "./message-flags.ts";
import { messagesNoun } from "./messages.ts";
import { mutedUsersNoun } from "./muted-users.ts";
import { navigationViewsNoun } from "./navigation-views.ts";
import { onboardingStepsNoun } from "./onboarding-steps.ts";
import { playgroundsNoun } from "./playgrounds.ts";
import { presenceNoun } from "./presence.ts";
import { profileFieldsNoun } from "./profile-fields.ts";
import { pushDevicesNoun } from "./push-devices.ts";
import { reactionsNoun } from "./reactions.ts";
import { realmDomainsNoun } from "./realm-domains.ts";
import { realmExportsNoun } from "./realm-exports.ts";
import { realmNoun } from "./realm.ts";
import { savedSnippetsNoun } from "./saved-snippets.ts";
import { scheduledMessagesNoun } from "./scheduled-messages.ts";
import { serverNoun } from "./server.ts";
import { submessagesNoun } from "./submessages.ts";
import { subscriptionsNoun } from "./subscriptions.ts";
import { typingNoun } from "./typing.ts";
import { userGroupsNoun } from "./user-groups.ts";
import { userSettingsNoun } from "./user-settings.ts";
import { userStatusesNoun } from "./user-statuses.ts";
import { userTopicsNoun } from "./user-topics.ts";
import { usersNoun } from "./users.ts";
import { videoCallsNoun } from "./video-calls.ts";

/** All nouns. */
export const list = [
  alertWordsNoun,
  attachmentsNoun,
  botsNoun,
  channelFoldersNoun,
  channelsNoun,
  defaultChannelsNoun,
  draftsNoun,
  emojiNoun,
  eventQueuesNoun,
  giphyNoun,
  invitationsNoun,
  linkifiersNoun,
  messageFlagsNoun,
  messagesNoun,
  mutedUsersNoun,
  navigationViewsNoun,
  onboardingStepsNoun,
  playgroundsNoun,
  presenceNoun,
  profileFieldsNoun,
  pushDevicesNoun,
  reactionsNoun,
  realmDomainsNoun,
  realmExportsNoun,
  realmNoun,
  savedSnippetsNoun,
  scheduledMessagesNoun,
  serverNoun,
  submessagesNoun,
  subscriptionsNoun,
  typingNoun,
  userGroupsNoun,
  userSettingsNoun,
  userStatusesNoun,
  userTopicsNoun,
  usersNoun,
  videoCallsNoun,
] as const;
