import type { Role } from "@parlance/contract/entities/roles.ts";

/** What people who accept an invitation become and get. */
export interface Offer {
  readonly role: Role;
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  /** Whether the organization's default channels come with it. */
  readonly includeDefaultChannels: boolean;
  /** What the welcome bot passes on; null: what the organization lays down, '': nothing. */
  readonly welcomeText: string | null;
  /** Null: never. */
  readonly expiresAt: Date | null;
}
