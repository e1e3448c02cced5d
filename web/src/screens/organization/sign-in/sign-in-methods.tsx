import type { Call } from "@parlance/client";
import type { AuthenticationMethod } from "@parlance/contract/nouns/realm.ts";
import { setRealm } from "../../../client/actions/change-settings.ts";
import { told } from "../../../hooks/check-outcome.ts";
import { Tick } from "../../../base/ui/forms/choice-fields.tsx";
import { late } from "../../../base/ui/loading/lazy-component.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Page, Part, Quiet } from "../../../base/ui/page.tsx";
import { useAnswer } from "../../../hooks/use-query.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOverlays } from "../../../hooks/context/overlay-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";
import { Directories } from "./scim-directories.tsx";
import { RenewKeys } from "../renew-keys.tsx";

const TurnOffWay = late(async () => (await import("./disable-sign-in-method-dialog.tsx")).TurnOffWay);

const said = words.signIn;

/** How people come in. */
export function SignIn() {
  const isOwner = useKnown((state) => state.is_owner ?? false);
  const ways = Object.entries(useKnown((state) => state.realm_authentication_methods) ?? {});
  const isOn = ways.filter(([, { enabled }]) => enabled).map(([name]) => name);
  return (
    <Page>
      <Part title={said.title}>
        {!isOwner && <Quiet>{words.administration.onlyOwners}</Quiet>}
        <Quiet>{said.more}</Quiet>
        {isOwner ? (
          <div>
            {ways.map(([name, way]) => (
              <Way key={name} name={name} way={way} />
            ))}
          </div>
        ) : (
          <Lines>
            {ways.map(([name, { enabled }]) => (
              <LineItem key={name} {...wordsOf(name)} isNoteWhole end={enabled ? said.on : said.off} />
            ))}
          </Lines>
        )}
      </Part>
      <Providers key={isOn.join()} />
      {isOwner && <Directories />}
      {isOwner && <RenewKeys />}
    </Page>
  );
}

/** A way that these words do not know is called as the server calls it. */
const wordsOf = (name: string) => ({ title: said.ways[name]?.name ?? name, note: said.ways[name]?.about });

function Way({ name, way: { enabled, available, unavailable_reason } }: { name: string; way: AuthenticationMethod }) {
  const client = useClient();
  const show = useOverlays();
  const { title, note = "" } = wordsOf(name);
  const turn = (isOn: boolean) => {
    if (isOn) void setRealm(client, { authentication_methods: { [name]: true } }).then(told);
    else show((close) => <TurnOffWay name={name} title={title} onClose={close} />);
  };
  const hint = available ? note : (unavailable_reason ?? said.unavailable);
  return (
    <Tick isSelected={enabled} isDisabled={!available} hint={hint} onChange={turn}>
      {title}
    </Tick>
  );
}

const askProviders = (call: Call) => call("GET", "/server_settings", {});

/** Where people can have the account by which they sign in, as far as these ways are on. */
function Providers() {
  const { answer, problem } = useAnswer(askProviders);
  const providers = answer?.external_authentication_methods;
  return (
    <Part title={said.providers}>
      <Quiet>{problem ?? said.providersMore}</Quiet>
      {providers?.length === 0 && <Quiet>{said.noProviders}</Quiet>}
      <Lines>
        {providers?.map(({ name, display_name }) => (
          <LineItem key={name} title={display_name} />
        ))}
      </Lines>
    </Part>
  );
}
