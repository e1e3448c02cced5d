import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { compareText } from "@parlance/contract/state/list-operations.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection, RowKey } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import type { TopicVisibility } from "./visibility-policies.ts";

interface PolicyRow {
  readonly user_id: number;
  readonly channel_id: number;
  readonly topic_key: string;
  readonly policy: TopicVisibility;
}

type PolicyKey = Pick<PolicyRow, "user_id" | "channel_id" | "topic_key">;

const keyOf = ({ user_id, channel_id, topic_key }: PolicyKey): string => `${user_id} ${channel_id} ${topic_key}`;

function parseKey(key: RowKey): PolicyKey {
  const [, user = "", channel = "", topic_key = ""] = /^(\d+) (\d+) (.*)$/s.exec(String(key)) ?? [];
  return { user_id: Number(user), channel_id: Number(channel), topic_key };
}

const topicOf = ({ channel_id, topic_key }: Pick<PolicyRow, "channel_id" | "topic_key">) =>
  `${channel_id} ${topic_key}`;

/** The visibility settings of an organization's users for topics. */
export class TopicPolicies {
  readonly #byTopic = new Map<string, Map<number, TopicVisibility>>();
  readonly #topicsOf = new Map<number, Set<string>>();

  /** Returns a user's setting for a topic. `null` if the setting for the channel applies. */
  of(userId: number, channelId: number, topic: string): TopicVisibility | null {
    return this.#byTopic.get(topicOf({ channel_id: channelId, topic_key: topicKey(topic) }))?.get(userId) ?? null;
  }

  /** Returns the ids of the users who follow a topic, in no particular order. */
  followersOf(channelId: number, topic: string): number[] {
    const people = this.#byTopic.get(topicOf({ channel_id: channelId, topic_key: topicKey(topic) })) ?? [];
    return [...people].flatMap(([userId, policy]) => (policy === visibilityPolicies.followed ? [userId] : []));
  }

  /** Returns all settings of a user for topics, in no particular order. */
  ofUser(userId: number): PolicyRow[] {
    const topics = [...(this.#topicsOf.get(userId) ?? [])];
    return topics.flatMap((topic) => {
      const policy = this.#byTopic.get(topic)?.get(userId);
      return policy === undefined ? [] : [{ ...parseKey(`${userId} ${topic}`), policy }];
    });
  }

  rows(): PolicyRow[] {
    const rows = [...this.#byTopic].flatMap(([topic, people]) =>
      [...people].map(([userId, policy]) => ({ ...parseKey(`${userId} ${topic}`), policy })),
    );
    return rows.sort((a, b) => compareText(keyOf(a), keyOf(b)));
  }

  put(row: PolicyRow): void {
    const topic = topicOf(row);
    const people = this.#byTopic.get(topic);
    if (people) people.set(row.user_id, row.policy);
    else this.#byTopic.set(topic, new Map([[row.user_id, row.policy]]));
    const own = this.#topicsOf.get(row.user_id);
    if (own) own.add(topic);
    else this.#topicsOf.set(row.user_id, new Set([topic]));
  }

  remove(key: PolicyKey): boolean {
    const topic = topicOf(key);
    const people = this.#byTopic.get(topic);
    const isGone = people?.delete(key.user_id) ?? false;
    if (people?.size === 0) this.#byTopic.delete(topic);
    const own = this.#topicsOf.get(key.user_id);
    own?.delete(topic);
    if (own?.size === 0) this.#topicsOf.delete(key.user_id);
    return isGone;
  }
}

async function loadPolicyRows(db: Reader, realmId: number, keys: readonly RowKey[] | "all"): Promise<PolicyRow[]> {
  const query = db
    .selectFrom("user_topic")
    .select(["user_topic.user_id", "user_topic.channel_id", "user_topic.topic_key"])
    .select(sql<TopicVisibility>`user_topic.policy`.as("policy"));
  if (keys === "all") {
    return query.innerJoin("channel", "channel.id", "user_topic.channel_id").where("realm_id", "=", realmId).execute();
  }
  const wanted = keys.map(parseKey);
  return query
    .innerJoin(
      sql<PolicyKey>`unnest(
        ${wanted.map(({ user_id }) => user_id)}::int[], ${wanted.map(({ channel_id }) => channel_id)}::int[],
        ${wanted.map(({ topic_key }) => topic_key)}::text[]
      )`.as<"wanted">(sql`wanted(user_id, channel_id, topic_key)`),
      (join) =>
        join
          .onRef("wanted.user_id", "=", "user_topic.user_id")
          .onRef("wanted.channel_id", "=", "user_topic.channel_id")
          .onRef("wanted.topic_key", "=", "user_topic.topic_key"),
    )
    .execute();
}

export const topicPolicies: SnapshotSection<TopicPolicies, PolicyRow> = {
  name: "topic_policies",
  tables: ["user_topic"],
  rows: loadPolicyRows,
  keyOf,
  empty: () => new TopicPolicies(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(parseKey(key)),
  allRows: (facts) => facts.rows(),
  bytesPerRow: 280,
};

interface UserTopicKey {
  readonly userId: number;
  readonly channelId: number;
  readonly topic: string;
}

/** Records that this transaction changes users' settings for topics, so that organization snapshots load them again. */
export const recordTopicPolicyChanges = (tx: Tx, realmId: number, topics: readonly UserTopicKey[]): void =>
  recordSnapshotChanges(
    tx,
    realmId,
    topicPolicies,
    topics.map(({ userId, channelId, topic }) =>
      keyOf({ user_id: userId, channel_id: channelId, topic_key: topicKey(topic) }),
    ),
  );
