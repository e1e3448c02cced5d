import type { Logger } from "pino";
import type { BotType } from "@parlance/contract/entities/bot.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Tx } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { LogPosition } from "../events/event-log.ts";
import type { Credential } from "../base/credential.ts";
import type { RateRules } from "../rate-limits/rate-limit-rules.ts";

/** The organization that the request's host names. */
export interface RealmContext {
  readonly id: number;
  readonly subdomain: string;
  /** Origin of the organization's address, such as `https://chat.example.com`, without a slash at the end. */
  readonly url: string;
  /** Whether pictures of people who uploaded none come from gravatar.com, which then sees who looks at whom. */
  readonly gravatar: boolean;
  /** Whether the server lets organizations open channels to everybody. */
  readonly webPublicChannels: boolean;
}

/** The user or bot who asks. */
export interface Actor {
  readonly id: number;
  readonly realmId: number;
  readonly role: Role;
  readonly isBot: boolean;
  /** Null for people. */
  readonly botType: BotType | null;
  /** How much they may ask for, where an operator has said so for them alone. */
  readonly rateRules?: RateRules | undefined;
  /** What they came in with; null: their account's API key, or nothing that could end before the account. */
  readonly credential?: Credential | null;
}

/** Facts of the HTTP request that handlers may need. */
export interface RequestInfo {
  readonly id: string;
  /** Name of the client: parameter `client`, else the product token of User-Agent, else `Unspecified`. */
  readonly client: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Whether the client reads names of another brand of the protocol; see `WireAliases`. */
  readonly isFromStockClient: boolean;
  /** Has the response written in those names, whatever this request says of its client. */
  useStockNames(): void;
  header(name: string): string | undefined;
  /** Calls back once, when the client goes away before it was answered. */
  onDisconnect(act: () => void): void;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

interface BaseContext<A> {
  readonly actor: A;
  /**
   * The organization in memory: as it was when the request came, or later. What shares a transaction may get it as it was
   * shortly before, and is prepared anew where that was no longer right. Operations without credentials have none.
   */
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly request: RequestInfo;
  readonly log: Logger;
  /**
   * Starts work on so many bytes of text, or on as many as may be found: waits until no other request of the actor does large
   * work and counts the bytes in the rate limit. The turn ends when the response is made. To be called outside
   * transactions. Throws RateLimitHit.
   */
  readonly startLargeWork: (bytes?: number) => Promise<void>;
}

/** What a read gets: it cannot write. */
export interface Read<A = Actor> extends BaseContext<A> {
  readonly db: Reader;
}

/** What a write gets: the transaction that its changes and its events share. */
export interface Write<A = Actor> extends BaseContext<A> {
  readonly tx: Tx;
  /**
   * Locks the organization's log position and returns the organization as it stays until the end of the transaction. To be
   * called late, as `lockPosition`. What the transaction itself has changed may be missing.
   */
  readonly lockSnapshot: () => Promise<OrganizationSnapshot>;
}

/** What a shared transaction gets: several requests of one organization are committed by it. */
export interface GroupWrite {
  readonly tx: Tx;
  readonly now: Date;
  /** The organization as it is until the end of the transaction, whose position is locked. */
  readonly snapshot: OrganizationSnapshot;
  readonly position: LogPosition;
}
