import { Page } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import { BrowserNotices } from "./browser-notices.tsx";
import { NoticeSound } from "../../features/settings/notification-sound-field.tsx";
import { NoticeTable } from "../../features/settings/notification-table.tsx";
import { NoticeTrial } from "./notification-test.tsx";
import { QuietTimes } from "../../features/settings/quiet-hours.tsx";
import { SettingsPart } from "../../features/settings/setting-fields.tsx";

/** What one is told of, and how. */
export const Notifications = () => (
  <Page>
    <BrowserNotices />
    <NoticeTable />
    <NoticeSound />
    <NoticeTrial />
    <QuietTimes />
    <SettingsPart part={words.settings.parts.notices} />
    <SettingsPart part={words.settings.parts.letters} />
  </Page>
);
