import type { ProfileData, User } from "@parlance/contract/entities/user.ts";
import type {
  OrganizationSnapshot,
  CachedValue,
} from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { SharedJson } from "@parlance/kernel/base/marked-json.ts";
import { encloseJsonList, JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { mapWithPauses, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { userRecordOf, type AccountSnapshot, users } from "./users-snapshot.ts";
import { type PresentationOptions, presentUser, type Viewer } from "../presentation.ts";
import { profiles } from "./profiles-snapshot.ts";

/** The accounts of an organization as JSON, created from the organization snapshot. */
interface UsersJson {
  readonly realm_users: JsonFragment<User[]>;
  readonly realm_non_active_users: JsonFragment<User[]>;
}

type Options = Omit<PresentationOptions, "profiles">;

/** Number of accounts that are serialized before other work may run. */
const PRESENTATION_BATCH_SIZE = 100;

/**
 * Number of accounts whose JSON is compressed together. After a change of one account, only this many are compressed
 * again. Blocks are larger than the window of the compression, so that more would hardly make the result smaller.
 */
const BLOCK_SIZE = 128;

/** Returns the accounts of an organization ordered by id, without system bots. */
export const accountsById = (snapshot: OrganizationSnapshot): AccountSnapshot[] =>
  [...snapshot.get(users).all()].filter(({ is_system }) => !is_system).sort((a, b) => a.id - b.id);

/** Returns all accounts as JSON for a viewer who can see all users. */
export function usersJson(snapshot: OrganizationSnapshot, viewer: Viewer, options: Options): UsersJson {
  const texts = jsonCacheFor(snapshot, viewer, options);
  const own = snapshot.get(users).get(viewer.id);
  const { active, deactivated } = (own && texts.withOwn(snapshot, own)) ?? texts.all(snapshot);
  return {
    realm_users: new JsonFragment(encloseJsonList(active)),
    realm_non_active_users: new JsonFragment(encloseJsonList(deactivated)),
  };
}

/** Fills the caches that `usersJson` uses, if they are not up to date. This is most of the work of `usersJson`. */
export function* prepareUsersJson(
  snapshot: OrganizationSnapshot,
  viewer: Viewer,
  options: Options,
): PausableTask<void> {
  const texts = jsonCacheFor(snapshot, viewer, options);
  if (texts.isUpToDate(snapshot)) return;
  const profileOf = snapshot.get(profiles);
  yield* mapWithPauses(
    accountsById(snapshot),
    (account) => texts.of(account, profileOf.get(account.id)),
    PRESENTATION_BATCH_SIZE,
  );
}

/**
 * Returns the cache for the viewer's role and the options. It can be shared, because viewers with the same role see the
 * same fields of other users.
 */
function jsonCacheFor(snapshot: OrganizationSnapshot, { role }: Viewer, options: Options): UsersJsonCache {
  const name = JSON.stringify(["people", role, options.clientGravatar, options.realm]);
  return snapshot.cached(name, () => new UsersJsonCache({ id: 0, role }, options));
}

interface CachedUserJson {
  readonly profile: ProfileData | undefined;
  readonly json: string;
}

/** Successive accounts, as items of a list. */
type BlockJson = string | readonly SharedJson[];

/** Lists of accounts as JSON, in blocks. */
interface UserLists {
  readonly active: readonly BlockJson[];
  readonly deactivated: readonly BlockJson[];
}

/** Successive accounts as JSON. */
class UsersBlock {
  readonly #texts: readonly string[];
  readonly #active: SharedJson | null;
  readonly #deactivated: SharedJson | null;

  constructor(accounts: readonly AccountSnapshot[], texts: readonly string[]) {
    this.#texts = texts;
    this.#active = shareJson(joinTexts(accounts, texts, true));
    this.#deactivated = shareJson(joinTexts(accounts, texts, false));
  }

  /** Memory usage, in bytes. The JSON of each account is stored twice: within the block, and separately. */
  get bytes(): number {
    const parts = [this.#active, this.#deactivated];
    return parts.reduce((sum, json) => sum + (json ? json.bytes + json.text.length : 0), 0);
  }

  /** Returns whether the block consists of these texts. */
  hasTexts(texts: readonly string[]): boolean {
    return texts.length === this.#texts.length && texts.every((text, index) => text === this.#texts[index]);
  }

  /** Returns the active accounts, or the deactivated ones, as no item or one. */
  items(isActive: boolean): readonly BlockJson[] {
    const json = isActive ? this.#active : this.#deactivated;
    return json ? [[json]] : [];
  }
}

/** Cache of an organization's accounts as JSON, for all viewers with the same role and options. */
class UsersJsonCache implements CachedValue {
  readonly #viewer: Viewer;
  readonly #options: Options;
  /**
   * The JSON of each account. The key is the account's object in the organization snapshot, which is replaced when the
   * account changes.
   */
  #texts = new Map<AccountSnapshot, CachedUserJson>();
  /** All accounts by id, in blocks. Undefined before the first request. */
  #blocks: readonly UsersBlock[] | undefined;
  /** Log position at which the blocks were created. */
  #head = 0;

  constructor(viewer: Viewer, options: Options) {
    this.#viewer = viewer;
    this.#options = options;
  }

  get bytes(): number {
    return (this.#blocks ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Returns whether the blocks exist and include all changes of the snapshot. */
  isUpToDate(snapshot: OrganizationSnapshot): boolean {
    return this.#blocks !== undefined && snapshot.lastChangeOf([users, profiles]) <= this.#head;
  }

  /** Returns an account as JSON. */
  of(account: AccountSnapshot, profile: ProfileData | undefined): string {
    const known = this.#texts.get(account);
    if (known && known.profile === profile) return known.json;
    const json = this.#present(account, this.#viewer, profile);
    this.#texts.set(account, { profile, json });
    return json;
  }

  /** Returns the lists for viewers who see the same fields of their own account as of others. */
  all(snapshot: OrganizationSnapshot): UserLists {
    const list = (isActive: boolean) => this.#blocksAt(snapshot).flatMap((block) => block.items(isActive));
    return { active: list(true), deactivated: list(false) };
  }

  /**
   * Returns the lists for a viewer who can see more fields of the viewer's own account than other viewers can. Returns
   * undefined if this does not apply.
   */
  withOwn(snapshot: OrganizationSnapshot, own: AccountSnapshot): UserLists | undefined {
    const profileOf = snapshot.get(profiles);
    const json = this.#present(own, { ...this.#viewer, id: own.id }, profileOf.get(own.id));
    if (json === this.of(own, profileOf.get(own.id))) return undefined;
    const accounts = accountsById(snapshot);
    const ownBlock = Math.floor(accounts.indexOf(own) / BLOCK_SIZE);
    const around = accounts.slice(ownBlock * BLOCK_SIZE, (ownBlock + 1) * BLOCK_SIZE);
    const texts = around.map((account) => (account === own ? json : this.of(account, profileOf.get(account.id))));
    const list = (isActive: boolean) =>
      this.#blocksAt(snapshot).flatMap((block, index) => {
        if (index !== ownBlock) return block.items(isActive);
        const text = joinTexts(around, texts, isActive);
        return text === "" ? [] : [text];
      });
    return { active: list(true), deactivated: list(false) };
  }

  #blocksAt(snapshot: OrganizationSnapshot): readonly UsersBlock[] {
    if (this.#blocks && this.isUpToDate(snapshot)) return this.#blocks;
    const before = this.#blocks ?? [];
    const profileOf = snapshot.get(profiles);
    const accounts = accountsById(snapshot);
    const blocks: UsersBlock[] = [];
    for (let from = 0; from < accounts.length; from += BLOCK_SIZE) {
      const some = accounts.slice(from, from + BLOCK_SIZE);
      const texts = some.map((account) => this.of(account, profileOf.get(account.id)));
      const known = before[blocks.length];
      blocks.push(known?.hasTexts(texts) ? known : new UsersBlock(some, texts));
    }
    if (this.#texts.size > accounts.length) this.#forgetAllBut(accounts);
    this.#head = snapshot.head;
    this.#blocks = blocks;
    return blocks;
  }

  #present(account: AccountSnapshot, viewer: Viewer, profile: ProfileData | undefined): string {
    const profileOf = new Map(profile ? [[account.id, profile]] : []);
    return JSON.stringify(presentUser(userRecordOf(account), viewer, { ...this.#options, profiles: profileOf }));
  }

  #forgetAllBut(accounts: readonly AccountSnapshot[]): void {
    const known = this.#texts;
    this.#texts = new Map(accounts.map((account) => [account, known.get(account) as CachedUserJson]));
  }
}

/** Joins the texts of the accounts that are active, or of those that are deactivated. */
const joinTexts = (accounts: readonly AccountSnapshot[], texts: readonly string[], isActive: boolean): string =>
  texts.filter((_, index) => accounts[index]?.is_active === isActive).join();

const shareJson = (json: string): SharedJson | null => (json === "" ? null : new SharedJson(json));
