import { operators, type NarrowTerms } from "@parlance/server/narrow/index.ts";
import type { LargeHistory } from "./large-history.ts";

type Operand = string | number | number[];

interface Term {
  readonly operator: string;
  readonly operand: Operand;
  readonly negated?: boolean;
}

/** A narrow (a filter over messages), and its name in the table. */
export interface NarrowCase {
  readonly name: string;
  readonly terms: NarrowTerms;
}

/**
 * The operands of the narrows: a channel, its newest message, and a user with whom the reader has exchanged direct
 * messages.
 */
interface NarrowTargets {
  readonly channel: number;
  readonly message: number;
  readonly correspondent: number;
}

async function findNarrowTargets({ organization, busyUser }: LargeHistory): Promise<NarrowTargets> {
  const { rows } = await organization.db.pool.query<NarrowTargets>(
    `select channel.id as channel, max(message.id)::int as message,
       (select user_id from direct_member where user_id <> $1 and recipient_id in
         (select recipient_id from direct_member where user_id = $1) limit 1) as correspondent
     from message join channel using (recipient_id) group by channel.id order by count(*) desc limit 1`,
    [busyUser.id],
  );
  return rows[0] as NarrowTargets;
}

/**
 * Returns narrows with every operator except `search`, with frequent and rare operands, and negated. Each is used alone
 * and in combination with the largest channel, with a frequent topic, with a user who sends many messages, with
 * messages that contain links, and with unread messages.
 */
export async function narrowCases(old: LargeHistory): Promise<NarrowCase[]> {
  const { channel, message, correspondent } = await findNarrowTargets(old);
  const { id: readerId } = old.busyUser;
  const operands: Readonly<Record<string, readonly Operand[]>> = {
    channel: [channel],
    topic: ["topic 1", "topic 250", "nowhere"],
    dm: [[correspondent]],
    "dm-including": [correspondent, readerId],
    "group-pm-with": [correspondent],
    with: [message],
    sender: [readerId + 1, readerId + 900],
    id: [message],
    near: [message],
  };
  const single = [...operators].flatMap(([operator, { words }]) =>
    (words ?? operands[operator] ?? []).map((operand): Term => ({ operator, operand })),
  );
  const companions: readonly Term[] = [
    { operator: "channel", operand: channel },
    { operator: "topic", operand: "topic 1" },
    { operator: "sender", operand: readerId + 1 },
    { operator: "has", operand: "link" },
    { operator: "is", operand: "unread" },
  ];
  const terms = single.flatMap((term) => [term, { ...term, negated: true }]);
  return [
    { name: "everything", terms: [] },
    ...[[], ...companions.map((companion) => [companion])].flatMap((others) =>
      terms
        .filter(({ operator }) => others.every((other) => other.operator !== operator))
        .map((term) => ({ name: [term, ...others].map(formatTerm).join(" "), terms: [term, ...others] })),
    ),
  ];
}

const formatTerm = ({ operator, operand, negated = false }: Term): string =>
  `${negated ? "-" : ""}${operator}:${JSON.stringify(operand)}`;
