import { days, newPerson, newRealm, Person, type Parameters, type TestRealm } from "@parlance/testkit";

/** Who calls. A new member is one whom the organization's waiting period still holds back. */
export const roles = [
  "owner",
  "administrator",
  "moderator",
  "member",
  "newMember",
  "guest",
  "bot",
  "stranger",
] as const;
export type Role = (typeof roles)[number];

/** An organization in which everything that members may do by default is kept from new members. */
export class Stage {
  readonly realm: TestRealm;
  readonly people: Readonly<Record<Role, Person>>;
  /** Ids of the system groups, by name. */
  readonly groups: Readonly<Record<string, number>>;
  #count = 0;

  constructor(realm: TestRealm, people: Readonly<Record<Role, Person>>, groups: Readonly<Record<string, number>>) {
    this.realm = realm;
    this.people = people;
    this.groups = groups;
  }

  /** Sets things up where roles must not matter: anything but success is the end of the test. */
  get owner(): Person {
    return this.people.owner;
  }

  /** A word that was not used before. */
  fresh(word: string): string {
    this.#count += 1;
    return `${word}${this.#count}`;
  }

  /** A public channel that the owner made, with these people in it. */
  channel(subscribers: readonly Person[] = [], more: Parameters = {}): Promise<number> {
    return this.owner.creates(this.fresh("channel"), subscribers, more);
  }

  /** A message that somebody of this role received; of strangers, one that they did not. */
  messageTo(role: Role): Promise<number> {
    return this.owner.writesTo(role === "stranger" ? this.owner : this.people[role]);
  }

  /** A new account of a member that nothing else depends on. */
  somebody(): Promise<Person> {
    const name = this.fresh("somebody");
    return newPerson(this.realm, { name, fullName: `Some ${name}`, role: 400 });
  }
}

/** Long enough ago for every waiting period of this test. */
const LONG_AGO = days(100);

/** An organization with people of all roles, and somebody from another one. */
export async function openStage(): Promise<Stage> {
  const realm = await newRealm();
  const elsewhere = await newRealm();
  const { desdemona, iago, shiva, hamlet, cordelia, polonius, bot, server } = realm;
  const stranger = new Person(desdemona.site, elsewhere.desdemona);
  await server.db.write((tx) =>
    tx
      .updateTable("account")
      .set({ date_joined: new Date(Date.now() - LONG_AGO) })
      .where("id", "in", [desdemona.id, iago.id, shiva.id, hamlet.id, polonius.id, bot.id])
      .execute(),
  );
  const { state } = await desdemona.registers({ event_types: ["realm_user_groups", "realm"] });
  const groups = Object.fromEntries(
    (state["realm_user_groups"] as { id: number; name: string }[]).map(({ id, name }) => [name, id]),
  );
  const ofMembers = Object.entries(state).filter(
    ([name, value]) => /^realm_(can_.*|.*_group)$/.test(name) && value === groups["role:members"],
  );
  const toFullMembers = ofMembers.map(([name]) => [name.slice("realm_".length), { new: groups["role:fullmembers"] }]);
  await desdemona.does("PATCH", "/realm", { waiting_period_threshold: 3, ...Object.fromEntries(toFullMembers) });
  const people = { owner: desdemona, administrator: iago, moderator: shiva, member: hamlet, newMember: cordelia };
  return new Stage(realm, { ...people, guest: polonius, bot, stranger }, groups);
}
