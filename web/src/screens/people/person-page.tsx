import { Pencil, Search, ShieldCheck, UserRoundX } from "lucide-react";
import { Facts } from "../../features/profile/profile-details.tsx";
import { PersonActs } from "../../features/profile/profile-actions.tsx";
import { PersonHead } from "../../features/profile/profile-header.tsx";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { Emptiness } from "../../base/ui/empty-state.tsx";
import { Page, Part } from "../../base/ui/page.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import styles from "./people.module.css";

/** One person's page: who they are, and the ways to them. */
export function Person({ personId }: { personId: number }) {
  const { me } = useClient();
  const person = useKnown((state) => peopleById(state).get(personId));
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  if (!person) {
    return (
      <>
        <ScreenHead title={words.pages.people} />
        <Emptiness icon={<UserRoundX size={30} aria-hidden />} title={words.people.nobody}>
          {words.people.nobodyMore}
        </Emptiness>
      </>
    );
  }
  return (
    <>
      <ScreenHead title={person.full_name} />
      <Page>
        <PersonHead person={person} size={88} />
        <PersonActs person={person} hasPageLink={false} />
        <Part title={words.people.profile}>
          <Facts userId={personId} isShort={false} />
        </Part>
        <nav className={styles["ways"]} aria-label={words.people.card(person.full_name)}>
          <PlaceLink to={{ kind: "search", narrow: [{ operator: "sender", operand: personId }], near: null }}>
            <Search size={16} aria-hidden />
            {words.people.allFrom(person.full_name)}
          </PlaceLink>
          {personId === me && (
            <PlaceLink to={{ kind: "page", path: ["settings", "account"] }}>
              <Pencil size={16} aria-hidden />
              {words.people.editOwn}
            </PlaceLink>
          )}
          {isAdministrator && personId !== me && (
            <PlaceLink to={{ kind: "page", path: ["organization", "users", String(personId)] }}>
              <ShieldCheck size={16} aria-hidden />
              {words.people.administer}
            </PlaceLink>
          )}
        </nav>
      </Page>
    </>
  );
}
