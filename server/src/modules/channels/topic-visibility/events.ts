import type { MutedTopic, UserTopic } from "@parlance/contract/nouns/user-topics.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";

/**
 * A user's setting for a topic, as stored in the event log. When the event is sent, an empty topic is replaced for
 * clients that do not support empty topics.
 */
export interface StoredUserTopic extends UserTopic {
  readonly type: "user_topic";
}

/** The event for older clients. It contains all topics that the user has muted. */
export interface StoredMutedTopics {
  readonly type: "muted_topics";
  readonly muted_topics: readonly MutedTopic[];
}

export const userTopicChanged = (topic: UserTopic): StoredUserTopic => ({ type: "user_topic", ...topic });

export const mutedTopicsChanged = (topics: readonly MutedTopic[]): StoredMutedTopics => ({
  type: "muted_topics",
  muted_topics: topics,
});

const supportsEmptyTopicNames = (capabilities: RecipientQueue["capabilities"]) =>
  capabilities["empty_topic_name"] === true;

/** Returns the setting for a topic as a client with these capabilities receives it. */
export const presentUserTopic = <T extends UserTopic>(topic: T, capabilities: RecipientQueue["capabilities"]): T => ({
  ...topic,
  topic_name: displayTopic(topic.topic_name, supportsEmptyTopicNames(capabilities)),
});

export const presentMutedTopic = (
  [channel = "", topic = "", at = 0]: MutedTopic,
  capabilities: RecipientQueue["capabilities"],
): MutedTopic => [channel, displayTopic(String(topic), supportsEmptyTopicNames(capabilities)), at];

export const userTopicPresenter: Presenter<StoredUserTopic> = {
  variant: (_, { capabilities }) => String(supportsEmptyTopicNames(capabilities)),
  present: (event, { capabilities }) => [presentUserTopic(event, capabilities)],
};

/** Clients that receive the event `user_topic` do not receive this event as well. */
export const mutedTopicsPresenter: Presenter<StoredMutedTopics> = {
  variant: (_, { capabilities, eventTypes }) =>
    eventTypes === null || eventTypes.has("user_topic") ? null : String(supportsEmptyTopicNames(capabilities)),
  present: (event, { capabilities }) => [
    { ...event, muted_topics: event.muted_topics.map((topic) => presentMutedTopic(topic, capabilities)) },
  ],
};
