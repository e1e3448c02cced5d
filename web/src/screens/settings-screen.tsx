import { Compass } from "lucide-react";
import { Emptiness } from "../base/ui/empty-state.tsx";
import { PageNav } from "../base/ui/page.tsx";
import { ScreenHead } from "../base/ui/screen-header.tsx";
import { PlaceLink } from "../hooks/navigation/route-link.tsx";
import { useKnown } from "../hooks/use-store.ts";
import { words } from "../base/words/index.ts";
import { areas, type Area } from "./settings/pages.ts";
import styles from "./settings-screen.module.css";

interface SettingsProps {
  readonly area: Area;
  /** What the address names after the area: a page, and which one of what it is about. */
  readonly path: readonly string[];
}

/** One's own settings, and those of the organization. */
export function Settings({ area, path: [name, id] }: SettingsProps) {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const pages = areas[area];
  const offered = pages.filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators);
  const shown = pages.find((page) => page.name === name) ?? (name === undefined ? pages[0] : undefined);
  return (
    <>
      <ScreenHead title={words.pages[area]} />
      <div className={styles["area"]}>
        <PageNav label={words.pages[area]}>
          {offered.map((page) => (
            <PlaceLink key={page.name} to={{ kind: "page", path: [area, page.name] }} isCurrent={page === shown}>
              {page.title}
            </PlaceLink>
          ))}
        </PageNav>
        {shown ? (
          <shown.Page id={id} />
        ) : (
          <Emptiness icon={<Compass size={30} aria-hidden />} title={words.pages.unknown} />
        )}
      </div>
    </>
  );
}
