import type { Option } from "../../../base/ui/forms/choice-fields.tsx";
import { Button } from "../../../base/ui/forms/button.tsx";
import { late } from "../../../base/ui/loading/lazy-component.tsx";
import { Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { useOverlays } from "../../../hooks/context/overlay-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import type { SettingPart } from "../../../base/words/setting-words.ts";
import { PictureField } from "../../../features/settings/picture-field.tsx";
import { languages } from "../../../features/settings/languages-and-time-zones.ts";
import { RealmSettings, WhoMay } from "./organization-settings.tsx";
import styles from "../lists.module.css";

const said = words.realmSettings;

const CloseOrganization = late(async () => (await import("./deactivate-organization-dialog.tsx")).CloseOrganization);

/** The languages are a list that browsers know the names of. */
const withLanguages = (part: SettingPart, options: readonly Option<string>[]): SettingPart => {
  const { default_language: language } = part.settings;
  return typeof language === "object" && language.kind === "choice"
    ? { ...part, settings: { ...part.settings, default_language: { ...language, options } } }
    : part;
};

/** What the organization is called, what it says of itself, and how it looks. */
export function RealmProfile() {
  const isOwner = useKnown((state) => state.is_owner ?? false);
  return (
    <RealmSettings parts={[withLanguages(said.parts.about, languages())]}>
      <Pictures />
      {isOwner && <Close />}
    </RealmSettings>
  );
}

function Pictures() {
  const isFixed = !useKnown((state) => state.is_admin ?? false);
  const icon = useKnown((state) => state.realm_icon_url);
  const hasIcon = useKnown((state) => state.realm_icon_source === "U");
  return (
    <Part title={said.pictures}>
      <b>{said.icon}</b>
      <PictureField
        label={said.icon}
        picture={<img src={icon} alt="" className={styles["icon"]} />}
        isDisabled={isFixed}
        hasOwn={hasIcon}
        upload={(file) => (call) => call("POST", "/realm/icon", { filename: file })}
        remove={(call) => call("DELETE", "/realm/icon", {})}
      />
      <Logo isNight={false} isFixed={isFixed} />
      <Logo isNight isFixed={isFixed} />
      <WhoMay names={["icon"]} />
    </Part>
  );
}

function Logo({ isNight, isFixed }: { isNight: boolean; isFixed: boolean }) {
  const url = useKnown((state) => (isNight ? state.realm_night_logo_url : state.realm_logo_url));
  const source = useKnown((state) => (isNight ? state.realm_night_logo_source : state.realm_logo_source));
  const label = isNight ? said.nightLogo : said.logo;
  const hasOwn = source === "U";
  return (
    <>
      <b>{label}</b>
      <PictureField
        label={label}
        picture={
          hasOwn ? (
            <img src={url} alt="" data-theme={isNight ? "dark" : "light"} className={styles["logo"]} />
          ) : (
            <Quiet>{said.noLogo}</Quiet>
          )
        }
        isDisabled={isFixed}
        hasOwn={hasOwn}
        upload={(file) => (call) => call("POST", "/realm/logo", { filename: file, night: isNight })}
        remove={(call) => call("DELETE", "/realm/logo", { night: isNight })}
      />
    </>
  );
}

function Close() {
  const show = useOverlays();
  return (
    <Part title={said.close}>
      <Quiet>{said.closeMore}</Quiet>
      <Row>
        <Button look="danger" onPress={() => show((close) => <CloseOrganization onClose={close} />)}>
          {said.closeAct}
        </Button>
      </Row>
    </Part>
  );
}
