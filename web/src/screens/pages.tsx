import { Compass } from "lucide-react";
import { Emptiness } from "../ui/emptiness.tsx";
import { words } from "../words/index.ts";
import { Channels } from "./channels/channels.tsx";
import { People } from "./people/people.tsx";
import { Settings } from "./settings/settings.tsx";

/** The pages that are no messages, by the parts of their address. */
export function Pages({ path }: { path: readonly string[] }) {
  const [first, second] = path;
  switch (first) {
    case "settings":
    case "organization":
      return <Settings area={first} page={second ?? ""} />;
    case "channels":
      return <Channels page={second ?? ""} />;
    case "people":
    case "user":
      return <People personId={first === "user" ? Number(second) : null} />;
    default:
      return <Emptiness icon={<Compass size={30} aria-hidden />} title={words.pages.unknown} />;
  }
}
