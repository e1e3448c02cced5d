import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { usePersistedChoice } from "../../hooks/use-persisted-choice.ts";
import styles from "./sidebar.module.css";

interface SidebarSectionProps {
  /** Name under which the browser stores whether the section is expanded. */
  readonly id: string;
  readonly title: string;
  readonly action?: ReactNode;
  /** Shown next to the title while the section is collapsed. */
  readonly summary?: ReactNode;
  /** Handle with which the section is moved. */
  readonly dragHandle?: ReactNode;
  readonly children: ReactNode;
}

/** A collapsible section of the sidebar. */
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
