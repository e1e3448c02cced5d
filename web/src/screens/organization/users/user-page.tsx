import { type Role, roles } from "@parlance/contract/entities/roles.ts";
import type { User } from "@parlance/contract/entities/user.ts";
import type { ParametersOf } from "@parlance/client";
import { PersonHead } from "../../../features/profile/profile-header.tsx";
import { peopleById } from "../../../client/replica/selectors/entities-by-id.ts";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Choice } from "../../../base/ui/forms/choice-fields.tsx";
import { Emptiness } from "../../../base/ui/empty-state.tsx";
import { Page, Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { say } from "../../../base/ui/overlays/toasts.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOverlays } from "../../../hooks/context/overlay-context.tsx";
import { SavedField } from "../../../hooks/saved-field.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { late } from "../../../base/ui/loading/lazy-component.tsx";
import { BotSettings } from "../../bots/bot-settings.tsx";
import { ProfileFieldsOf } from "../../../features/settings/profile-field-inputs.tsx";
import { roleOptions } from "./role-options.ts";

const DeactivateUser = late(async () => (await import("./deactivate-user-dialog.tsx")).DeactivateUser);

/** One account, as administrators change it, and owners of bots theirs. */
export function UserPage({ userId }: { userId: number }) {
  const { me } = useClient();
  const user = useKnown((state) => peopleById(state).get(userId));
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  if (!user) return <Emptiness title={words.people.nobody}>{words.people.nobodyMore}</Emptiness>;
  const isOwnBot = user.is_bot && user.bot_owner_id === me;
  return (
    <Page>
      <PersonHead person={user} size={64} />
      {isAdministrator || isOwnBot ? <Changeable user={user} /> : <Quiet>{words.pages.onlyAdministrators}</Quiet>}
    </Page>
  );
}

function Changeable({ user }: { user: User }) {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  return (
    <>
      <Account user={user} />
      {user.is_bot && <BotSettings botId={user.user_id} />}
      {!user.is_bot && isAdministrator && user.is_active && <ProfileOf user={user} />}
    </>
  );
}

function Account({ user }: { user: User }) {
  const { isActing, act, attempt } = useAct();
  const { user_id: id, full_name, is_active, is_bot, delivery_email } = user;
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const set = async (changes: ParametersOf<"PATCH /users/:user_id">) =>
    attempt((call) => call("PATCH", `/users/${id}`, changes));
  const setRole = async (role: Role) => {
    if (await act((call) => call("PATCH", `/users/${id}`, { role }))) say({ text: words.pages.saved });
  };
  return (
    <Part title={words.users.account}>
      <SavedField
        label={words.pages.name}
        known={full_name}
        isDisabled={!is_active}
        onSave={async (name) => set({ full_name: name })}
      />
      {isAdministrator && <RoleChoice user={user} isActing={isActing} onChange={(role) => void setRole(role)} />}
      {isAdministrator && !is_bot && delivery_email !== null && (
        <SavedField
          label={words.pages.email}
          hint={words.users.emailHint}
          type="email"
          known={delivery_email}
          isDisabled={!is_active}
          onSave={async (email) => set({ new_email: email })}
        />
      )}
      <Fate user={user} />
    </Part>
  );
}

interface RoleChoiceProps {
  readonly user: User;
  readonly isActing: boolean;
  readonly onChange: (role: Role) => void;
}

function RoleChoice({ user: { role, is_active }, isActing, onChange }: RoleChoiceProps) {
  const isOwner = useKnown((state) => state.is_owner ?? false);
  const isFixed = role === roles.owner && !isOwner;
  return (
    <>
      <Choice
        label={words.people.role}
        options={roleOptions.filter(({ value }) => isOwner || value === role || value !== roles.owner)}
        value={role}
        isDisabled={!is_active || isActing || isFixed}
        onChange={onChange}
      />
      {isFixed && <Quiet>{words.administration.onlyOwners}</Quiet>}
    </>
  );
}

/** What somebody says of themselves, changed in their place. */
function ProfileOf({ user: { user_id: id } }: { user: User }) {
  const { attempt } = useAct();
  return (
    <ProfileFieldsOf
      userId={id}
      onSet={async (field, value) =>
        attempt((call) => call("PATCH", `/users/${id}`, { profile_data: [{ id: field, value }] }))
      }
    />
  );
}

/** Whether the account is one. */
function Fate({ user }: { user: User }) {
  const { me } = useClient();
  const { act } = useAct();
  const show = useOverlays();
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const { user_id: id, is_active, is_bot } = user;
  const hasSessions = isAdministrator && is_active && !is_bot && id !== me;
  const signOut = async () => {
    if (await act((call) => call("DELETE", `/users/${id}/sessions`, {}))) say({ text: words.users.signedOut });
  };
  const resetCodes = async () => {
    if (await act((call) => call("DELETE", `/users/${id}/two_factor`, {}))) say({ text: words.users.codesReset });
  };
  const reactivate = () => act((call) => call("POST", `/users/${id}/reactivate`, {}));
  return (
    <Row>
      {hasSessions && <Button onPress={() => void signOut()}>{words.users.signOutEverywhere}</Button>}
      {hasSessions && <Button onPress={() => void resetCodes()}>{words.users.resetCodes}</Button>}
      {is_active && id !== me && (
        <Button look="danger" onPress={() => show((close) => <DeactivateUser user={user} onClose={close} />)}>
          {words.users.deactivate}
        </Button>
      )}
      {!is_active && (
        <Button look="primary" onPress={() => void reactivate()}>
          {words.users.reactivate}
        </Button>
      )}
    </Row>
  );
}
