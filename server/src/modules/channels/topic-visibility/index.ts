import { z } from "zod";
import { userTopicsNoun } from "@parlance/contract/nouns/user-topics.ts";
import { defineSlice, type Module, type Slice } from "@parlance/kernel/http/module.ts";
import { mute } from "./api/mute.ts";
import { set } from "./api/set.ts";
import { topicPolicies } from "./topic-visibility-snapshot.ts";
import { mutedTopicsPresenter, presentMutedTopic, presentUserTopic, userTopicPresenter } from "./events.ts";
import { listMutedTopics, listUserTopics } from "./queries.ts";

const userTopics = defineSlice(userTopicsNoun, "user_topic", async (db, { actor, capabilities }) => {
  const topics = await listUserTopics(db, actor);
  return { user_topics: topics.map((topic) => presentUserTopic(topic, capabilities)) };
});

/**
 * The slice (part of the register response) with muted topics, for older clients. It is omitted if the client requests
 * `user_topic`.
 */
const mutedTopics: Slice = {
  types: ["muted_topics"],
  response: z.strictObject({ muted_topics: userTopicsNoun.snapshot.muted_topics.muted_topics.optional() }),
  async fetch(db, { actor, capabilities, includes }) {
    if (includes("user_topic")) return {};
    const topics = (await listMutedTopics(db, actor.realmId, [actor.id])).get(actor.id) ?? [];
    return { muted_topics: topics.map((topic) => presentMutedTopic(topic, capabilities)) };
  },
};

/** Users' visibility settings for topics. */
export const userTopicsModule: Module = {
  name: "user-topics",
  floor: "channel-use",
  tables: ["user_topic"],
  endpoints: [set, mute],
  snapshotSections: [topicPolicies],
  slices: [userTopics, mutedTopics],
  presenters: { user_topic: userTopicPresenter, muted_topics: mutedTopicsPresenter },
};
