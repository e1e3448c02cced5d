import { Page, Part } from "../../ui/page.tsx";
import { words } from "../../words/index.ts";
import { SettingTicks } from "./setting-ticks.tsx";

/** What one is told of, and how. */
export const Notifications = () => (
  <Page>
    <Part title={words.pages.notifications}>
      <SettingTicks
        names={[
          "enable_desktop_notifications",
          "enable_sounds",
          "pm_content_in_desktop_notifications",
          "enable_offline_push_notifications",
          "enable_online_push_notifications",
          "enable_offline_email_notifications",
          "message_content_in_email_notifications",
          "wildcard_mentions_notify",
          "enable_followed_topic_desktop_notifications",
          "enable_followed_topic_push_notifications",
          "enable_followed_topic_email_notifications",
          "enable_stream_desktop_notifications",
          "enable_stream_push_notifications",
          "enable_digest_emails",
        ]}
      />
    </Part>
  </Page>
);
