import { useMemo } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { useIsNarrowScreen } from "../../hooks/interaction/use-is-narrow-screen.ts";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ProfileDetails } from "./profile-details.tsx";
import { ProfileActions } from "./profile-actions.tsx";
import { ProfileHeader } from "./profile-header.tsx";
import styles from "./profile.module.css";

interface ProfileCardProps {
  readonly userId: number;
  /** The element that the user pressed. The card appears next to it. */
  readonly beside: Element;
  readonly onClose: () => void;
}

/** A short profile of a user in a popover. */
export function ProfileCard({ userId, beside, onClose }: ProfileCardProps) {
  const person = useClientState((state) => peopleById(state).get(userId));
  // On a phone, the screen has no space for the card next to the element.
  const isNarrow = useIsNarrowScreen();
  const trigger = useMemo(() => ({ current: beside }), [beside]);
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement={isNarrow ? "bottom" : "right top"}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={styles["popover"] ?? ""}
    >
      <Dialog aria-label={words.people.card(person?.full_name ?? "")} className={styles["card"] ?? ""}>
        {person ? (
          <>
            <ProfileHeader person={person} size={56} />
            <ProfileDetails userId={userId} isShort />
            <ProfileActions person={person} onLeave={onClose} hasPageLink />
          </>
        ) : (
          <p>{words.people.nobody}</p>
        )}
      </Dialog>
    </Popover>
  );
}
