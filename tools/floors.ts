// The floors that the server's modules stand on: what may import what, and which module owns each table. The index.ts of a
// module declares its floor and its tables. The checks read this file, and docs/floors.md shows it.
import { moduleDeclarations } from "./module-declarations.ts";

export interface Floor {
  readonly name: string;
  /** Describes what the modules of the floor have in common. */
  readonly about: string;
  /**
   * The modules of the floor, as folders of `server/src/modules/`, each with the tables that it owns. Other modules
   * must not write to these tables.
   */
  readonly modules: Readonly<Record<string, readonly string[]>>;
}

/** From the lowest up. */
const descriptions: readonly Omit<Floor, "modules">[] = [
  {
    name: "foundation",
    about:
      "Users, organizations and conversations as almost every other module needs them: names, addresses, roles, settings.",
  },
  {
    name: "records",
    about: "Groups with their permissions, and records of actions: audit log, emails, stored responses.",
  },
  {
    name: "sign-in-core",
    about: "Code shared by all ways to log in: errors, emails, login steps, the server's secret, limits on attempts.",
  },
  {
    name: "sessions",
    about: "Sessions, API keys, and the LDAP directory.",
  },
  {
    name: "sign-in",
    about: "Ways to log in: passwords, second factors, passkeys, identity providers; and the completion of each login.",
  },
  {
    name: "profiles",
    about: "Settings and data of users and organizations, and facts about bots.",
  },
  {
    name: "channels",
    about: "Channels, their subscribers, and who can see, read and post in them.",
  },
  {
    name: "channel-use",
    about: "Users' settings for channels and topics, read state, files, email addresses of channels, and invitations.",
  },
  {
    name: "message-records",
    about: "Rows of messages, who can see them, and the events of their changes.",
  },
  {
    name: "message-preparation",
    about: "Code shared by sending and fetching: recipients, and rendering of content.",
  },
  {
    name: "messages",
    about: "Sending messages, and fetching them by narrow.",
  },
  {
    name: "message-actions",
    about:
      "Actions on messages: edits, moves, deletions, reactions, previews, receipts, reports, drafts and scheduled messages.",
  },
  {
    name: "administration",
    about: "Changes that concern several domains: accounts, roles, and the administration of everything.",
  },
  {
    name: "notifications",
    about: "Decisions about notifications, and their delivery by email, browser and phone.",
  },
];

/** The floors, from the lowest to the highest. A module may import only from lower floors. */
export const floors: readonly Floor[] = descriptions.map((floor) => ({
  ...floor,
  modules: Object.fromEntries(
    moduleDeclarations.filter((module) => module.floor === floor.name).map(({ folder, tables }) => [folder, tables]),
  ),
}));

/** Tables that are owned by the kernel, or by folders of `server/src/` other than modules. */
export const tablesBeside: Readonly<Record<string, readonly string[]>> = {
  https: ["https_certificate"],
  kernel: ["event", "event_queue", "migration", "rate_share", "realm_counter", "server_fact"],
  realtime: ["event_age", "running_time"],
  search: ["message_search", "search_progress", "search_stale"],
};

/**
 * An additional writer: a module, or a folder of `server/src/`, that writes to a table which it does not own, with the
 * reason.
 */
export interface SharedWrite {
  readonly table: string;
  readonly writer: string;
  readonly reason: string;
}

/** The only writers to tables that they do not own. Each of them is on a higher floor than the owner. */
export const sharedWrites: readonly SharedWrite[] = [
  { table: "subscription", writer: "messages/read-state", reason: "the column read_up_to belongs to read state" },
  { table: "direct_member", writer: "messages/read-state", reason: "the column read_up_to belongs to read state" },
  { table: "message", writer: "messages/send", reason: "it inserts the rows of new messages" },
  { table: "submessage", writer: "messages/send", reason: "it inserts the widgets that new messages start with" },
  {
    table: "two_factor",
    writer: "sign-in/passkeys",
    reason: "the recovery codes of passkeys are those of two_factor, and one action resets both",
  },
  {
    table: "event_queue",
    writer: "realtime",
    reason: "it manages the queues; the kernel closes those whose access ends",
  },
  {
    table: "event",
    writer: "realtime",
    reason: "it prunes the log to what queues still need, in one statement",
  },
];
