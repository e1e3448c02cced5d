import { say } from "../../../base/ui/overlays/toasts.tsx";
import { Button } from "../../../base/ui/forms/button.tsx";
import { Row } from "../../../base/ui/page.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { RealmSettings } from "./organization-settings.tsx";

const { parts } = words.realmSettings;

/** What becomes of messages, how long they are kept, and what they show. */
export function MessageRules() {
  const providers = useKnown((state) => state.realm_available_video_chat_providers);
  const options = Object.values(providers ?? {}).map(({ id, name }) => ({ value: id, text: name }));
  const { video_chat_provider: calls } = parts.topics.settings;
  const topics =
    typeof calls === "object" && calls.kind === "choice"
      ? { ...parts.topics, settings: { ...parts.topics.settings, video_chat_provider: { ...calls, options } } }
      : parts.topics;
  return <RealmSettings parts={[parts.messages, parts.keeping, topics]} />;
}

/** What people may do with their accounts, and what they see of each other. */
export const PeopleRules = () => (
  <RealmSettings parts={[parts.accounts, parts.presence, parts.newcomers]}>
    <TestWelcome />
  </RealmSettings>
);

/** Has the welcome bot say to the administrator what it says to newcomers. */
function TestWelcome() {
  const { isActing, act } = useAct();
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const text = useKnown((state) => state.realm_welcome_message_custom_text ?? "");
  if (!isAdministrator || text === "") return null;
  const test = async () => {
    const parameters = { welcome_message_custom_text: text };
    if (await act((call) => call("POST", "/realm/test_welcome_bot_custom_message", parameters))) {
      say({ text: words.realmSettings.welcomeTested });
    }
  };
  return (
    <Row>
      <Button isDisabled={isActing} onPress={() => void test()}>
        {words.realmSettings.testWelcome}
      </Button>
    </Row>
  );
}

/** Of what the organization tells by itself, and where. */
export const NoticeRules = () => <RealmSettings parts={[parts.announcements, parts.letters]} />;
