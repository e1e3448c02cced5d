import { useMemo } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { useNarrow } from "../../hooks/interaction/use-is-narrow-screen.ts";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { Facts } from "./profile-details.tsx";
import { PersonActs } from "./profile-actions.tsx";
import { PersonHead } from "./profile-header.tsx";
import styles from "./profile.module.css";

interface ProfileCardProps {
  readonly userId: number;
  /** What was pressed to see it. */
  readonly beside: Element;
  readonly onClose: () => void;
}

/** Says shortly who somebody is, and leads to them. */
export function ProfileCard({ userId, beside, onClose }: ProfileCardProps) {
  const person = useKnown((state) => peopleById(state).get(userId));
  // Beside it there is no room on a phone.
  const isNarrow = useNarrow();
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
            <PersonHead person={person} size={56} />
            <Facts userId={userId} isShort />
            <PersonActs person={person} onLeave={onClose} hasPageLink />
          </>
        ) : (
          <p>{words.people.nobody}</p>
        )}
      </Dialog>
    </Popover>
  );
}
