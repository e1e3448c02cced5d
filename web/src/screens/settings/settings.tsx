import { PageNav } from "../../ui/page.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { PlaceLink } from "../../view/place-link.tsx";
import { words } from "../../words/index.ts";
import { Account } from "./account.tsx";
import { Appearance } from "./appearance.tsx";
import { Invitations } from "../organization/invitations.tsx";
import { Notifications } from "./notifications.tsx";
import { RealmProfile } from "../organization/realm-profile.tsx";
import { Sessions } from "./sessions.tsx";

const areas = {
  settings: { account: Account, appearance: Appearance, notifications: Notifications, sessions: Sessions },
  organization: { profile: RealmProfile, invitations: Invitations },
} as const;

/** One's own settings, and those of the organization. */
export function Settings({ area, page }: { area: keyof typeof areas; page: string }) {
  const pages: Readonly<Record<string, () => React.ReactNode>> = areas[area];
  const names = Object.keys(pages);
  const shown = Object.hasOwn(pages, page) ? page : (names[0] ?? "");
  const Shown = pages[shown];
  return (
    <>
      <ScreenHead title={words.pages[area]} />
      <PageNav label={words.pages[area]}>
        {names.map((name) => (
          <PlaceLink key={name} to={{ kind: "page", path: [area, name] }}>
            {words.pages[name as "account"]}
          </PlaceLink>
        ))}
      </PageNav>
      {Shown && <Shown />}
    </>
  );
}
