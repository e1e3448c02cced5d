import { Fragment } from "react";
import { Page, PageSection } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import { Setting } from "../../features/settings/setting-fields.tsx";
import { useShortcutParts } from "../../hooks/screens/shortcut-parts.ts";
import styles from "./keyboard.module.css";

const strings = words.settings;

/** Page with the keyboard shortcuts. */
export const KeyboardShortcuts = () => (
  <Page>
    <PageSection title={words.settingsPages.settings.keyboard.title}>
      <Setting name="enter_sends" about={{ kind: "tick", label: strings.enterSends, hint: strings.enterHint }} />
    </PageSection>
    {useShortcutParts().map(({ title, keys }) => (
      <PageSection key={title} title={title}>
        <dl className={styles["keys"]}>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>{does}</dt>
              <dd>
                {key.split(" ").map((one) => (
                  <Fragment key={one}>
                    <kbd>{one}</kbd>{" "}
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </PageSection>
    ))}
  </Page>
);
