import { setSettings } from "../../client/actions/change-settings.ts";
import { told } from "../../hooks/check-outcome.ts";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { ownTimeZone } from "../../client/replica/selectors/users/do-not-disturb.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Button } from "../../base/ui/forms/button.tsx";
import { late } from "../../base/ui/loading/lazy-component.tsx";
import { Page, Part, Quiet, Row } from "../../base/ui/page.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useOverlays } from "../../hooks/context/overlay-context.tsx";
import { SavedField } from "../../hooks/saved-field.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { PictureField } from "../../features/settings/picture-field.tsx";
import { ProfileFields } from "../../features/settings/profile-field-inputs.tsx";
import { Setting } from "../../features/settings/setting-fields.tsx";
import { allTimeZones, languages } from "../../features/settings/languages-and-time-zones.ts";

const said = words.settings;

const LeaveOrganization = late(async () => (await import("./deactivate-own-account-dialog.tsx")).LeaveOrganization);

/** Who one is here. */
export function Account() {
  const client = useClient();
  const { me } = client;
  const person = useKnown((state) => peopleById(state).get(me));
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const namesFixed = useKnown((state) => state.realm_name_changes_disabled || state.server_name_changes_disabled);
  const isNameFixed = namesFixed === true && !isAdministrator;
  if (!person) return null;
  return (
    <Page>
      <Part title={words.pages.account}>
        <OwnPicture />
        <SavedField
          label={words.pages.name}
          known={person.full_name}
          isDisabled={isNameFixed}
          {...(isNameFixed ? { hint: said.nameFixed } : {})}
          onSave={async (full_name) => setSettings(client, { full_name })}
        />
        <Quiet>{`${words.pages.email}: ${person.delivery_email ?? person.email}`}</Quiet>
        <Quiet>{`${words.people.role}: ${words.pages.roles[person.role] ?? ""}`}</Quiet>
      </Part>
      <ProfileFields />
      <WhereAndHow />
      <Leave />
    </Page>
  );
}

function OwnPicture() {
  const { me } = useClient();
  const person = useKnown((state) => peopleById(state).get(me));
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const fixed = useKnown((state) => state.realm_avatar_changes_disabled || state.server_avatar_changes_disabled);
  const isFixed = fixed === true && !isAdministrator;
  const hasOwn = useKnown((state) => state.avatar_source === "U");
  return (
    <>
      <PictureField
        label={words.pages.avatar}
        picture={<Avatar id={me} name={person?.full_name ?? ""} url={person?.avatar_url} size={72} />}
        isDisabled={isFixed}
        hasOwn={hasOwn}
        upload={(file) => (call) => call("POST", "/users/me/avatar", { filename: file })}
        remove={(call) => call("DELETE", "/users/me/avatar", {})}
      />
      {isFixed && <Quiet>{said.avatarFixed}</Quiet>}
    </>
  );
}

/** In which time zone one lives, and which language one reads. */
function WhereAndHow() {
  const client = useClient();
  const zone = useKnown((state) => state.user_settings?.timezone ?? "");
  const here = ownTimeZone();
  return (
    <Part title={said.timezone}>
      <Setting
        name="timezone"
        about={{
          kind: "choice",
          label: said.timezone,
          options: [...(zone === "" ? [{ value: "", text: said.timezoneUnknown }] : []), ...allTimeZones()],
        }}
      />
      {zone !== here && (
        <Row>
          <Button onPress={() => void setSettings(client, { timezone: here }).then(told)}>{said.timezoneHere}</Button>
        </Row>
      )}
      <Setting
        name="default_language"
        about={{ kind: "choice", label: said.language, hint: said.languageHint, options: languages() }}
      />
    </Part>
  );
}

function Leave() {
  const show = useOverlays();
  return (
    <Part title={said.leave}>
      <Quiet>{said.leaveMore}</Quiet>
      <Row>
        <Button look="danger" onPress={() => show((close) => <LeaveOrganization onClose={close} />)}>
          {said.leaveAct}
        </Button>
      </Row>
    </Part>
  );
}
