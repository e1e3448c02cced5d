import type { Lookups } from "./render-types.ts";

type User = Lookups["users"][number];
type Group = Lookups["groups"][number];
type Channel = Lookups["channels"][number];

/** The lookups of a rendering. Indexes are created on first use, because most messages contain no mentions. */
export class LookupIndex {
  readonly #lookups: Lookups;
  #usersByName: Map<string, User> | undefined;
  #usersById: Map<number, User> | undefined;
  #groupsByName: Map<string, Group> | undefined;
  #channelsByName: Map<string, Channel> | undefined;

  constructor(lookups: Lookups) {
    this.#lookups = lookups;
  }

  get emptyTopicName(): string {
    return this.#lookups.emptyTopicName;
  }

  /**
   * Finds a user by name, by id or by both, in which case both must match. If several users have the name, an active
   * one is returned.
   */
  findUser(name: string | undefined, id: number | undefined): User | undefined {
    if (id === undefined) return name === undefined ? undefined : this.#findUserByName(name);
    this.#usersById ??= new Map(this.#lookups.users.map((user) => [user.id, user]));
    const user = this.#usersById.get(id);
    return name === undefined || user?.full_name.toLowerCase() === name.toLowerCase() ? user : undefined;
  }

  findGroup(name: string): Group | undefined {
    this.#groupsByName ??= new Map(this.#lookups.groups.map((group) => [group.name.toLowerCase(), group]));
    return this.#groupsByName.get(name.toLowerCase());
  }

  findChannel(name: string): Channel | undefined {
    this.#channelsByName ??= new Map(this.#lookups.channels.map((channel) => [channel.name, channel]));
    return this.#channelsByName.get(name);
  }

  findNewestMessage(channelId: number, topic: string): number | undefined {
    return this.#lookups.topicTargets?.get(`${channelId}:${topic.toLowerCase()}`);
  }

  #findUserByName(name: string): User | undefined {
    if (!this.#usersByName) {
      this.#usersByName = new Map();
      for (const user of this.#lookups.users) {
        const key = user.full_name.toLowerCase();
        if (user.is_active || !this.#usersByName.has(key)) this.#usersByName.set(key, user);
      }
    }
    return this.#usersByName.get(name.toLowerCase());
  }
}
