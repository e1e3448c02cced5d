import { useMemo, type ReactNode } from "react";
import { type Openers, OpenersProvider } from "../hooks/context/openers-context.tsx";
import { useOverlays } from "../hooks/context/overlay-context.tsx";
import { late } from "../base/ui/loading/lazy-component.tsx";

const ProfileCard = late(async () => (await import("../features/profile/profile-card.tsx")).ProfileCard);
const Lightbox = late(async () => (await import("../features/lightbox/lightbox.tsx")).Lightbox);
const Player = late(async () => (await import("../features/lightbox/video-player.tsx")).Player);

/** Lets what is below open people's cards and pictures. */
export function OpenersOverPage({ children }: { children: ReactNode }) {
  const show = useOverlays();
  const openers = useMemo(
    (): Openers => ({
      person: (userId, beside) => show((close) => <ProfileCard userId={userId} beside={beside} onClose={close} />),
      image: (image) => show((close) => <Lightbox image={image} onClose={close} />),
      video: (video) => show((close) => <Player video={video} onClose={close} />),
    }),
    [show],
  );
  return <OpenersProvider value={openers}>{children}</OpenersProvider>;
}
