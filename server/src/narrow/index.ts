import { sql, type RawBuilder } from "kysely";
import { BadNarrow } from "./errors.ts";
import type { Bounds, Meaning, NarrowChannel, NarrowMessage, PersonalWord, Scope } from "./meaning.ts";
import { canonical, opposite, understand } from "./operators.ts";
import { readTerms, type NarrowTerms, type Term } from "./terms.ts";

export { BadNarrow } from "./errors.ts";
export type { Columns, Directory, NarrowChannel, NarrowMessage, OwnTopics, Scope } from "./meaning.ts";
export { inHome, RESOLVED_PREFIX } from "./operators.ts";
export { isForSpectators } from "./spectators.ts";
export { NarrowTerms } from "./terms.ts";

/** A search that was understood. */
export interface Narrow {
  /** The terms about places, all of them: which recipients to look in. */
  readonly places: RawBuilder<boolean>;
  /** The terms about messages, all of them. */
  readonly messages: RawBuilder<boolean>;
  /** The same for a message at hand. */
  readonly matches: (message: NarrowMessage) => boolean;
  readonly bounds: CommonBounds;
  /** Whether some term asks what the reader has to do with a message, and so finds only what the reader received. */
  readonly isPersonal: boolean;
}

/** What all messages that match have in common. */
export interface CommonBounds {
  readonly kind: "channel" | "direct" | undefined;
  readonly channel: NarrowChannel | undefined;
  readonly channels: "public" | "web-public" | undefined;
  /** Undefined: anywhere. */
  readonly recipientIds: readonly number[] | undefined;
  readonly topicKey: string | undefined;
  readonly senderId: number | undefined;
  readonly messageId: number | undefined;
  readonly personal: readonly PersonalWord[];
}

/** Understands a search. Throws BadNarrow, or InvalidParameter for an operand of a wrong type: the first mistake. */
export async function understandNarrow(terms: NarrowTerms, scope: Scope): Promise<Narrow> {
  const read = readTerms(terms);
  const meanings = (await settled(read.map((term) => understandTerm(term, scope)))).filter(
    (meaning) => meaning !== null,
  );
  const bounds = meanings.flatMap((meaning) => meaning.bounds ?? []);
  if (new Set(bounds.flatMap(({ kind }) => kind ?? [])).size > 1) {
    throw new BadNarrow({ desc: "No message can be both a channel message and direct message" });
  }
  return {
    places: all(meanings.filter((meaning) => meaning.of === "place")),
    messages: all(meanings.filter((meaning) => meaning.of === "message")),
    matches: (message) => meanings.every((meaning) => meaning.matches(message)),
    bounds: common(bounds),
    isPersonal: read.some((term) => canonical(term.operator) === "is" && term.operand !== "resolved"),
  };
}

async function understandTerm({ operator, operand, negated }: Term, scope: Scope): Promise<Meaning | null> {
  const meaning = await understand(operator, operand, scope);
  return meaning && negated ? opposite(meaning) : meaning;
}

/** All results; or the first error, in the order of the promises. */
async function settled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

const all = (meanings: readonly Meaning[]): RawBuilder<boolean> =>
  meanings.length === 0
    ? sql`true`
    : sql.join(
        meanings.map((meaning) => meaning.sql),
        sql` and `,
      );

function common(bounds: readonly Bounds[]): CommonBounds {
  const first = <K extends keyof Bounds>(name: K): Bounds[K] | undefined =>
    bounds.find((one) => one[name] !== undefined)?.[name];
  const recipients = bounds.flatMap(({ recipientIds }) => (recipientIds ? [recipientIds] : []));
  return {
    kind: first("kind"),
    channel: first("channel"),
    channels: first("channels"),
    recipientIds:
      recipients.length > 0 ? recipients.reduce((some, others) => some.filter((id) => others.includes(id))) : undefined,
    topicKey: first("topicKey"),
    senderId: first("senderId"),
    messageId: first("messageId"),
    personal: bounds.flatMap(({ personal }) => personal ?? []),
  };
}
