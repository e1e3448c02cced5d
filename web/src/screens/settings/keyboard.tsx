import { Fragment } from "react";
import { Page, Part } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import { Setting } from "../../features/settings/setting-fields.tsx";
import styles from "./keyboard.module.css";

const said = words.settings;

/** What the keys do. */
export const Keyboard = () => (
  <Page>
    <Part title={said.keyboard}>
      <Setting name="enter_sends" about={{ kind: "tick", label: said.enterSends, hint: said.enterHint }} />
    </Part>
    {words.keys.parts.map(({ title, keys }) => (
      <Part key={title} title={title}>
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
      </Part>
    ))}
  </Page>
);
