import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { callAsBot } from "../../client/connection/call-as-bot.ts";
import { Avatar } from "../../base/ui/avatar.tsx";
import { Part } from "../../base/ui/page.tsx";
import { words } from "../../base/words/index.ts";
import { PictureField } from "../../features/settings/picture-field.tsx";

/** How it looks. Accounts change their own picture alone: this is done in its name. */
export function BotPicture({ bot: { user_id: id, full_name, avatar_url, email, api_key } }: { bot: Bot }) {
  const call = callAsBot(email, api_key);
  return (
    <Part title={words.bots.picture}>
      <PictureField
        label={words.bots.picture}
        picture={<Avatar id={id} name={full_name} url={avatar_url} size={72} />}
        isDisabled={false}
        hasOwn
        upload={(file) => () => call("POST", "/users/me/avatar", { filename: file })}
        remove={() => call("DELETE", "/users/me/avatar", {})}
      />
    </Part>
  );
}
