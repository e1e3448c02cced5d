import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";
import styles from "./sidebar.module.css";

interface SidebarSectionProps {
  /** Names it where this machine keeps whether it is folded. */
  readonly id: string;
  readonly title: string;
  readonly action?: ReactNode;
  /** What it shows beside its title while it is folded. */
  readonly summary?: ReactNode;
  /** What it is moved by, among others of its kind. */
  readonly dragHandle?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the sidebar that can be folded. */
export function SidebarSection({ id, title, action, summary, dragHandle, children }: SidebarSectionProps) {
  const [isOpen, setOpen] = usePersistedChoice(`section.${id}`, true);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section>
      <header className={styles["sectionHead"]}>
        <h2>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {title}
            <Chevron size={13} aria-hidden />
          </button>
        </h2>
        {!isOpen && summary}
        {dragHandle !== undefined && <span className={styles["sectionGrip"]}>{dragHandle}</span>}
        {action}
      </header>
      {isOpen && children}
    </section>
  );
}
