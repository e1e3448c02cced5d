import type { Tx } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import {
  carriers,
  type Carrier,
  type Decision,
  type Occasion,
} from "@parlance/contract/notifications/notification-decision.ts";

/** What somebody is told of, and by what. */
export interface Notice {
  readonly userId: number;
  readonly messageId: number;
  readonly occasion: Occasion;
  /** The group by which they are mentioned; null: none, or by name. */
  readonly groupId: number | null;
  readonly by: readonly Carrier[];
}

/** A notice that is not to be shown any longer: the message is read, or not theirs to read. */
export type Gone = Pick<Notice, "userId" | "messageId" | "by">;

/** Ended notices of one user that a carrier gets at most, the newest: phones show fewer. */
export const MAX_TAKEN_BACK = 200;

/** Where and when it is told. */
export interface Telling {
  readonly realm: RealmContext;
  readonly directory: Directory;
  readonly now: Date;
}

/**
 * What carries notices to people. It is called in the transaction that decides, and asks for jobs there: what it is told is
 * carried if, and only if, that commits.
 */
export interface NoticeCarrier {
  readonly name: Carrier;
  /** Each notice comes once. */
  tell(tx: Tx, at: Telling, notices: readonly Notice[]): Promise<void>;
  /** Takes back what may have been told, of each user the newest `MAX_TAKEN_BACK`; never before it was told. */
  takeBack(tx: Tx, at: Telling, gone: readonly Gone[]): Promise<void>;
}

/** What a decision asks for; null: nothing. */
export function toldBy(decision: Decision): Pick<Notice, "occasion" | "by"> | null {
  const verdicts = carriers.map((carrier) => ({ carrier, verdict: decision[carrier] }));
  const by = verdicts.flatMap(({ carrier, verdict }) => (verdict.isTold ? [carrier] : []));
  const occasion = verdicts.flatMap(({ verdict }) => (verdict.isTold ? [verdict.why] : []))[0];
  return occasion === undefined ? null : { occasion, by };
}
