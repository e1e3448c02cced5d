import { emailVisibilities, canRoleSeeEmail } from "@parlance/contract/entities/email-visibility.ts";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { ProfileData, User } from "@parlance/contract/entities/user.ts";
import type { UserChange } from "@parlance/contract/nouns/users.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { realmUrl, type Site } from "#modules/organizations/core/hosts.ts";
import { placeholderEmail } from "./email-addresses.ts";
import {
  resolveAvatarUrl,
  avatarSource,
  avatarUrl,
  type AvatarFields,
  type GravatarSetting,
} from "./avatars/avatar-url.ts";
import { placeholderUser, UNKNOWN_USER_NAME } from "./visibility/placeholder-user.ts";
import { presentUser } from "./presentation.ts";
import type { UserRecord } from "./queries.ts";
import type { RealmHost } from "./visibility/user-visibility.ts";

/**
 * Stored event about a user who is new, or whom guests can see from now on. Some of its fields may be visible only to
 * some recipients.
 */
interface StoredUserAddition {
  readonly type: "realm_user";
  readonly op: "add";
  readonly person: User & { readonly delivery_email: string };
  readonly email_address_visibility: number;
  /**
   * Fields from which the avatar's URL is computed when the event is sent. Events stored by the previous release
   * contain `person.avatar_url` instead.
   */
  readonly picture?: AvatarFields;
  /** True for a new account in an organization with limited guests, who cannot see it yet. */
  readonly is_hidden_from_guests?: true;
  /**
   * Host of the organization. Set if `person.email` was computed without it, and must be corrected when the event is
   * sent.
   */
  readonly realm?: RealmHost;
}

/** Stored event: the guests who receive it can no longer see a user. */
interface StoredUserRemoval {
  readonly type: "realm_user";
  readonly op: "remove";
  readonly user_id: number;
  readonly realm: RealmHost;
}

interface StoredUserChange {
  readonly type: "realm_user";
  readonly op: "update";
  readonly person: UserChange;
}

/** Stored event: a user's address, or its visibility, has changed. */
interface StoredEmailChange {
  readonly type: "realm_user";
  readonly op: "update";
  readonly person: { readonly user_id: number; readonly delivery_email: string };
  readonly visibility: EmailVisibilityChange;
}

interface EmailVisibilityChange {
  /** The former visibility, or null if the address itself is new, so that no user could see it before. */
  readonly before: number | null;
  readonly after: number;
}

/** Stored event: a user's avatar, or its URL, has changed. */
interface StoredAvatarChange {
  readonly type: "realm_user";
  readonly op: "update";
  readonly picture: AvatarFields;
}

type StoredUserEvent =
  | StoredUserAddition
  | StoredUserRemoval
  | StoredUserChange
  | StoredEmailChange
  | StoredAvatarChange;

/** Creates the event about a new account. `userPresenter` removes the fields that a recipient may not see. */
export function userAdded(
  row: UserRecord,
  realm: Pick<RealmContext, "url">,
  profile: ProfileData = {},
): StoredUserAddition {
  const profiles = new Map([[row.id, profile]]);
  const user = presentUser(row, row, { realm: { ...realm, gravatar: false }, clientGravatar: false, profiles });
  return {
    type: "realm_user",
    op: "add",
    person: { ...user, delivery_email: row.delivery_email },
    email_address_visibility: row.email_address_visibility,
    picture: avatarFieldsOf(row),
  };
}

/** Creates the event about a new account in an organization with limited guests, who cannot see it yet. */
export const hiddenUserAdded = (row: UserRecord, realm: RealmHost): StoredUserAddition => ({
  ...userBecameVisible(row, realm),
  is_hidden_from_guests: true,
});

/** Creates the event that guests can see a user from now on. */
export const userBecameVisible = (row: UserRecord, realm: RealmHost, profile?: ProfileData): StoredUserAddition => ({
  ...userAdded(row, { url: "" }, profile),
  realm,
});

/** Creates the event that guests can no longer see a user. */
export const userBecameHidden = (id: number, realm: RealmHost): StoredUserRemoval => ({
  type: "realm_user",
  op: "remove",
  user_id: id,
  realm,
});

/** Creates the event about changed fields. Must be sent only to users who may see all of them. */
export const userChanged = (person: UserChange): StoredUserChange => ({
  type: "realm_user",
  op: "update",
  person,
});

/**
 * Creates the event that a real address, or its visibility, has changed. Users who can see the address from now on
 * receive it, users who can no longer see it receive null, and other users receive nothing.
 */
export const emailVisibilityChanged = (
  { id, delivery_email }: Pick<UserRecord, "id" | "delivery_email">,
  visibility: EmailVisibilityChange,
): StoredEmailChange => ({
  type: "realm_user",
  op: "update",
  person: { user_id: id, delivery_email },
  visibility,
});

/** Creates the event that an avatar, or its URL, has changed. */
export const avatarChanged = (account: AvatarFields): StoredAvatarChange => ({
  type: "realm_user",
  op: "update",
  picture: avatarFieldsOf(account),
});

const avatarFieldsOf = (account: AvatarFields): AvatarFields => ({
  id: account.id,
  realm_id: account.realm_id,
  delivery_email: account.delivery_email,
  avatar_name: account.avatar_name,
  avatar_version: account.avatar_version,
  email_address_visibility: account.email_address_visibility,
});

/**
 * Returns how the visibility of an address changes for a recipient: `address` if it becomes visible, `hidden` if it
 * becomes hidden, null if nothing changes.
 */
function emailVisibleTo({ person, visibility: { before, after } }: StoredEmailChange, reader: RecipientQueue) {
  const isOwn = reader.userId === person.user_id;
  const sees = isOwn || canRoleSeeEmail(reader.role, after);
  const saw = before !== null && (isOwn || canRoleSeeEmail(reader.role, before));
  if (sees === saw) return null;
  return sees ? "address" : "hidden";
}

/**
 * Returns what depends on the recipient of the event: whether the recipient may see the address, and the avatar's URL,
 * which is null if the client computes it itself. If the recipient cannot see the account, returns `placeholder`, or
 * null if the client needs no placeholder.
 */
function personVisibleTo({ person, ...event }: StoredUserAddition, reader: RecipientQueue, source: GravatarSetting) {
  const isOwn = reader.userId === person.user_id;
  if (event.is_hidden_from_guests && isGuest(reader.role) && !isOwn)
    return needsNoPlaceholders(reader) ? null : "placeholder";
  return {
    address: isOwn || canRoleSeeEmail(reader.role, event.email_address_visibility),
    avatar_url: event.picture
      ? avatarUrl(event.picture, source, { clientGravatar: reader.clientGravatar })
      : person.avatar_url,
  };
}

/** Returns whether the client accepts incomplete lists, without placeholders for users whom its user cannot see. */
const needsNoPlaceholders = ({ capabilities }: RecipientQueue): boolean =>
  capabilities["user_list_incomplete"] === true;

function presentEmailChange(event: StoredEmailChange, reader: RecipientQueue): StoredUserChange {
  const { user_id, delivery_email } = event.person;
  return userChanged({ user_id, delivery_email: emailVisibleTo(event, reader) === "address" ? delivery_email : null });
}

const added = (person: User) => ({ type: "realm_user" as const, op: "add" as const, person });

function presentAddition(
  event: StoredUserAddition,
  reader: RecipientQueue,
  realm: Pick<RealmContext, "url" | "gravatar">,
): object[] {
  const { person } = event;
  const form = personVisibleTo(event, reader, realm);
  if (form === null) return [];
  if (form === "placeholder") return [added(placeholderUser(person.user_id, { realm, profiles: {} }))];
  const isMadeUp = event.realm && event.email_address_visibility !== emailVisibilities.everyone;
  return [
    added({
      ...person,
      email: isMadeUp ? placeholderEmail(person.user_id, realm) : person.email,
      delivery_email: form.address ? person.delivery_email : null,
      avatar_url: form.avatar_url,
    }),
  ];
}

function presentRemoval(
  { user_id }: StoredUserRemoval,
  reader: RecipientQueue,
  realm: Pick<RealmContext, "url">,
): object[] {
  const gone = { type: "realm_user", op: "remove", person: { user_id, full_name: UNKNOWN_USER_NAME } };
  return needsNoPlaceholders(reader) ? [gone] : [gone, added(placeholderUser(user_id, { realm, profiles: {} }))];
}

function presentAvatarChange({ picture }: StoredAvatarChange, source: GravatarSetting): StoredUserChange {
  return userChanged({
    user_id: picture.id,
    avatar_url: resolveAvatarUrl(picture, source),
    avatar_url_medium: resolveAvatarUrl(picture, source, { medium: true }),
    avatar_source: avatarSource(picture),
    avatar_version: picture.avatar_version,
  });
}

/**
 * Presents stored events about users with the fields that each recipient may see. `site`: URL of the server, and
 * whether avatars may come from Gravatar.
 */
export function userPresenter(site: Site & GravatarSetting): Presenter<StoredUserEvent> {
  const { gravatar } = site;
  const realmOf = ({ realm }: { realm?: RealmHost }) => ({
    gravatar,
    url: realm ? realmUrl({ ...realm, subdomain: realm.subdomain ?? "" }, site) : "",
  });
  return {
    variant(event, reader) {
      if (event.op === "remove") return needsNoPlaceholders(reader) ? "gone" : "replaced";
      if (event.op === "update") return "visibility" in event ? emailVisibleTo(event, reader) : "all";
      const form = personVisibleTo(event, reader, site);
      return form && JSON.stringify(form);
    },
    present(event, reader) {
      if (event.op === "remove") return presentRemoval(event, reader, realmOf(event));
      if (event.op === "add") return presentAddition(event, reader, realmOf(event));
      if ("picture" in event) return [presentAvatarChange(event, site)];
      return ["visibility" in event ? presentEmailChange(event, reader) : event];
    },
  };
}

/**
 * Creates an internal event for the server's processes: from this event on, a user has another role, and may therefore
 * see other data.
 */
export const roleChanged = (userId: number, before: number, after: number) => ({
  type: "role_changed" as const,
  user_id: userId,
  before,
  after,
});
