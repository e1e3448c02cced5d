import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { PageNav } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { words } from "../../base/words/index.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { type SettingsAreaName, type SettingsPageName, settingsPagesOf } from "./settings-pages.ts";
import styles from "./settings-area.module.css";

interface SettingsPage {
  /** `id`: the last part of the address, which identifies an object of the page, such as an account. */
  readonly Page: (props: { readonly id: string | undefined }) => ReactNode;
  /** Whether only administrators get a link to the page. */
  readonly isForAdministrators?: boolean;
}

/** The components of an area's pages. */
export type SettingsPages<Area extends SettingsAreaName> = Readonly<Record<SettingsPageName<Area>, SettingsPage>>;

interface SettingsAreaProps<Area extends SettingsAreaName> {
  readonly area: Area;
  readonly pages: SettingsPages<Area>;
  /** The parts of the address: the area, the page, and the id of an object of the page. */
  readonly path: readonly string[];
}

/** An area of settings: links to its pages, and the page that the address names. Default: the first page. */
export function SettingsArea<Area extends SettingsAreaName>({ area, pages, path }: SettingsAreaProps<Area>) {
  const [, name, id] = path;
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const { title } = words.screens[area];
  const all = settingsPagesOf(area).map(([key, about]) => ({
    name: key,
    title: about.title,
    ...pages[key as SettingsPageName<Area>],
  }));
  const offered = all.filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators);
  const shown = all.find((page) => page.name === name) ?? (name === undefined ? all[0] : undefined);
  return (
    <>
      <ScreenHeader title={title} />
      <div className={styles["area"]}>
        <PageNav label={title}>
          {offered.map((page) => (
            <RouteLink key={page.name} to={{ kind: "page", path: [area, page.name] }} isCurrent={page === shown}>
              {page.title}
            </RouteLink>
          ))}
        </PageNav>
        {shown ? (
          <shown.Page id={id} />
        ) : (
          <EmptyState icon={<Compass size={30} aria-hidden />} title={words.pages.unknown} />
        )}
      </div>
    </>
  );
}
