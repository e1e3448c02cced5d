import type { ReactNode } from "react";
import { MessageHtml } from "../message-content/message-html.tsx";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { factsOf, type ProfileFact } from "../../client/replica/selectors/users/profile-fields.ts";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { useNow } from "../../hooks/use-now.ts";
import { words } from "../../base/words/index.ts";
import { timeThere, wholeDay } from "../../base/words/en/times.ts";
import styles from "./profile.module.css";

interface FactsProps {
  readonly userId: number;
  /** Only what fits a card. */
  readonly isShort: boolean;
}

/** What is known of somebody, and what they say of themselves. */
export function Facts({ userId, isShort }: FactsProps) {
  const { state } = useClient();
  const now = useNow();
  const person = useKnown((known) => peopleById(known).get(userId));
  const isTwentyFour = useKnown((known) => known.user_settings?.twenty_four_hour_time ?? null);
  if (!person) return null;
  const { is_bot, role, delivery_email, timezone, date_joined } = person;
  const time = is_bot || timezone === "" ? null : timeThere(now, timezone, isTwentyFour);
  return (
    <dl className={styles["facts"]}>
      {!is_bot && <Fact name={words.people.role}>{words.pages.roles[role]}</Fact>}
      {delivery_email !== null && (
        <Fact name={words.people.email}>
          <a href={`mailto:${delivery_email}`}>{delivery_email}</a>
        </Fact>
      )}
      {time !== null && <Fact name={words.people.time}>{time}</Fact>}
      {factsOf(state.get(), userId, isShort).map((fact) => (
        <Fact key={fact.id} name={fact.name}>
          <Said fact={fact} />
        </Fact>
      ))}
      {!isShort && <Fact name={words.people.joined}>{wholeDay(Date.parse(date_joined))}</Fact>}
      <Groups userId={userId} />
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

function Said({ fact }: { fact: ProfileFact }) {
  switch (fact.kind) {
    case "text":
      return fact.text;
    case "html":
      return <MessageHtml html={fact.html} />;
    case "date":
      return wholeDay(Date.parse(fact.date));
    case "link":
      return (
        <a href={fact.href} target="_blank" rel="noopener noreferrer">
          {fact.text}
        </a>
      );
    case "people":
      return <Named userIds={fact.userIds} />;
  }
}

function Named({ userIds }: { userIds: readonly number[] }) {
  const people = useKnown(peopleById);
  return userIds.map((id, index) => (
    <span key={id}>
      {index > 0 && ", "}
      <PlaceLink to={{ kind: "page", path: ["user", String(id)] }}>
        {people.get(id)?.full_name ?? words.shell.unknownPerson}
      </PlaceLink>
    </span>
  ));
}

/** The organization's groups that somebody was put into. */
function Groups({ userId }: { userId: number }) {
  const groups = useKnown((state) => state.realm_user_groups) ?? [];
  const own = groups.filter(
    ({ is_system_group, deactivated, members }) => !is_system_group && !deactivated && members.includes(userId),
  );
  if (own.length === 0) return null;
  return (
    <Fact name={words.people.groups}>
      {own.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <PlaceLink to={{ kind: "page", path: ["groups", String(id)] }}>{name}</PlaceLink>
        </span>
      ))}
    </Fact>
  );
}
