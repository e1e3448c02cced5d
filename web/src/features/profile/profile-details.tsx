import type { ReactNode } from "react";
import { MessageHtml } from "../message-content/message-html.tsx";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { profileValues, type ProfileValue } from "../../client/replica/selectors/users/profile-fields.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { useNow } from "../../hooks/use-now.ts";
import { words } from "../../base/words/index.ts";
import { timeThere, wholeDay } from "../../base/words/en/times.ts";
import styles from "./profile.module.css";

interface ProfileDetailsProps {
  readonly userId: number;
  /** Whether only the details that fit on a profile card are shown. */
  readonly isShort: boolean;
}

/** Details of a user's account and custom profile fields. */
export function ProfileDetails({ userId, isShort }: ProfileDetailsProps) {
  const { state } = useClient();
  const now = useNow();
  const person = useClientState((known) => peopleById(known).get(userId));
  const isTwentyFour = useClientState((known) => known.user_settings?.twenty_four_hour_time ?? null);
  if (!person) return null;
  const { is_bot, role, delivery_email, timezone, date_joined } = person;
  const time = is_bot || timezone === "" ? null : timeThere(now, timezone, isTwentyFour);
  return (
    <dl className={styles["facts"]}>
      {!is_bot && <ProfileDetail name={words.people.role}>{words.pages.roles[role]}</ProfileDetail>}
      {delivery_email !== null && (
        <ProfileDetail name={words.people.email}>
          <a href={`mailto:${delivery_email}`}>{delivery_email}</a>
        </ProfileDetail>
      )}
      {time !== null && <ProfileDetail name={words.people.time}>{time}</ProfileDetail>}
      {profileValues(state.get(), userId, isShort).map((fact) => (
        <ProfileDetail key={fact.id} name={fact.name}>
          <ProfileFieldValue fact={fact} />
        </ProfileDetail>
      ))}
      {!isShort && <ProfileDetail name={words.people.joined}>{wholeDay(Date.parse(date_joined))}</ProfileDetail>}
      <UserGroups userId={userId} />
    </dl>
  );
}

const ProfileDetail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

function ProfileFieldValue({ fact }: { fact: ProfileValue }) {
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
      return <UserNames userIds={fact.userIds} />;
  }
}

function UserNames({ userIds }: { userIds: readonly number[] }) {
  const people = useClientState(peopleById);
  return userIds.map((id, index) => (
    <span key={id}>
      {index > 0 && ", "}
      <RouteLink to={{ kind: "page", path: ["user", String(id)] }}>
        {people.get(id)?.full_name ?? words.shell.unknownPerson}
      </RouteLink>
    </span>
  ));
}

/** The user groups that the user is a direct member of, except for system groups and deactivated groups. */
function UserGroups({ userId }: { userId: number }) {
  const groups = useClientState((state) => state.realm_user_groups) ?? [];
  const own = groups.filter(
    ({ is_system_group, deactivated, members }) => !is_system_group && !deactivated && members.includes(userId),
  );
  if (own.length === 0) return null;
  return (
    <ProfileDetail name={words.people.groups}>
      {own.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <RouteLink to={{ kind: "page", path: ["groups", String(id)] }}>{name}</RouteLink>
        </span>
      ))}
    </ProfileDetail>
  );
}
