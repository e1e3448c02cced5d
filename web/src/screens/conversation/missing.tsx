import { HashIcon, UserRoundX } from "lucide-react";
import { Emptiness } from "../../base/ui/empty-state.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { words } from "../../base/words/index.ts";

/** What is shown where an address names a channel or people that the reader knows nothing of. */
export function Missing({ what }: { what: "channel" | "person" }) {
  const { title, more, all } = words.conversation.missing[what];
  const Icon = what === "channel" ? HashIcon : UserRoundX;
  return (
    <>
      <ScreenHead title={words.conversation.missing.head} />
      <Emptiness icon={<Icon size={30} aria-hidden />} title={title}>
        <p>{more}</p>
        <PlaceLink to={{ kind: "page", path: [what === "channel" ? "channels" : "people"] }}>{all}</PlaceLink>
      </Emptiness>
    </>
  );
}
