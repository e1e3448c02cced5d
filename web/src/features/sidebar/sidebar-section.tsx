import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useKept } from "../../hooks/use-persisted-choice.ts";
import styles from "./sidebar.module.css";

interface SectionProps {
  /** Names it where this machine keeps whether it is folded. */
  readonly id: string;
  readonly title: string;
  readonly action?: ReactNode;
  /** What it shows beside its title while it is folded. */
  readonly summary?: ReactNode;
  /** What it is moved by, among others of its kind. */
  readonly grip?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the sidebar that can be folded. */
export function Section({ id, title, action, summary, grip, children }: SectionProps) {
  const [isOpen, setOpen] = useKept(`section.${id}`, true);
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
        {grip !== undefined && <span className={styles["sectionGrip"]}>{grip}</span>}
        {action}
      </header>
      {isOpen && children}
    </section>
  );
}
