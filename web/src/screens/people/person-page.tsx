import { Pencil, Search, ShieldCheck, UserRoundX } from "lucide-react";
import { ProfileDetails } from "../../features/profile/profile-details.tsx";
import { ProfileActions } from "../../features/profile/profile-actions.tsx";
import { ProfileHeader } from "../../features/profile/profile-header.tsx";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { Page, PageSection } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import type { ScreenProps } from "../../hooks/screens/screen.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./people.module.css";

/** The page of a user: the profile, and the actions on the user. */
export function PersonPage({ path: [, id] }: ScreenProps) {
  const personId = Number(id);
  const { me } = useClient();
  const person = useClientState((state) => peopleById(state).get(personId));
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  if (!person) {
    return (
      <>
        <ScreenHeader title={words.screens.people.title} />
        <EmptyState icon={<UserRoundX size={30} aria-hidden />} title={words.people.nobody}>
          {words.people.nobodyMore}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <ScreenHeader title={person.full_name} />
      <Page>
        <ProfileHeader person={person} size={88} />
        <ProfileActions person={person} hasPageLink={false} />
        <PageSection title={words.people.profile}>
          <ProfileDetails userId={personId} isShort={false} />
        </PageSection>
        <nav className={styles["ways"]} aria-label={words.people.card(person.full_name)}>
          <RouteLink to={{ kind: "search", narrow: [{ operator: "sender", operand: personId }], near: null }}>
            <Search size={16} aria-hidden />
            {words.people.allFrom(person.full_name)}
          </RouteLink>
          {personId === me && (
            <RouteLink to={{ kind: "page", path: ["settings", "account"] }}>
              <Pencil size={16} aria-hidden />
              {words.people.editOwn}
            </RouteLink>
          )}
          {isAdministrator && personId !== me && (
            <RouteLink to={{ kind: "page", path: ["organization", "users", String(personId)] }}>
              <ShieldCheck size={16} aria-hidden />
              {words.people.administer}
            </RouteLink>
          )}
        </nav>
      </Page>
    </>
  );
}
