import { Bell, Mail, Smartphone, Volume2 } from "lucide-react";
import { checkOutcome } from "../../hooks/check-outcome.ts";
import { CheckboxField } from "../../base/ui/forms/choice-fields.tsx";
import { PageSection, SecondaryText } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./notification-table.module.css";
import { useSetting } from "./setting-source.tsx";

const strings = words.notifications;

/** The rows of the table. Each kind of message has one setting for each kind of notification. */
const occasions = [
  {
    title: strings.occasions.personal,
    names: [
      "enable_desktop_notifications",
      "enable_sounds",
      "enable_offline_push_notifications",
      "enable_offline_email_notifications",
    ],
  },
  {
    title: strings.occasions.followed,
    names: [
      "enable_followed_topic_desktop_notifications",
      "enable_followed_topic_audible_notifications",
      "enable_followed_topic_push_notifications",
      "enable_followed_topic_email_notifications",
    ],
  },
  {
    title: strings.occasions.channels,
    names: [
      "enable_stream_desktop_notifications",
      "enable_stream_audible_notifications",
      "enable_stream_push_notifications",
      "enable_stream_email_notifications",
    ],
  },
] as const;

const deliveryMethods = [
  { text: strings.carriers.desktop, Icon: Bell },
  { text: strings.carriers.sound, Icon: Volume2 },
  { text: strings.carriers.phone, Icon: Smartphone },
  { text: strings.carriers.mail, Icon: Mail },
] as const;

/** Table of the notification settings. Rows are kinds of messages, columns are kinds of notifications. */
export const NotificationTable = () => (
  <PageSection title={strings.about}>
    <table className={styles["table"]}>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{strings.occasion}</span>
          </th>
          {deliveryMethods.map(({ text, Icon }) => (
            <th key={text} scope="col">
              <Icon size={16} aria-hidden />
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {occasions.map(({ title, names }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {names.map((name, index) => (
              <td key={name}>
                <NotificationCheckbox name={name} label={strings.by(title, deliveryMethods[index]?.text ?? "")} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <SecondaryText>{strings.ofOneChannel}</SecondaryText>
  </PageSection>
);

function NotificationCheckbox({ name, label }: { name: string; label: string }) {
  const { value, mayChange, set } = useSetting(name);
  return (
    <CheckboxField
      isBare
      isSelected={value === true}
      isDisabled={!mayChange}
      onChange={(isOn) => void set(isOn).then(checkOutcome)}
    >
      {label}
    </CheckboxField>
  );
}
