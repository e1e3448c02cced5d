import { visibilityPolicies } from "../entities/topic-visibility.ts";
import { updateField } from "./set-fields.ts";
import { compareText } from "./list-operations.ts";
import { recountUnread } from "./muted-topics.ts";
import type { Reducer } from "./state.ts";
import { sameTopic } from "./unread.ts";

export const user_topic: Reducer<"user_topic"> = (state, { id: _id, type: _type, ...topic }) =>
  recountUnread(
    updateField(state, "user_topics", (topics) => {
      const others = topics.filter(
        (one) => one.stream_id !== topic.stream_id || !sameTopic(one.topic_name, topic.topic_name),
      );
      const all = topic.visibility_policy === visibilityPolicies.inherited ? others : [...others, topic];
      return all.sort((a, b) => a.stream_id - b.stream_id || compareText(a.topic_name, b.topic_name));
    }),
  );
