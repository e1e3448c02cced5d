import type { Draft } from "../entities/draft.ts";
import { visibilityPolicies } from "../entities/topic-visibility.ts";
import { compareText, put } from "./lists.ts";
import { recount } from "./muting.ts";
import { change, overlay, type Reducer } from "./state.ts";
import { sameTopic } from "./unread.ts";

export const drafts: Reducer<"drafts"> = (state, event) =>
  change(state, "drafts", (known) => {
    switch (event.op) {
      case "add":
        return event.drafts.reduce(putDraft, known).sort(newestDraftFirst);
      case "update":
        return putDraft(known, event.draft).sort(newestDraftFirst);
      case "remove":
        return known.filter(({ id }) => id !== event.draft_id);
    }
  });

const putDraft = (known: Draft[], draft: Draft) => put(known, draft, ({ id }) => id);
const newestDraftFirst = (a: Draft, b: Draft) => b.timestamp - a.timestamp || b.id - a.id;

export const scheduled_messages: Reducer<"scheduled_messages"> = (state, event) =>
  change(state, "scheduled_messages", (waiting) => {
    if (event.op === "remove") {
      return waiting.filter(({ scheduled_message_id }) => scheduled_message_id !== event.scheduled_message_id);
    }
    const changed = event.op === "add" ? event.scheduled_messages : [event.scheduled_message];
    return changed
      .reduce((list, one) => put(list, one, ({ scheduled_message_id }) => scheduled_message_id), waiting)
      .sort(soonestFirst);
  });

export const reminders: Reducer<"reminders"> = (state, event) =>
  change(state, "reminders", (waiting) => {
    if (event.op === "remove") return waiting.filter(({ reminder_id }) => reminder_id !== event.reminder_id);
    const added = event.reminders.map((reminder) => ({ ...reminder, scheduled_message_id: reminder.reminder_id }));
    return [...waiting, ...added].sort(soonestFirst);
  });

interface Waiting {
  scheduled_delivery_timestamp: number;
  scheduled_message_id: number;
}

const soonestFirst = (a: Waiting, b: Waiting) =>
  a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp || a.scheduled_message_id - b.scheduled_message_id;

export const saved_snippets: Reducer<"saved_snippets"> = (state, event) =>
  change(state, "saved_snippets", (snippets) =>
    event.op === "remove"
      ? snippets.filter(({ id }) => id !== event.saved_snippet_id)
      : put(snippets, event.saved_snippet, ({ id }) => id),
  );

export const navigation_view: Reducer<"navigation_view"> = (state, event) =>
  change(state, "navigation_views", (views) => {
    switch (event.op) {
      case "add":
        return put(views, event.navigation_view, ({ fragment }) => fragment);
      case "update": {
        const { name, is_pinned } = event.data;
        const changes = { ...(name !== undefined && { name }), ...(typeof is_pinned === "boolean" && { is_pinned }) };
        return views.map((view) => (view.fragment === event.fragment ? overlay(view, changes) : view));
      }
      case "remove":
        return views.filter(({ fragment }) => fragment !== event.fragment);
    }
  });

export const user_topic: Reducer<"user_topic"> = (state, { id: _id, type: _type, ...topic }) =>
  recount(
    change(state, "user_topics", (topics) => {
      const others = topics.filter(
        (one) => one.stream_id !== topic.stream_id || !sameTopic(one.topic_name, topic.topic_name),
      );
      const all = topic.visibility_policy === visibilityPolicies.inherited ? others : [...others, topic];
      return all.sort((a, b) => a.stream_id - b.stream_id || compareText(a.topic_name, b.topic_name));
    }),
  );

export const muted_topics: Reducer<"muted_topics"> = (state, event) =>
  change(state, "muted_topics", () => event.muted_topics);

export const muted_users: Reducer<"muted_users"> = (state, event) =>
  change(state, "muted_users", () => event.muted_users);

export const alert_words: Reducer<"alert_words"> = (state, event) =>
  change(state, "alert_words", () => event.alert_words);
