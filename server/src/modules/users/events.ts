import type { ProfileData, User } from "@parlance/contract/entities/user.ts";
import type { UserChange } from "@parlance/contract/events/user.ts";
import type { EventReader, Presenter } from "#kernel/events/presenter.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { avatarAddress } from "./avatars.ts";
import { roleSeesEmail, Visibility } from "./email-visibility.ts";
import { presentUser } from "./presentation.ts";
import type { UserFacts } from "./queries.ts";

/** A new user, with more than every reader may see. */
interface StoredAddition {
  readonly type: "realm_user";
  readonly op: "add";
  readonly person: User & { readonly delivery_email: string; readonly avatar_url: string };
  readonly email_address_visibility: number;
  readonly has_own_picture: boolean;
}

interface StoredChange {
  readonly type: "realm_user";
  readonly op: "update";
  readonly person: UserChange;
}

type StoredUserEvent = StoredAddition | StoredChange;

/** Tells everybody of a new account; `userPresenter` makes of it what each may see. */
export function userAdded(row: UserFacts, realm: Pick<RealmContext, "url">, profile: ProfileData = {}): StoredAddition {
  const profiles = new Map([[row.id, profile]]);
  const user = presentUser(row, row, { realm, clientGravatar: false, profiles });
  return {
    type: "realm_user",
    op: "add",
    person: { ...user, delivery_email: row.delivery_email, avatar_url: avatarAddress(row) },
    email_address_visibility: row.email_address_visibility,
    has_own_picture: row.avatar_name !== null,
  };
}

/** Tells of a change; send it to those alone who may see all of it. */
export const userChanged = (person: UserChange): StoredChange => ({
  type: "realm_user",
  op: "update",
  person,
});

/** What a reader gets to see of a new account, and what it computes itself. */
function formFor({ person, ...event }: StoredAddition, reader: EventReader) {
  const isPublic = event.email_address_visibility === Visibility.everyone;
  return {
    address: reader.userId === person.user_id || roleSeesEmail(reader.role, event.email_address_visibility),
    picture: !(reader.clientGravatar && isPublic && !event.has_own_picture),
  };
}

export const userPresenter: Presenter<StoredUserEvent> = {
  variant: (event, reader) => (event.op === "add" ? JSON.stringify(formFor(event, reader)) : "all"),
  present(event, reader) {
    if (event.op === "update") return [event];
    const { type, op, person } = event;
    const form = formFor(event, reader);
    const delivery_email = form.address ? person.delivery_email : null;
    return [
      {
        type,
        op,
        person: { ...person, delivery_email, avatar_url: form.picture ? person.avatar_url : null },
      },
    ];
  },
};
