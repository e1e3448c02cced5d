import type { Logger } from "pino";
import type { BotType } from "@parlance/contract/entities/bot.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Tx } from "../db/types.ts";
import type { OrganizationSnapshot } from "../organization-snapshot/organization-snapshot.ts";
import type { LogPosition } from "../events/event-log.ts";
import type { Credential } from "../base/credential.ts";
import type { RateRules } from "../rate-limits/rate-limit-rules.ts";

/** The organization to which the request's host belongs. */
export interface RealmContext {
  readonly id: number;
  readonly subdomain: string;
  /** Origin of the organization's address, such as `https://chat.example.com`, without a slash at the end. */
  readonly url: string;
  /**
   * Whether users without an uploaded avatar get an avatar from gravatar.com. That service can then see which users
   * view which avatars.
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
  /** The type of the bot, or null for humans. */
  readonly botType: BotType | null;
  /** Rate limit rules that an operator has set for this user only. */
  readonly rateRules?: RateRules | undefined;
  /**
   * The request's credential, if it can end before the account is deactivated: a browser session or a scoped API key.
   * Null for an account's API key.
   */
  readonly credential?: Credential | null;
}

/** Properties of the HTTP request that are available to handlers. */
export interface RequestInfo {
  readonly id: string;
  /** Name of the client: the parameter `client`, otherwise the product token of User-Agent, otherwise `Unspecified`. */
  readonly client: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Whether the client expects the field names of a server of another brand; see `WireAliases`. */
  readonly isFromStockClient: boolean;
  /**
   * Makes the response use the field names of the other brand, even if this request does not identify the client as one
   * that expects them.
   */
  useStockNames(): void;
  header(name: string): string | undefined;
  /** Registers a callback that is called once if the client disconnects before the response is sent. */
  onDisconnect(act: () => void): void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

interface BaseContext<A> {
  readonly actor: A;
  /**
   * The organization snapshot, at least as new as the request. Two kinds of operations may get a slightly older
   * snapshot, and start again if the snapshot turns out to be outdated: those with a shared transaction (`GroupWrite`),
   * and reads that return the log position of their rows (`Positioned`). Public operations have no snapshot.
   */
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly now: Date;
  readonly request: RequestInfo;
  readonly log: Logger;
  /**
   * Must be called before large work, such as processing `bytes` bytes of text (default: 0). Waits until no other
   * request of the same user does large work and a place is free (see `LargeWorkQueue`), and counts the bytes in the
   * rate limit. The work ends when the response is created. Must be called outside transactions. Throws RateLimitHit.
   */
  readonly startLargeWork: (bytes?: number) => Promise<void>;
}

/** The context of a read. It has no transaction, so it cannot write. */
export interface Read<A = Actor> extends BaseContext<A> {
  readonly db: Reader;
}

/** The context of a write. Its transaction contains both the changes and their events. */
export interface Write<A = Actor> extends BaseContext<A> {
  readonly tx: Tx;
  /**
   * Locks the organization's log position and returns a snapshot that stays valid until the end of the transaction.
   * Must be called after all other locks were acquired (see `lockPosition`). The transaction's own changes may be
   * missing from the snapshot.
   */
  readonly lockSnapshot: () => Promise<OrganizationSnapshot>;
  /**
   * Returns a snapshot with everything that was committed before the call. Must be called after the locks that guard
   * the needed data were acquired, and before the transaction changes data of organization snapshots. That data then
   * stays valid until the end of the transaction; other data may change meanwhile. The log position is not locked, so
   * further locks may be acquired afterward.
   */
  readonly committedSnapshot: () => Promise<OrganizationSnapshot>;
}

/** The context of a shared transaction, in which several requests of one organization are committed together. */
export interface GroupWrite {
  readonly tx: Tx;
  readonly now: Date;
  /** The organization snapshot. It stays valid until the end of the transaction, because the log position is locked. */
  readonly snapshot: OrganizationSnapshot;
  readonly position: LogPosition;
}
