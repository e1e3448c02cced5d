import { operators, type NarrowTerms } from "@parlance/server/narrow/index.ts";
import type { OldOrganization } from "./large-history.ts";

type Operand = string | number | number[];

interface Term {
  readonly operator: string;
  readonly operand: Operand;
  readonly negated?: boolean;
}

/** A narrow, and what it is called in a table. */
export interface NarrowCase {
  readonly name: string;
  readonly terms: NarrowTerms;
}

/** A channel, its newest message, and somebody with whom the reader has written. */
interface Known {
  readonly channel: number;
  readonly message: number;
  readonly friend: number;
}

async function whatIsKnown({ organization, busy }: OldOrganization): Promise<Known> {
  const { rows } = await organization.db.pool.query<Known>(
    `select channel.id as channel, max(message.id)::int as message,
       (select user_id from direct_member where user_id <> $1 and recipient_id in
         (select recipient_id from direct_member where user_id = $1) limit 1) as friend
     from message join channel using (recipient_id) group by channel.id order by count(*) desc limit 1`,
    [busy.id],
  );
  return rows[0] as Known;
}

/**
 * Every operator but `search`, with what is frequent and what is rare, and its opposite: alone, and together with the largest
 * channel, with a frequent topic, and with somebody who writes much.
 */
export async function narrowCases(old: OldOrganization): Promise<NarrowCase[]> {
  const { channel, message, friend } = await whatIsKnown(old);
  const { id: readerId } = old.busy;
  const operands: Readonly<Record<string, readonly Operand[]>> = {
    channel: [channel],
    topic: ["topic 1", "topic 250", "nowhere"],
    dm: [[friend]],
    "dm-including": [friend, readerId],
    "group-pm-with": [friend],
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
  ];
  const terms = single.flatMap((term) => [term, { ...term, negated: true }]);
  return [
    { name: "everything", terms: [] },
    ...[[], ...companions.map((companion) => [companion])].flatMap((others) =>
      terms
        .filter(({ operator }) => others.every((other) => other.operator !== operator))
        .map((term) => ({ name: [term, ...others].map(nameOf).join(" "), terms: [term, ...others] })),
    ),
  ];
}

const nameOf = ({ operator, operand, negated = false }: Term): string =>
  `${negated ? "-" : ""}${operator}:${JSON.stringify(operand)}`;
