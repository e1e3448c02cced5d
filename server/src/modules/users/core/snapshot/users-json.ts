import type { ProfileData, User } from "@parlance/contract/entities/user.ts";
import type { Directory, Kept } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { encodeText } from "#kernel/encode-text.ts";
import { JsonPart } from "#kernel/http/json-response.ts";
import { mapPausing, type Pausable } from "#kernel/time-slicing.ts";
import { factsOfKnown, type KnownAccount, people } from "./users-snapshot.ts";
import { type PresentationOptions, presentUser, type Viewer } from "../presentation.ts";
import { profiles } from "./profiles-snapshot.ts";

/** An organization's accounts as the snapshot has them. */
interface PeopleJson {
  readonly realm_users: JsonPart<User[]>;
  readonly realm_non_active_users: JsonPart<User[]>;
}

type Options = Omit<PresentationOptions, "profiles">;

/** How many accounts are presented before others have their turn. */
const PRESENTED_AT_ONCE = 100;

/** The accounts of an organization, by id. */
export const accountsIn = (directory: Directory): KnownAccount[] =>
  [...directory.of(people).all()].filter(({ is_system }) => !is_system).sort((a, b) => a.id - b.id);

/** All accounts as JSON, as somebody sees them who is not kept from knowing everybody. */
export function peopleJson(directory: Directory, viewer: Viewer, options: Options): PeopleJson {
  const texts = textsFor(directory, viewer, options);
  const own = directory.of(people).get(viewer.id);
  const { active, deactivated } = (own && texts.withOwn(directory, own)) ?? texts.all(directory);
  return { realm_users: new JsonPart([active]), realm_non_active_users: new JsonPart([deactivated]) };
}

/** Does most of the work of `peopleJson` before it is asked for, as far as it is not done. */
export function* preparePeopleJson(directory: Directory, viewer: Viewer, options: Options): Pausable<void> {
  const texts = textsFor(directory, viewer, options);
  if (texts.areUpToDate(directory)) return;
  const said = directory.of(profiles);
  yield* mapPausing(accountsIn(directory), (account) => texts.of(account, said.get(account.id)), PRESENTED_AT_ONCE);
}

/** All who have one role see the same of others. */
function textsFor(directory: Directory, { role }: Viewer, options: Options): PeopleTexts {
  const name = JSON.stringify(["people", role, options.clientGravatar, options.realm]);
  return directory.kept(name, () => new PeopleTexts({ id: 0, role }, options));
}

interface Text {
  readonly profile: ProfileData | undefined;
  readonly json: string;
}

/** As UTF-8. */
interface Lists {
  readonly active: Uint8Array;
  readonly deactivated: Uint8Array;
}

/** The accounts of an organization as JSON, for all viewers of one role. */
class PeopleTexts implements Kept {
  readonly #viewer: Viewer;
  readonly #options: Options;
  /** By the account as it is known: one that changes is another object. */
  #texts = new Map<KnownAccount, Text>();
  #lists: Lists | undefined;
  /** The last event that the lists know of. */
  #head = 0;

  constructor(viewer: Viewer, options: Options) {
    this.#viewer = viewer;
    this.#options = options;
  }

  get bytes(): number {
    // Each account stands in a list, and by itself.
    return 2 * ((this.#lists?.active.length ?? 0) + (this.#lists?.deactivated.length ?? 0));
  }

  /** Whether there are lists with all that the directory knows. */
  areUpToDate(directory: Directory): boolean {
    return this.#lists !== undefined && directory.changeOf([people, profiles]) <= this.#head;
  }

  /** An account as JSON. */
  of(account: KnownAccount, profile: ProfileData | undefined): string {
    const known = this.#texts.get(account);
    if (known && known.profile === profile) return known.json;
    const json = this.#present(account, this.#viewer, profile);
    this.#texts.set(account, { profile, json });
    return json;
  }

  all(directory: Directory): Lists {
    if (!this.#lists || !this.areUpToDate(directory)) {
      const before = this.#texts;
      const said = directory.of(profiles);
      const accounts = accountsIn(directory);
      const texts = accounts.map((account) => this.of(account, said.get(account.id)));
      if (before.size > accounts.length) this.#forgetAllBut(accounts);
      this.#lists = listsOf(accounts, texts);
      this.#head = directory.head;
    }
    return this.#lists;
  }

  /** The same for one of them who sees more of themselves than others do; undefined where they do not. */
  withOwn(directory: Directory, own: KnownAccount): Lists | undefined {
    const said = directory.of(profiles);
    const json = this.#present(own, { ...this.#viewer, id: own.id }, said.get(own.id));
    if (json === this.of(own, said.get(own.id))) return undefined;
    const accounts = accountsIn(directory);
    const texts = accounts.map((account) => (account === own ? json : this.of(account, said.get(account.id))));
    return listsOf(accounts, texts);
  }

  #present(account: KnownAccount, viewer: Viewer, profile: ProfileData | undefined): string {
    const said = new Map(profile ? [[account.id, profile]] : []);
    return JSON.stringify(presentUser(factsOfKnown(account), viewer, { ...this.#options, profiles: said }));
  }

  #forgetAllBut(accounts: readonly KnownAccount[]): void {
    const known = this.#texts;
    this.#texts = new Map(accounts.map((account) => [account, known.get(account) as Text]));
  }
}

function listsOf(accounts: readonly KnownAccount[], texts: readonly string[]): Lists {
  const list = (isActive: boolean) =>
    encodeText(`[${texts.filter((_, index) => accounts[index]?.is_active === isActive).join()}]`);
  return { active: list(true), deactivated: list(false) };
}
