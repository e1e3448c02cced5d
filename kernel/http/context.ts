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
  /**
   * Whether avatars of users who uploaded none come from gravatar.com, which can then see which users view which
   * avatars.
   */
  readonly gravatar: boolean;
  /** Whether the server allows organizations to have web-public channels. */
  readonly webPublicChannels: boolean;
}

/** The user or bot that sent the request. */
export interface Actor {
  readonly id: number;
  readonly realmId: number;
  readonly role: Role;
  readonly isBot: boolean;
  /** Null for humans. */
  readonly botType: BotType | null;
  /** Rate limit rules that an operator has set for this user only. */
  readonly rateRules?: RateRules | undefined;
  /** The credential of the request. Null: the account's API key, or none that could expire before the account. */
  readonly credential?: Credential | null;
}

/** Properties of the HTTP request that handlers may need. */
export interface RequestInfo {
  readonly id: string;
  /** Name of the client: parameter `client`, otherwise the product token of User-Agent, otherwise `Unspecified`. */
  readonly client: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Whether the client expects the field names of another brand of the protocol; see `WireAliases`. */
  readonly isFromStockClient: boolean;
  /** Makes the response use those names, whatever this request shows about its client. */
  useStockNames(): void;
  header(name: string): string | undefined;
  /** Registers a callback, which is called once if the client disconnects before the response is sent. */
  onDisconnect(act: () => void): void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

interface BaseContext<A> {
  readonly actor: A;
  /**
   * The organization snapshot: as of the request or later. An operation that shares a transaction may get a slightly
   * older one, and is prepared again if that turns out to be outdated. Operations without credentials have none.
   */
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly request: RequestInfo;
  readonly log: Logger;
  /**
   * Starts work on the given number of bytes of text, or on as many as may be found. Waits until no other request of
   * the actor does large work, and counts the bytes in the rate limit. The work ends when the response is created. Must
   * be called outside transactions. Throws RateLimitHit.
   */
  readonly startLargeWork: (bytes?: number) => Promise<void>;
}

/** The context of a read, which cannot write. */
export interface Read<A = Actor> extends BaseContext<A> {
  readonly db: Reader;
}

/** The context of a write: the transaction that its changes and its events share. */
export interface Write<A = Actor> extends BaseContext<A> {
  readonly tx: Tx;
  /**
   * Locks the organization's log position and returns the organization as it stays until the end of the transaction. To be
   * called late, as `lockPosition`. What the transaction itself has changed may be missing.
   */
  readonly lockSnapshot: () => Promise<OrganizationSnapshot>;
}

/** The context of a shared transaction, which commits several requests of one organization. */
export interface GroupWrite {
  readonly tx: Tx;
  readonly now: Date;
  /** The organization snapshot that is valid until the end of the transaction, because the log position is locked. */
  readonly snapshot: OrganizationSnapshot;
  readonly position: LogPosition;
}
