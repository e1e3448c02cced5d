import { Bell, Mail, Smartphone, Volume2 } from "lucide-react";
import { told } from "../../hooks/check-outcome.ts";
import { Tick } from "../../base/ui/forms/choice-fields.tsx";
import { Part, Quiet } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import styles from "./notification-table.module.css";
import { useSetting } from "./setting-source.tsx";

const said = words.notices;

/** The settings of each occasion, by what tells of it. */
const occasions = [
  {
    title: said.occasions.personal,
    names: [
      "enable_desktop_notifications",
      "enable_sounds",
      "enable_offline_push_notifications",
      "enable_offline_email_notifications",
    ],
  },
  {
    title: said.occasions.followed,
    names: [
      "enable_followed_topic_desktop_notifications",
      "enable_followed_topic_audible_notifications",
      "enable_followed_topic_push_notifications",
      "enable_followed_topic_email_notifications",
    ],
  },
  {
    title: said.occasions.channels,
    names: [
      "enable_stream_desktop_notifications",
      "enable_stream_audible_notifications",
      "enable_stream_push_notifications",
      "enable_stream_email_notifications",
    ],
  },
] as const;

const carriers = [
  { text: said.carriers.desktop, Icon: Bell },
  { text: said.carriers.sound, Icon: Volume2 },
  { text: said.carriers.phone, Icon: Smartphone },
  { text: said.carriers.mail, Icon: Mail },
] as const;

/** What one is told of, and by what. */
export const NoticeTable = () => (
  <Part title={said.about}>
    <table className={styles["table"]}>
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{said.occasion}</span>
          </th>
          {carriers.map(({ text, Icon }) => (
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
                <Cell name={name} label={said.by(title, carriers[index]?.text ?? "")} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <Quiet>{said.ofOneChannel}</Quiet>
  </Part>
);

function Cell({ name, label }: { name: string; label: string }) {
  const { value, mayChange, set } = useSetting(name);
  return (
    <Tick isBare isSelected={value === true} isDisabled={!mayChange} onChange={(isOn) => void set(isOn).then(told)}>
      {label}
    </Tick>
  );
}
